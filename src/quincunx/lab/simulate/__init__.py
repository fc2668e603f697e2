"""Simulation: many games between bots, in processes or on a cluster, summed up and written to files."""

from quincunx.lab.simulate.simulation import Simulation, simulate

__all__ = ["Simulation", "simulate"]
