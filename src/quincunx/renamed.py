"""Names from before 0.4.0. They keep working until 0.5, and a warning says what to write instead."""

import sys
import warnings
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

MODULES = {
    "bots.guard": "bots.sandbox",
    "bots.random": "core.bot",
    "bots.own": "bots.external",
    "bots.thinking": "bots.timeout",
    "brain": "thinking.worker",
    "chance": "match.chance",
    "core.foresight": "core.turn_evaluator",
    "core.mistake": "core.errors",
    "core.net": "games.king_of_tokyo.ai.network",
    "core.printable": "core.sanitize",
    "core.space": "core.encoding",
    "core.teller": "text.phrasing",
    "core.value": "core.evaluator",
    "core.voice": "text.grammar",
    "draws": "match.draw_log",
    "hints": "thinking.hints",
    "knowledge": "match.knowledge",
    "narration": "match.narration",
    "players": "match.players",
    "record": "match.record",
    "scenario": "match.scenario",
    "thought": "thinking.protocol",
    "undo": "match.undo",
    "variant": "match.variant",
}
"""The new name of each module."""

NAMES = {
    "Considered": "SearchLine",
    "FittedValue": "FittedEvaluator",
    "Foresight": "TurnEvaluator",
    "Headings": "ObservationNames",
    "Mistake": "UserError",
    "NetValue": "NetworkEvaluator",
    "OVER": "TERMINAL",
    "Sheet": "ObservationWriter",
    "Space": "ActionSpace",
    "Task": "SearchRequest",
    "Thought": "SearchResult",
    "Value": "Evaluator",
    "before": "state_at",
    "given": "inherited_moves",
    "seated": "resolve_seats",
}
"""The new names of classes and functions, by module."""

STATE = {
    "actor": "current_player",
    "actors": "players_to_move",
    "actions": "_legal_actions",
    "sample": "sample_outcome",
    "outcomes": "chance_outcomes",
    "hides": "has_hidden_info",
    "determinize": "resample_hidden",
    "reopen": "reopen_secret_choices",
    "pick": "random_action",
    "note": "log_event",
    "key": "position_key",
}
BOT = {"meet": "on_seating", "weighed": "last_evaluations", "ideas": "candidate_moves"}
GAME = {
    "adept": "bots.own_policy",
    "analysis_evaluator": "bots.analysis_evaluator",
    "aside": "phrases.words",
    "board": "screens.web",
    "bot": "bots.policy",
    "candidate_policies": "bots.candidate_policies",
    "chances": "coach.chances",
    "charted": "lab.curve_label",
    "concerns": "phrases.is_about",
    "confirm": "phrases.confirm",
    "counted": "codec.default_verbs",
    "curve_label": "lab.curve_label",
    "decode": "codec.decode",
    "default_verbs": "codec.default_verbs",
    "draw": "screens.terminal",
    "drawn_from": "codec.drawn_from",
    "encode": "codec.encode",
    "evaluator": "bots.evaluator",
    "event_kinds": "phrases.kinds",
    "explain": "phrases.explain",
    "goal": "phrases.goal",
    "hindsight": "bots.analysis_evaluator",
    "is_about": "phrases.is_about",
    "legend": "screens.legend",
    "level": "bots.level",
    "master": "bots.trained_policy",
    "minds": "bots.candidate_policies",
    "move_names": "codec.moves",
    "narrate": "phrases.narrate",
    "new": "new_initial_state",
    "observe_every": "lab.observe_every",
    "opponent_policy": "bots.opponent_policy",
    "own_policy": "bots.own_policy",
    "pieces": "lab.pieces",
    "plan_undoes": "coach.plan_undoes",
    "plan_words": "phrases.plan_words",
    "playtest": "lab.observer",
    "problem": "snapshots.problem",
    "progress": "lab.progress",
    "progress_words": "lab.progress_words",
    "reason": "coach.reason",
    "restore": "snapshots.restore",
    "rival": "bots.opponent_policy",
    "roller": "screens.roller",
    "rolls_for": "screens.roller",
    "search_config": "bots.search_config",
    "seat": "require_player_count",
    "seat_names": "phrases.seat_names",
    "shorthand": "codec.shorthand",
    "shorthands": "codec.shorthands",
    "simplify_plan": "coach.simplify_plan",
    "snapshot": "snapshots.take",
    "snapshot_type": "snapshots.type",
    "space": "encoding.space",
    "standing": "scores",
    "straight": "coach.simplify_plan",
    "tell": "phrases.tell",
    "thinking": "bots.search_config",
    "toggles": "screens.toggles",
    "trained_policy": "bots.trained_policy",
    "typed": "codec.typed",
    "undoes": "coach.plan_undoes",
    "value": "bots.evaluator",
    "watched": "lab.observe_every",
    "why_not": "codec.why_not",
    "words": "phrases.words",
}
"""The new name of each method, of the game or of one of its parts."""


def warn(old: str, new: str) -> None:
    """Warn whoever used an old name, at the line where they did."""
    level = 2
    while sys._getframe(level - 1).f_globals.get("__name__", "").startswith("quincunx.core."):
        level += 1
    warnings.warn(f"`{old}` is now `{new}`; the old name is gone in 0.5.", DeprecationWarning, level)


def overridden(kind: type, base: type, names: Mapping[str, str]) -> str:
    """Return a sentence with the old names that a class overrides, empty if it overrides none."""
    found = [
        f"`{old}` is `{new}`"
        for old, new in names.items()
        if getattr(kind, old, None) is not getattr(base, old, None)
    ]
    return f"`{kind.__name__}` overrides names from before Quincunx 0.4: {', '.join(found)}" if found else ""


def look_up(module: str, name: str) -> Any:
    """Return an attribute of a module by its old name; AttributeError if there is none."""
    if name.startswith("__"):
        raise AttributeError(name)
    return getattr(import_module(module), NAMES.get(name, name))


class OldModules:
    """A finder of modules under their old names, asked after Python has found nothing there."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        old = name.removeprefix("quincunx.")
        return ModuleSpec(name, self) if old != name and old in MODULES else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave the creation to Python."""

    def exec_module(self, module: ModuleType) -> None:
        new = f"quincunx.{MODULES[module.__name__.removeprefix('quincunx.')]}"
        warnings.warn(
            f"`{module.__name__}` is now `{new}`; the old name is gone in 0.5.", DeprecationWarning, 2
        )
        module.__getattr__ = lambda name: look_up(new, name)  # type: ignore[method-assign]
