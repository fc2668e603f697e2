"""Nomenklatura: turn order bought, regions held, enterprises merged."""
