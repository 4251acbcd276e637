"""A table without a server: what it is asked, and what it tells."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import small_games
from croupier.game import Transcript
from croupier.studio.changing_seats import replace_player
from croupier.studio.designing import design_data, opinions, position, run_to
from croupier.studio.errors import Refused
from croupier.studio.opening import branched_table, forked_table, new_table, restored_table
from croupier.studio.replays import Recorded
from croupier.studio.seating import Seat
from croupier.studio.table import Table


def opened(
    folder: Path, game: str = "kuhn_poker", who: tuple[str, ...] = ("you", "random"), **more: Any
) -> Table:
    request = {"game": game, "seed": 1, "seats": [{"who": one} for one in who], **more}
    return new_table("t1", folder, request)


def move(table: Table, key: str | None = None) -> None:
    """Let the person at the screen take an option, the first unless it is named."""
    joined = table.joined()
    snapshot = joined["snapshot"]
    option = key or snapshot["options"][0]["key"]
    table.choose({"seat": joined["seat"], "at": snapshot["at"], "key": option})


def finished(table: Table) -> Table:
    while table.session.state.to_move is not None:
        if table.thinking is not None:
            table.session.play_other()
        else:
            move(table)
    return table


def test_a_page_gets_all_it_needs(tmp_path: Path) -> None:
    joined = opened(tmp_path).joined()
    assert joined["seat"] == 0
    assert joined["seats"][0]["name"] == "Seat 0"
    assert joined["snapshot"]["options"][0]["text"] == "check"
    assert joined["faces"]["words"] == ["Jack", "Queen", "King"]
    assert joined["faces"]["symbols"].count("<symbol") == 4
    assert json.dumps(joined)


def test_a_choice_names_its_decision(tmp_path: Path) -> None:
    table = opened(tmp_path)
    snapshot = table.joined()["snapshot"]
    choice = {"seat": 0, "at": snapshot["at"], "key": snapshot["options"][0]["key"]}
    table.choose(choice)
    after = table.joined()["snapshot"]
    # Somebody who has lost the connection asks once more, and nothing is decided twice.
    assert table.choose(choice) == {"already": True}
    with pytest.raises(Refused, match="decided already"):
        table.choose({**choice, "key": snapshot["options"][1]["key"]})
    assert table.joined()["snapshot"] == after


@pytest.mark.parametrize(
    "change", [{"key": "no such key"}, {"at": 99}, {"seat": 1}, {"seat": "0"}, {"key": None}, {"at": None}]
)
def test_a_foreign_choice_changes_nothing(tmp_path: Path, change: dict[str, Any]) -> None:
    table = opened(tmp_path)
    snapshot = table.joined()["snapshot"]
    choice = {"seat": 0, "at": snapshot["at"], "key": snapshot["options"][0]["key"], **change}
    with pytest.raises(Refused):
        table.choose(choice)
    assert table.joined()["snapshot"] == snapshot


def test_news_are_what_the_seat_may_know(tmp_path: Path) -> None:
    table = opened(tmp_path)
    table.joined()
    move(table)
    news = table.news()
    assert news["thinking"] == 1
    assert news["events"][0]["event"] == "decision"
    hidden = [place for place in news["snapshot"]["places"] if place["id"] == "1.HAND"]
    assert hidden[0]["slots"] == [{"back": "", "count": 1}]


def test_taking_back_is_refused_in_words(tmp_path: Path) -> None:
    table = opened(tmp_path)
    with pytest.raises(Refused, match="You cannot take that back: you have not decided anything yet"):
        table.undo({"seat": 0})


def test_what_is_taken_back_is_shown_anew(tmp_path: Path) -> None:
    table = opened(tmp_path, "hearts", ("you", "random", "random", "random"), set={"PASS": 3})
    before = table.joined()["snapshot"]
    move(table)
    table.news()
    table.undo({"seat": 0})
    news = table.news()
    assert news["snapshot"] == before
    assert "log" in news


def test_a_hint_names_an_option(tmp_path: Path) -> None:
    hint = opened(tmp_path).hint({"seat": 0, "player": "pipmc:tests=20"})
    assert hint["best"] in (0, 1)
    assert [row["tried"] for row in hint["rows"]] == [20, 20]
    assert "would take" in hint["words"]


def test_between_two_people_a_curtain_falls(tmp_path: Path) -> None:
    table = opened(tmp_path, who=("you", "you"))
    joined = table.joined()
    assert (joined["seat"], joined["curtain"], joined["snapshot"]) == (None, 0, None)
    with pytest.raises(Refused, match="not your turn"):
        table.look({"seat": 1})
    snapshot = table.look({"seat": 0})["snapshot"]
    table.choose({"seat": 0, "at": snapshot["at"], "key": snapshot["options"][0]["key"]})
    news = table.news()
    assert news["curtain"] == 1
    assert "snapshot" not in news
    assert "events" not in news


@pytest.mark.parametrize("people", [3])
def test_any_number_of_people_play_at_one_screen(tmp_path: Path, people: int) -> None:
    table = opened(tmp_path, "agram", ("you",) * people)
    seen = set()
    while (to_move := table.session.state.to_move) is not None:
        joined = table.joined()
        if joined["curtain"] is not None:
            assert (joined["curtain"], joined["snapshot"], joined["log"]) == (to_move, None, [])
            table.look({"seat": to_move})
            joined = table.joined()
        hands = {
            place["member"]: place["slots"]
            for place in joined["snapshot"]["places"]
            if place["name"] == "HAND"
        }
        assert all("back" in slots[0] for seat, slots in hands.items() if seat != to_move)
        seen.add(to_move)
        move(table)
        table.news()
    assert seen == set(range(people))


@pytest.mark.parametrize(
    ("program", "status", "line"),
    [
        (small_games.FAILING, "failed", "(// 1 (game sto Y))"),
        (small_games.STUCK, "stuck", "(choice"),
        (small_games.LOOPING, "unfinished", ""),
    ],
    ids=["failing", "stuck", "looping"],
)
def test_a_game_that_cannot_go_on_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, status: str, line: str
) -> None:
    monkeypatch.setattr("croupier.studio.table.STEPS", 2_000)
    monkeypatch.setattr("croupier.wire.probe.STEPS", 2_000)
    file = tmp_path / "bad.rcy"
    file.write_text(program)
    outcome = finished(opened(tmp_path, str(file))).joined()["snapshot"]["outcome"]
    assert outcome["status"] == status
    assert outcome["reason"]
    assert outcome.get("text", "").startswith(line)


def test_a_game_without_end_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "endless.rcy"
    file.write_text(small_games.ENDLESS)
    table = opened(tmp_path, str(file), who=("random", "random"))
    monkeypatch.setattr(table.session.state, "max_decisions", 40)
    outcome = finished(table).joined()["snapshot"]["outcome"]
    assert outcome["status"] == "unfinished"


def test_a_table_goes_on_in_machine_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_ENGINE", "native")
    table = opened(tmp_path, "hearts", ("you", "random", "random", "random"), set={"PASS": 3})
    move(table)
    before, written = table.joined(), table.record_path.read_bytes()
    assert table.game.engine == "interpreter"
    table.quicken()
    assert table.game.engine == "native"
    assert table.joined() == before
    table.undo({"seat": 0})
    move(table)
    assert table.record_path.read_bytes() == written
    assert finished(table).session.state.outcome is not None


def test_trouble_with_the_disk_is_told_until_it_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = opened(tmp_path)
    assert table.complaint() is None
    monkeypatch.setattr(table.session.file, "problem", "No space left on device")
    assert table.complaint() == "t1.jsonl cannot be written now: No space left on device. Play goes on."
    assert table.complaint() is None
    monkeypatch.setattr(table.session.file, "problem", "")
    assert table.complaint() == ""


def test_a_table_that_is_paused_waits_for_everybody(tmp_path: Path) -> None:
    table = opened(tmp_path)
    snapshot = table.joined()["snapshot"]
    table.pause({"paused": True})
    with pytest.raises(Refused, match="paused"):
        move(table)
    table.pause({"paused": False})
    move(table)
    assert table.thinking == 1
    table.pause({"paused": True})
    assert table.thinking is None
    again = restored_table("t1", tmp_path)
    assert again.joined()["paused"]
    again.pause({})
    assert again.thinking == 1
    assert again.joined()["snapshot"]["at"] == snapshot["at"] + 1


def test_a_seat_is_given_away_and_taken_back(tmp_path: Path) -> None:
    table = opened(tmp_path)
    replace_player(table, {"seat": 0, "who": "random"})
    assert table.thinking == 0
    assert table.joined()["snapshot"]["seat"] == 0
    replace_player(table, {"seat": 0, "who": "you"})
    move(table)
    with pytest.raises(Refused, match="there is no player"):
        replace_player(table, {"seat": 0, "who": "nobody"})
    with pytest.raises(Refused, match="There is no seat 7"):
        replace_player(table, {"seat": 7, "who": "random"})


def test_a_table_is_the_same_again_from_disk(tmp_path: Path) -> None:
    table = opened(tmp_path, "agram", ("you", "random", "random"))
    move(table)
    table.session.play_other()
    before = table.joined()
    replace_player(table, {"seat": 1, "who": "pipmc:tests=2"})
    again = restored_table("t1", tmp_path)
    assert again.joined()["snapshot"] == before["snapshot"]
    assert again.seats[1] == Seat("pipmc:tests=2", table.seats[1].name)
    assert finished(again).session.state.outcome is not None


@pytest.mark.parametrize(
    "damage", ["", "{}", '{"seats": 3}', "\x00\x01", '{"format": "croupier-transcript"}']
)
def test_a_damaged_table_is_refused_with_a_sentence(tmp_path: Path, damage: str) -> None:
    opened(tmp_path)
    (tmp_path / "t1.jsonl").write_text(damage)
    with pytest.raises(Refused):
        restored_table("t1", tmp_path)
    opened(tmp_path)
    (tmp_path / "t1.json").write_text(damage)
    with pytest.raises(Refused):
        restored_table("t1", tmp_path)


def test_a_recorded_game_is_looked_at_and_gone_on_with(tmp_path: Path) -> None:
    table = finished(opened(tmp_path, "agram", ("you", "random", "random")))
    recorded = Recorded.read("r1", table.record_path)
    about = recorded.joined()
    assert about["length"] == len(recorded.words(None))
    assert recorded.at(about["length"], 0)["snapshot"]["outcome"]["status"] == "finished"
    middle = about["decisions"][len(about["decisions"]) // 2]
    assert recorded.at(middle, None)["snapshot"]["places"]
    fork = forked_table("t2", tmp_path, recorded.cut(middle), recorded.fork_seats(1))
    assert [seat.who for seat in fork.seats] == ["strong", "you", "strong"]
    past = Transcript.read(table.record_path).events[:middle]
    assert [line["event"] for line in fork.session.heard[:middle]] == [line["event"] for line in past]
    with pytest.raises(Refused, match="There is no event"):
        recorded.at(10_000, None)


def test_a_record_that_breaks_the_rules_is_shown_up_to_there(tmp_path: Path) -> None:
    table = finished(opened(tmp_path, "agram", ("you", "random", "random")))
    lines = table.record_path.read_text().splitlines(keepends=True)
    at = [number for number, line in enumerate(lines) if '"decision"' in line][4]
    forged = tmp_path / "forged.jsonl"
    forged.write_text("".join([*lines[:at], lines[at].replace('"key":"', '"key":"9'), *lines[at + 1 :]]))
    recorded = Recorded.read("r1", forged)
    about = recorded.joined()
    assert about["length"] == at - 1
    assert about["problem"].startswith(f"the record:{at + 1}: ")
    assert recorded.at(about["length"], None)["snapshot"]["places"]
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_text("".join([*lines[:at], "no JSON\n", *lines[at + 1 :]]))
    assert "this line is not JSON" in Recorded.read("r2", damaged).joined()["problem"]
    foreign = tmp_path / "foreign.jsonl"
    foreign.write_text(lines[0].replace('"program":"', '"program":"0') + "".join(lines[1:]))
    with pytest.raises(Refused, match="another program"):
        Recorded.read("r3", foreign)


def test_expectations_are_asked_anew_by_what_the_seat_knew(tmp_path: Path) -> None:
    recorded = Recorded.read("r1", finished(opened(tmp_path)).record_path)
    found = recorded.expected(0, None)
    row = found["row"]
    assert found == recorded.expected(0, 0)
    assert row["seat"] == 0
    assert row["taken"] == "check"
    assert sum(row["expected"]) == pytest.approx(1)
    assert row["tried"] == 40
    assert recorded.expected(0, 1)["row"] is None
    assert recorded.expected(found["total"], None)["row"] is None


@pytest.mark.parametrize("game", ["war.ah", "duel.cdg"])
def test_scripts_sit_at_the_same_table(tmp_path: Path, game: str) -> None:
    table = opened(tmp_path, game)
    assert table.joined()["plan"]["console"] is True
    assert finished(table).session.state.outcome is not None


def test_the_designers_view_is_open_and_knows_its_lines(tmp_path: Path) -> None:
    table = opened(tmp_path, "agram", ("you", "random", "random"))
    found = design_data(table, {"source": True})
    hands = [place for place in found["snapshot"]["places"] if place["name"] == "HAND"]
    assert all(isinstance(card, int) for place in hands for card in place["slots"])
    first, last = found["lit"]
    program = found["source"].split("\n")
    assert "(choice" in program[first - 1]
    assert first < last
    assert {event["line"] for event in found["events"]} <= set(range(1, len(program) + 1))
    rows = opinions(table)["rows"]
    assert {row["text"] for row in rows} <= {option.text for option in table.session.view(0).options}


def test_a_game_runs_to_a_line_or_stays_where_it_is(tmp_path: Path) -> None:
    table = opened(tmp_path, "agram", ("you", "random", "random"))
    program = design_data(table, {"source": True})["source"].split("\n")
    scored = next(number for number, text in enumerate(program, 1) if "(move " in text and "DISCARD" in text)
    before = len(table.session.heard)
    run_to(table, {"line": scored})
    assert any(line.get("line") == scored for line in table.session.heard[before:])
    stands = len(table.session.heard)
    with pytest.raises(Refused, match="comes to line 1"):
        run_to(table, {"line": 1})
    assert len(table.session.heard) == stands


def test_cards_are_laid_anew_and_played_on(tmp_path: Path) -> None:
    table = opened(tmp_path, "agram", ("you", "random", "random"))
    shown = design_data(table, {})["snapshot"]
    hands = {place["id"]: place["slots"] for place in shown["places"] if place["name"] == "HAND"}
    swapped = {"0.HAND": hands["1.HAND"], "1.HAND": hands["0.HAND"]}
    laid = position(table, {"places": swapped})["position"]
    request = {"game": "agram", "seed": 1, "seats": [{"who": "you"}] + [{"who": "random"}] * 2}
    other = new_table("t2", tmp_path, {**request, "position": laid})
    now = {place["id"]: place["slots"] for place in design_data(other, {})["snapshot"]["places"]}
    assert sorted(now["0.HAND"]) == sorted(swapped["0.HAND"])
    move(other)
    again = restored_table("t2", tmp_path)
    assert again.joined()["snapshot"] == other.joined()["snapshot"]
    assert branched_table("t3", tmp_path, "t2").joined()["snapshot"] == again.joined()["snapshot"]
    with pytest.raises(Refused, match="very cards"):
        position(table, {"places": {"0.HAND": []}})
    with pytest.raises(Refused, match="position has places"):
        new_table("t4", tmp_path, {**request, "position": {"places": {"0.HAND": 3}}})


def test_nobody_opens_the_cards_where_others_play(tmp_path: Path) -> None:
    table = opened(tmp_path, who=("you", "link"))
    with pytest.raises(Refused, match="Other people play"):
        design_data(table, {})
    with pytest.raises(Refused, match="Other people play"):
        run_to(table, {"line": 5})
    with pytest.raises(Refused, match="Other people play"):
        opinions(table)
