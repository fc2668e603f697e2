"""Playtests by simulation: many games between bots, what came out, and how fast it went."""
