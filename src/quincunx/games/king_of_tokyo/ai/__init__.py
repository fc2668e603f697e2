"""Players: rules of thumb, the solver, and the networks and numbers that were trained by play."""
