"""Measures how long the command line takes to start, beside Python itself: `python bench/startup.py`.

The two take turns, and the fastest of each counts, since a busy machine slows both.
"""

import subprocess
import sys
import time

ROUNDS = 20
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "import click": ["-c", "import click"],
    "quincunx --help": [
        "-c",
        "import sys; sys.argv = ['quincunx', '--help']; import quincunx.cli as c; c.main()",
    ],
    "quincunx list": [
        "-c",
        "import sys; sys.argv = ['quincunx', 'list']; import quincunx.cli as c; c.main()",
    ],
}


def seconds(words: list[str]) -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begun


def main() -> None:
    best = dict.fromkeys(COMMANDS, float("inf"))
    for _ in range(ROUNDS):
        for name, words in COMMANDS.items():
            best[name] = min(best[name], seconds(words))
    for name, taken in best.items():
        print(f"{name:16} {taken * 1000:6.1f} ms {taken / best['python -c pass']:6.1f} times Python alone")


if __name__ == "__main__":
    main()
