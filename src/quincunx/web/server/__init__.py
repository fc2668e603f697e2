"""The serving process: connections, workers, limits, logs, metrics and errors. Nothing here knows of
matches."""
