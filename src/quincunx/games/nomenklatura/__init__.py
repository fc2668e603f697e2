"""Nomenklatura: players bid for turn order, hold regions and merge enterprises."""
