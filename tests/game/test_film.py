"""Replays that are looked at in any order, the same on both engines and for all languages."""

from __future__ import annotations

import pytest

from croupier import load
from croupier.game import PLAYER, Stream, Transcript
from croupier.game.film import EVERY, Replay
from croupier.game.hosting import HostedGame
from croupier.game.transcript import Line, dump, with_names
from croupier.wire.snapshot import snapshot


def recorded(game: HostedGame, seed: int, most: int, names: tuple[str, ...] = ()) -> Transcript:
    """The record of a random game, cut off after so many decisions."""
    state, stream = game.fresh(seed), Stream.of(seed, PLAYER)
    lines: list[Line] = [with_names(game.header(state), names)]
    state.listen(state.recorder(lines.append))
    state.begin()
    for _ in range(most):
        if state.to_move is None:
            break
        state.apply(stream.below(state.option_count))
    return Transcript.parse("\n".join(map(dump, lines)))


@pytest.mark.parametrize("name", ["hearts", "uno.ah"])
def test_pictures_are_the_same_in_any_order(name: str) -> None:
    game = load(name, engine="interpreter")
    replay = Replay(game, recorded(game, 4, 30))
    assert len(replay) > EVERY
    forwards = [snapshot(picture.view) for picture in replay.film(0)]
    for number in (len(replay) - 1, 0, EVERY + 3, 7):
        assert snapshot(replay.at(number, 0).view) == forwards[number]
    assert replay.film(None)[-1].view.seat == -1


def test_pictures_are_those_that_were_seen_while_it_was_played() -> None:
    game = load("euchre", engine="interpreter")
    transcript = recorded(game, 2, 40)
    seen: list[tuple[object, ...]] = []
    game.replay(transcript, lambda state, *_: seen.append(state.view(1).slots))
    film = Replay(game, transcript).film(1)
    assert [picture.view.slots for picture in film] == seen[: len(film)]


def test_there_are_no_pictures_before_the_first_and_after_the_last() -> None:
    game = load("kuhn_poker")
    replay = Replay(game, recorded(game, 1, 99))
    for number in (-1, len(replay)):
        with pytest.raises(IndexError, match="they count from 0"):
            replay.at(number, 0)


def test_machine_code_does_not_run_ahead_of_the_events() -> None:
    found = []
    for engine in ("interpreter", "native"):
        game = load("coup", engine=engine)
        state, seen = game.fresh(3), list[object]()
        # Whose turn it is within a run machine code does not tell.
        state.listen(
            lambda *_, state=state, seen=seen: seen.append({**snapshot(state.view(0)), "to_move": 0})
        )
        state.begin()
        for _ in range(8):
            state.apply(0)
        found.append(seen)
    assert found[0] == found[1]


def test_people_are_called_by_their_names() -> None:
    game = load("kuhn_poker")
    replay = Replay(game, recorded(game, 1, 99, ("Ada",)))
    assert replay.transcript.names == ("Ada",)
    assert replay.at(replay.decisions[0], 1).words == "Ada decides"
    assert replay.at(replay.decisions[0], 0).words.startswith("you choose")
