"""Events for one seat: leaner than the lines of a transcript, with cards by kind and names of people."""

from __future__ import annotations

from croupier import load
from croupier.game.transcript import Line
from croupier.wire.events import EventWriter


def heard(name: str, seed: int, decisions: int) -> list[Line]:
    """The lines of the beginning of a game in which everybody takes the first option."""
    state = load(name, engine="interpreter").fresh(seed)
    lines: list[Line] = []
    state.listen(state.recorder(lines.append))
    state.begin()
    for _ in range(decisions):
        state.apply(0)
    return lines


def test_a_card_is_a_kind_for_whoever_sees_it_and_missing_for_others() -> None:
    lines = heard("hearts", 3, 0)
    move = next(line for line in lines if line["event"] == "move" and line["public"]["to"] == "0.HAND")
    pack = load("hearts").pack
    mine, theirs = (EventWriter(pack, seat).event(move) for seat in (0, 1))
    assert pack.kinds[mine["card"]].name == move["private"]["card"]
    assert "card" not in theirs
    assert "a hidden card" in theirs["words"]


def test_point_maps_are_left_out() -> None:
    writer = EventWriter(load("hearts").pack, 0)
    lines = heard("hearts", 3, 6)
    maps = [line for line in lines if "awards" in line["public"]]
    assert maps
    for line in maps:
        assert set(writer.event(line)) == {"n", "event", "map", "words"}


def test_people_are_called_by_their_names() -> None:
    writer = EventWriter(load("hearts").pack, 0, ("", "Ada"))
    lines = heard("hearts", 3, 6)
    words = [event["words"] for event in writer.write(lines)]
    assert any(said.startswith("Ada: ") for said in words)
    assert not any("seat 1" in said for said in words)


def test_the_choice_of_a_seat_is_its_own() -> None:
    decision = next(line for line in heard("hearts", 3, 1) if line["event"] == "decision")
    mover = decision["public"]["seat"]
    pack = load("hearts").pack
    own = EventWriter(pack, mover).event(decision)
    other = EventWriter(pack, (mover + 1) % 4).event(decision)
    assert {"choice", "key", "forced"} <= set(own)
    assert set(other) == {"n", "event", "seat", "words"}


def test_a_name_that_two_kinds_share_tells_none() -> None:
    writer = EventWriter(load("gops").pack, None)
    [move] = [line for line in heard("gops", 3, 1) if line["event"] == "move" and "private" in line][-1:]
    assert writer.event(move)["card"] is None
    assert move["private"]["card"] in writer.event(move)["words"]
