"""Players: by rules of thumb, and with numbers that were trained by play."""
