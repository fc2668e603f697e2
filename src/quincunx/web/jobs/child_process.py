"""Processes beside the server, for what would keep its loop waiting."""

import asyncio
import contextlib
import sys


async def ask(module: str, *words: str, data: bytes, seconds: float) -> bytes | None:
    """What a module of ours writes when it reads the data; None if it fails or takes longer."""
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
    """End a process, whatever it does."""
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.wait()
