"""The lab: a folder for each command that plays many games, and the statistics they share."""
