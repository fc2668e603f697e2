"""Runs a module in a child process, for work that would block the event loop."""

import asyncio
import contextlib
import sys


async def ask(module: str, *words: str, data: bytes, seconds: float) -> bytes | None:
    """Return what a module of ours writes for `data`, or None if it fails or takes longer than `seconds`."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, *words, stdin=pipe, stdout=pipe
    )
    try:
        async with asyncio.timeout(seconds):
            written, _ = await process.communicate(data)
        return written if process.returncode == 0 else None
    except TimeoutError:
        return None
    finally:
        await end(process)


async def end(process: asyncio.subprocess.Process) -> None:
    """Kill a process, and wait until it has ended."""
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.wait()
