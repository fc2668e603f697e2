"""Simulation and what is learnt from it; a room for each command, and the statistics that they share."""
