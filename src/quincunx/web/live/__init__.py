"""The view of a match for one viewer, and the updates that keep their page current. It changes no match."""
