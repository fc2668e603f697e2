"""The example that learns: a short run of it, and that its policy learns what pays."""

from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

import numpy as np
import pytest

from tests.setups import TESTS


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = spec_from_file_location("train_policy", TESTS.parent / "examples" / "train_policy.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_policy_learns_what_pays_and_keeps_to_the_mask(example: ModuleType) -> None:
    policy = example.Policy(entries=3, moves=4, hidden=8)
    seen = np.eye(3, dtype=np.float32)[np.arange(300) % 3]
    masks = np.tile(np.array([1, 1, 1, 0], np.int8), (300, 1))
    for _ in range(150):
        chosen = policy.choose(seen, masks)
        assert chosen.max() < 3
        # What pays is the move with the number of the entry that is 1.
        policy.learn(seen, masks, chosen, (chosen == np.arange(300) % 3).astype(np.float32))
    assert np.mean(policy.choose(seen, masks) == np.arange(300) % 3) > 0.9


def test_the_example_trains_measures_and_draws(
    example: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    policy, points = example.train("nomenklatura", 2, 0.5, 0.25, matches=4, rows=4, decisions=64)
    assert "of 4 matches against random" in capsys.readouterr().out
    assert len(points) > 1
    assert all(0 <= score.share <= 1 for _, score in points)
    assert policy.weights[2].any()
    assert example.curve(points, "Title").startswith("<svg")
