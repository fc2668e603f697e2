"""Many games between bots: played in processes or on a cluster, gathered, written to files."""

from quincunx.lab.simulate.simulation import Simulation, simulate

__all__ = ["Simulation", "simulate"]
