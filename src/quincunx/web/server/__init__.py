"""The process that answers: its port, workers, limits, log, metrics and errors."""
