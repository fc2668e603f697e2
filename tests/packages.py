"""Packages as they are when they are installed, without installing them."""

from pathlib import Path


def write_entry_points(folder: Path, package: str, points: str) -> None:
    """Write the entry points of an installed package to a folder, with the games it has."""
    about = folder / f"{package.replace('-', '_')}-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[quincunx.games]\n{points}\n")
