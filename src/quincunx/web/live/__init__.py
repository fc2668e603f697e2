"""The view of a match that one person has, and how their page keeps up with it."""
