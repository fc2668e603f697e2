"""Total eClips, for two to four players: AIs with a few cores and one purpose, paperclips."""
