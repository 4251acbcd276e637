"""Transcripts and their replay: the very same game, or the first difference."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.catalog.loading import recycle_game
from croupier.game import Transcript, TranscriptError
from croupier.game.recording import TranscriptFile, recording
from croupier.game.transcript import Line, seen_by
from playing import LIBRARY, game_at, recorded
from strategies import some_programs

pytestmark = pytest.mark.slow

KUHN = recycle_game("kuhn_poker")
HEARTS = recycle_game("hearts")


def read(text: str) -> Transcript:
    """A transcript of that text."""
    return Transcript.parse(text, "game.jsonl")


def edited(text: str, line: int, change: dict[str, Any], *within: str) -> str:
    """A transcript with something else in one of its lines, counted from 1."""
    lines = text.splitlines()
    data: Line = json.loads(lines[line - 1])
    part = data
    for key in within:
        part = part[key]
    part.update(change)
    lines[line - 1] = json.dumps(data, ensure_ascii=False)
    return "\n".join(lines) + "\n"


def difference(text: str, game: Any = HEARTS) -> str:
    """What is said about a transcript that does not fit."""
    with pytest.raises(TranscriptError) as caught:
        game.replay(read(text))
    return str(caught.value)


def line_of(text: str, event: str) -> int:
    """The number of the first line with an event of that kind."""
    return next(n for n, line in enumerate(text.splitlines(), 1) if f'"event":"{event}"' in line)


@pytest.mark.parametrize("path", some_programs(2), ids=lambda path: path.stem)
def test_a_replay_is_the_very_same_game(path: Path) -> None:
    text = recorded(game_at(path), 1, most=120)
    again: list[Line] = []
    state = game_at(path).replay(read(text), lambda _state, line, *_rest: again.append(line))
    lines = [json.loads(line) for line in text.splitlines()[1:]]
    assert again[: len(lines)] == lines
    assert (state.outcome is None) == (read(text).outcome is None)


@given(st.sampled_from(LIBRARY), st.integers(0, 50), st.floats(0, 1))
@settings(max_examples=40, deadline=None)
def test_cut_off_anywhere_it_goes_as_far_as_the_last_whole_line(path: Path, seed: int, part: float) -> None:
    whole = recorded(game_at(path), seed, most=60).encode()
    header = whole.index(b"\n") + 1
    cut = whole[: header + int(part * (len(whole) - header))].decode("utf-8", "ignore")
    transcript = read(cut)
    state = game_at(path).replay(transcript)
    full = [json.loads(line) for line in whole.decode().splitlines()[1:]]
    kept = [*transcript.events, *([transcript.outcome] if transcript.outcome else [])]
    assert kept == full[: len(kept)]
    assert len(kept) >= cut.count("\n") - 1
    assert state.decisions >= sum(event["event"] == "decision" for event in kept)


@given(st.integers(0, 30), st.data())
@settings(max_examples=60, deadline=None)
def test_whatever_is_edited_is_found_in_its_line(seed: int, data: st.DataObject) -> None:
    text = recorded(HEARTS, seed, most=20)
    lines = text.splitlines()
    number = data.draw(st.integers(2, len(lines)))
    event = json.loads(lines[number - 1])
    key = data.draw(st.sampled_from(sorted(event)))
    event[key] = {"changed": True} if isinstance(event[key], dict) else -1
    changed = [*lines[: number - 1], json.dumps(event), *lines[number:]]
    with pytest.raises(TranscriptError) as caught:
        HEARTS.replay(read("\n".join(changed) + "\n"))
    assert caught.value.line == number


@given(st.integers(0, 30), st.data())
@settings(max_examples=40, deadline=None)
def test_a_line_too_few_or_twice_is_found(seed: int, data: st.DataObject) -> None:
    lines = recorded(HEARTS, seed).splitlines()
    number = data.draw(st.integers(2, len(lines) - 1))
    for changed in ([*lines[: number - 1], *lines[number:]], [*lines[:number], *lines[number - 1 :]]):
        with pytest.raises(TranscriptError) as caught:
            HEARTS.replay(read("\n".join(changed) + "\n"))
        assert caught.value.line in (number, number + 1)


def test_another_program() -> None:
    said = difference(recorded(KUHN, 1))
    assert said == "game.jsonl:1: this is a game of another program ('kuhn_poker', not 'hearts')"


def test_other_seats_and_settings() -> None:
    text = recorded(HEARTS, 1)
    assert "game.jsonl:1: seats differ: 4 in the transcript, 3 here" in difference(
        text, recycle_game("hearts", seats=3)
    )
    said = difference(text, recycle_game("hearts", settings={"PASS": 3}))
    assert said.startswith("game.jsonl:1: settings differ:")


def test_another_seed_shows_in_the_first_shuffle() -> None:
    text = edited(recorded(HEARTS, 1), 1, {"seed": 2})
    assert f"game.jsonl:{line_of(text, 'shuffle')}: shuffle, private: order is" in difference(text)


def test_another_choice() -> None:
    text = recorded(HEARTS, 1)
    at = next(
        n
        for n, line in enumerate(text.splitlines(), 1)
        if '"decision"' in line and not json.loads(line)["private"]["forced"]
    )
    said = difference(edited(text, at, {"key": "0(♥Z)"}, "private"))
    assert said.startswith(f"game.jsonl:{at}: the choice '0(♥Z)' is not offered here (there are ")
    said = difference(edited(text, at, {"options": ["nothing"]}, "private"))
    assert said.startswith(f"game.jsonl:{at}: decision, private: options is ['nothing'] in the transcript")


def test_another_end() -> None:
    text = recorded(KUHN, 1)
    last = len(text.splitlines())
    said = difference(edited(text, last, {"scores": [9, 9]}), KUHN)
    assert said.startswith(f"game.jsonl:{last}: scores is [9, 9] in the transcript, [")


def test_an_end_too_early() -> None:
    lines = recorded(HEARTS, 1).splitlines()
    said = difference("\n".join([*lines[:100], lines[-1]]) + "\n")
    assert said.startswith("game.jsonl:101: the transcript")


def test_damaged_in_the_middle() -> None:
    lines = recorded(KUHN, 1).splitlines()
    lines[3] = lines[3][:20]
    with pytest.raises(TranscriptError, match=r"game\.jsonl:4: this line is not JSON"):
        read("\n".join(lines) + "\n")


@pytest.mark.parametrize(
    "text", ["", "\n", "hello\n", "{}\n", "[1]\n", "[" * 100_000, '{"format":"other"}\n']
)
def test_no_transcript_at_all(text: str) -> None:
    with pytest.raises(TranscriptError, match=r"game\.jsonl:1: this is not a transcript"):
        read(text)


def test_a_later_version() -> None:
    with pytest.raises(TranscriptError, match="version 2 is not known here"):
        read('{"format":"croupier-transcript","version":2}\n')


@pytest.mark.parametrize("line", ["{}", '{"event":1,"public":{}}', '{"event":"move","public":3}', "17"])
def test_lines_that_are_no_events(line: str) -> None:
    head = recorded(KUHN, 1).splitlines()[0]
    with pytest.raises(TranscriptError, match=r"game\.jsonl:2: this line is not"):
        read(f"{head}\n{line}\n{head}\n")


@pytest.mark.parametrize(
    "change", [{"seed": "x"}, {"limits": 3}, {"limits": {"steps": "many"}}, {"seed": None}]
)
def test_a_header_with_nonsense(change: dict[str, Any]) -> None:
    assert "game.jsonl:1: " in difference(edited(recorded(KUHN, 1), 1, change), KUHN)


def test_lines_are_counted_with_the_blank_ones() -> None:
    text = recorded(HEARTS, 1)
    at = line_of(text, "move")
    spread = edited(text, at, {"to": "9.HAND"}, "public").replace("\n", "\n\n")
    assert f"game.jsonl:{2 * at - 1}: move, public: to is '9.HAND'" in difference(spread)


def test_a_program_laid_out_anew_is_the_same_program() -> None:
    text = recorded(KUHN, 1)
    source = KUHN.program.source.text
    moved = recycle_game("; a remark\n\n" + source)
    assert moved.replay(read(text)).outcome == KUHN.replay(read(text)).outcome
    renamed = recycle_game(source.replace("option: check", "option: knock"))
    assert "another program" in difference(text, renamed)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(TranscriptError, match="No such file"):
        Transcript.read(tmp_path / "none.jsonl")


# What a seat may know of an event


def test_private_parts_are_for_those_who_may_see_them() -> None:
    event: Line = {
        "n": 1,
        "event": "move",
        "line": 3,
        "public": {"to": "A"},
        "private": {"seen_by": [1], "card": "X"},
    }
    assert seen_by(event, None) == event
    assert "card" in seen_by(event, 1)["private"]
    assert "private" not in seen_by(event, 0)
    assert all("line" not in seen_by(event, seat) for seat in (0, 1))


# Files


def test_a_recording_is_on_disk_line_by_line(tmp_path: Path) -> None:
    state = KUHN.fresh(seed=3)
    with recording(KUHN, state, tmp_path / "kuhn.jsonl", ["random"]) as file:
        state.begin()
        early = Transcript.read(file.path)
        assert early.outcome is None
        assert len(early.events) == len(file) - 1
        while state.to_move is not None:
            state.apply(0)
    assert KUHN.replay(file.path).outcome == state.outcome


def test_a_file_that_is_there_is_never_overwritten(tmp_path: Path) -> None:
    names = []
    for _ in range(3):
        file = TranscriptFile.create(tmp_path / "game.jsonl")
        file.close()
        names.append(file.path.name)
    assert names == ["game.jsonl", "game-2.jsonl", "game-3.jsonl"]


def test_a_full_disk_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no device that is always full")
    file = TranscriptFile.create("/dev/full")
    file.add({"a": 1})
    assert file.problem == "No space left on device"
    assert len(file) == 1
    file.close()


def test_lines_can_be_taken_back(tmp_path: Path) -> None:
    file = TranscriptFile.create(tmp_path / "game.jsonl")
    for number in range(5):
        file.add({"n": number})
    file.cut(2)
    file.add({"n": "new"})
    assert file.path.read_text() == '{"n":0}\n{"n":1}\n{"n":"new"}\n'
    file.close()


def test_going_on_with_a_file_that_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text('{"n":0}\n\n{"n":1}\n{"n":')
    file = TranscriptFile.reopen(path)
    file.add({"n": 2})
    file.close()
    assert path.read_text() == '{"n":0}\n{"n":1}\n{"n":2}\n'


SAME_NAME = """
(game
  (setup (create players 2) (create deck (game vloc STOCK) (deck (RANK (ACE, KING, QUEEN)) (A (X, Y)))))
  (move (top (game vloc STOCK)) (top (game vloc A)))
  (choice ((turn pass) (inc (game sto N) 1)))
  (set (game str N) A)
  (move (top (game vloc STOCK)) (top (game hloc (game str N))))
  (scoring max 0))
"""


def test_what_a_place_is_called_is_no_matter_of_what_was_played_before() -> None:
    game = recycle_game(SAME_NAME)
    texts = [recorded(game, 1) for _ in range(2)]
    assert texts[0] == texts[1]
    assert [line["public"]["to"] for line in read(texts[0]).events if line["event"] == "move"] == [
        "A:vloc",
        "A:hloc",
    ]
    for again in (game, recycle_game(SAME_NAME)):
        assert again.replay(read(texts[0])).outcome is not None
