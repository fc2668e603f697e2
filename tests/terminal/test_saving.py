"""Keeping a match in its file, whatever comes in between."""

import os
from pathlib import Path

import pytest

from quincunx.match import record
from quincunx.terminal.saving import Keeper
from quincunx.terminal.screen import Screen
from tests.terminal.test_session import Seat, idle_six, seat

__all__ = ["seat"]


def test_ctrl_c_while_the_file_is_written_is_no_change_by_someone_else(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = os.replace

    def interrupted(old: str, new: Path) -> None:
        replace(old, new)
        raise KeyboardInterrupt

    keeper = Keeper(seat.path, Screen(seat.sit_down()))
    match = idle_six()
    keeper.save(match)
    match.play(0, "gain a")
    with monkeypatch.context() as context:
        context.setattr(os, "replace", interrupted)
        with pytest.raises(KeyboardInterrupt):
            keeper.save(match)
    keeper.save(match)
    assert not keeper.trouble
    assert record.read(seat.path, unfinished=True).moves == ["1: gain a"]
