"""The page of a recorded game: its cards are drawn once, and lie as the plan of the table says."""

from __future__ import annotations

import json
import re

import pytest

from croupier import load
from croupier.game import Transcript
from croupier.game.film import Replay
from croupier.game.hosting import HostedGame
from croupier.game.transcript import Line, dump
from croupier.report.replay_page import page
from croupier.wire.plan import Plan
from strategies import ROOT

UNPLANNED = Plan(0, (), (), (), console=False)
"""A table that is laid without a look at some games, which takes long for scripts."""

SCRIPT = str(ROOT / "src" / "croupier" / "library" / "mille_bornes.cdg")


def recorded(game: HostedGame, most: int) -> Replay:
    """A game in which everybody takes the first option, up to so many decisions."""
    state, lines = game.fresh(seed=1), list[Line]()
    state.listen(state.recorder(lines.append))
    state.begin()
    while state.to_move is not None and len(state.choices) < most:
        state.apply(0)
    written = (game.header(state), *lines)
    return Replay(game, Transcript.parse("".join(dump(line) + "\n" for line in written)))


@pytest.mark.parametrize("name", ["kuhn_poker", SCRIPT])
def test_every_card_is_drawn_once_and_has_words(name: str) -> None:
    game = load(name)
    replay = recorded(game, most=6)
    text = page(game, [replay.film(None), replay.film(0)], UNPLANNED)
    data = json.loads(text.split('type="application/json">')[1].split("</script>")[0])
    drawn = re.findall(r'<symbol id="(\w+)k(\d+)"', text)
    assert len(drawn) == len(set(drawn))
    assert {prefix for prefix, _ in drawn} == {data["prefix"]}
    assert {kind for _, kind in drawn} == set(data["words"])
    assert "://" not in text.replace("http://www.w3.org/2000/svg", "")


def test_places_and_values_have_their_roles_on_the_table() -> None:
    game = load("kuhn_poker")
    replay = recorded(game, most=6)
    text = page(game, [replay.film(0)])
    data = json.loads(text.split('type="application/json">')[1].split("</script>")[0])
    assert data["values"]["player.CHIPS"] == "score"
    [side] = data["sides"]
    assert side["places"]["0.HAND"] == ["player", 0, "HAND", "hand"]
    assert side["places"]["STOCK"][3] == "stock"
