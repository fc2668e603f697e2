"""Runs a module in a child process, for work that would block the event loop."""

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator

MOST_SECONDS = 300.0
"""Time limit of a process. Total eClips takes half a minute to look back at on a free core."""
LONGEST_LINE = 1 << 26
"""Most bytes in a line that a process writes: a whole analysis is one."""


@contextlib.asynccontextmanager
async def running(
    module: str, *words: str, data: bytes, errors: int | None = None
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run a module of ours that reads `data`; it is ended with this block."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, *words), stdin=pipe, stdout=pipe, stderr=errors, limit=LONGEST_LINE
    )
    try:
        assert process.stdin is not None
        process.stdin.write(data)
        process.stdin.close()
        yield process
    finally:
        await end(process)


async def ask(module: str, *words: str, data: bytes) -> bytes | None:
    """Return what a module of ours writes for `data`, or None if it fails or takes too long."""
    async with running(module, *words, data=data) as process:
        assert process.stdout is not None
        try:
            async with asyncio.timeout(MOST_SECONDS):
                written = await process.stdout.read()
                return written if await process.wait() == 0 else None
        except TimeoutError:
            return None


async def end(process: asyncio.subprocess.Process) -> None:
    """Kill a process, and wait until it has ended."""
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.wait()
