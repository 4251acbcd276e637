"""``croupier play``: people play in a terminal, or through a pipe."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest
from click.testing import CliRunner, Result

from croupier import load
from croupier.cli import group
from croupier.game import Transcript
from croupier.game.transcript import Line

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def quick(arguments: tuple[str, ...]) -> tuple[str, ...]:
    """Others who do not think, unless somebody sits there already."""
    return () if {"--players", "--resume", "--help"} & set(arguments) else ("--players", "random")


def play(*arguments: str, answers: str = "", width: int = 80) -> Result:
    """The result of ``croupier play`` when these lines are typed; among others who do not think long."""
    runner = CliRunner(env={"COLUMNS": str(width), "NO_COLOR": "1", "FORCE_COLOR": None})
    return runner.invoke(group, ["play", *arguments, *quick(arguments)], input=answers, prog_name="croupier")


def said(*arguments: str, answers: str = "", code: int = 0, width: int = 80) -> str:
    """What it prints, however the lines are broken."""
    result = play(*arguments, answers=answers, width=width)
    assert result.exit_code == code, result.output
    return " ".join(result.output.split())


def refused(*arguments: str, code: int = 2) -> str:
    """What it says on standard error, with nothing played."""
    result = play(*arguments)
    assert result.exit_code == code, result.output
    assert not result.stdout
    return result.stderr


def test_a_game_to_its_end() -> None:
    text = said("hearts", "--seed", "7", answers="1\n" * 13)
    assert "Hearts · you are seat 0 of 4" in text
    assert "The game is over" in text
    assert re.search(r"you: \d+ points?, rank \d", text)
    assert "The record is in hearts-7.jsonl" in text
    transcript = Transcript.read("hearts-7.jsonl")
    assert transcript.header["players"] == ["person", "random", "random", "random"]
    assert load("hearts").replay(transcript).outcome is not None


def test_answers_that_are_none_are_asked_again() -> None:
    text = said("hearts", "--seed", "7", answers="\n99\nabc\n0\n-1\n1x\n²\n\n1\n")
    assert re.search(r"There is no option 99: type a number from 1 to \d+, or \? for help\.", text)
    assert "I do not understand 'abc'. Type a number" in text
    assert "There is no option -1" in text
    assert "There are no more answers." in text
    assert len(own_decisions("hearts-7.jsonl")) == 1


def own_decisions(path: str) -> list[Line]:
    """The decisions of seat 0 that were not forced."""
    return [event for event in Transcript.read(path).choices if event["public"]["seat"] == 0]


def test_bytes_that_are_no_text() -> None:
    runner = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"})
    result = runner.invoke(
        group,
        ["play", "hearts", "--seed", "7", "--players", "random"],
        input=b"\xff\xfe\n1\n",
        prog_name="croupier",
    )
    assert result.exit_code == 0, result.output
    assert "I do not understand" in result.output


def test_the_end_of_input_saves() -> None:
    text = said("hearts", "--seed", "7", answers="1\n2\n")
    assert "`croupier play --resume hearts-7.jsonl` goes on" in text
    assert Transcript.read("hearts-7.jsonl").outcome is None


def test_leaving_and_going_on_is_the_same_game() -> None:
    said("hearts", "--seed", "7", "--save", "whole.jsonl", answers="2\n1\n2\n" + "1\n" * 10)
    said("hearts", "--seed", "7", answers="2\n1\nq\n")
    said("--resume", "hearts-7.jsonl", answers="2\n1\nq\n")
    text = said("--resume", "hearts-7.jsonl", answers="1\n" * 10)
    assert "The game is over" in text
    assert Path("whole.jsonl").read_text() == Path("hearts-7.jsonl").read_text()


@pytest.mark.parametrize("part", [0.3, 0.55, 0.8, 0.999])
def test_a_record_that_was_cut_off_is_gone_on_with(part: float) -> None:
    said("hearts", "--seed", "7", answers="1\n" * 13)
    whole = Path("hearts-7.jsonl").read_bytes()
    Path("cut.jsonl").write_bytes(whole[: int(len(whole) * part)])
    said("--resume", "cut.jsonl", answers="1\n" * 13)
    assert Path("cut.jsonl").read_bytes() == whole


def test_going_on_with_a_game_that_is_over() -> None:
    said("kuhn_poker", "--seed", "1", answers="1\n1\n")
    before = Path("kuhn_poker-1.jsonl").read_bytes()
    assert "The game is over" in said("--resume", "kuhn_poker-1.jsonl")
    assert Path("kuhn_poker-1.jsonl").read_bytes() == before


def test_a_record_is_never_overwritten() -> None:
    for _ in range(3):
        said("kuhn_poker", "--seed", "1", answers="q\n")
    assert sorted(path.name for path in Path().iterdir()) == [
        "kuhn_poker-1-2.jsonl",
        "kuhn_poker-1-3.jsonl",
        "kuhn_poker-1.jsonl",
    ]
    result = play("kuhn_poker", "--seed", "1", "--save", "kuhn_poker-1.jsonl", answers="q\n")
    assert "is there already: the record goes to kuhn_poker-1-4.jsonl" in result.stderr


def test_a_full_disk_does_not_end_the_game() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no device that is always full")
    text = said("hearts", "--seed", "7", "--save", "/dev/full", answers="1\n" * 13)
    assert text.count("/dev/full cannot be written now: No space left on device. Play goes on.") == 1
    assert "The game could not be saved in /dev/full" in text
    assert "The game is over" in text


def test_the_rules_are_explained() -> None:
    text = said("hearts", "--seed", "7", answers="?\nq\n", width=60)
    assert "Avoid taking hearts and the queen of spades" in text
    assert "The others follow suit if they can," in text
    assert "Your answers" in text
    assert "h a hint: what a good player would do" in text
    assert re.search(r"You, 1-\d+ or a card \(\? h u q\):", text)


# Taking back


def test_what_revealed_nothing_can_be_taken_back() -> None:
    text = said("hearts", "--seed", "7", "--set", "PASS=3", answers="u\n1\nu\n2\n3\nu\nu\n5\nq\n")
    assert "You cannot take that back: you have not decided anything yet." in text
    assert text.count("Your last decision is taken back.") == 3
    decisions = own_decisions("hearts-7.jsonl")
    assert len(decisions) == 1
    assert load("hearts", settings={"PASS": 3}).replay("hearts-7.jsonl").to_move == 0


def test_taking_back_and_doing_the_same_is_the_same_game() -> None:
    setting = ("--seed", "7", "--set", "PASS=3")
    said("hearts", *setting, "--save", "a.jsonl", answers="1\n2\nq\n")
    said("hearts", *setting, "--save", "b.jsonl", answers="9\nu\n1\n8\nu\nu\n1\n2\nq\n")
    assert Path("a.jsonl").read_text() == Path("b.jsonl").read_text()


def test_what_showed_a_card_stays() -> None:
    text = said("hearts", "--seed", "7", answers="1\nu\n\nq\n")
    assert "You cannot take that back: you have seen a card since that you did not know before." in text
    assert "Your last decision is taken back" not in text


def test_alone_it_can_be_undone_anyway_and_the_record_says_so() -> None:
    """Saved, resumed and replayed, the mark stays; the game is by the rules all the same."""
    text = said("hearts", "--seed", "7", answers="1\nu\nu\nq\n")
    assert "Type u again to undo anyway; the record will say so." in text
    assert "Your last decision is taken back." in text
    assert not own_decisions("hearts-7.jsonl")
    said("--resume", "hearts-7.jsonl", answers="2\n" + "1\n" * 13)
    transcript = Transcript.read("hearts-7.jsonl")
    assert [reason for _, reason in transcript.taken_back] == [
        "you have seen a card since that you did not know before"
    ]
    assert load("hearts").replay(transcript).outcome is not None
    told = CliRunner().invoke(group, ["replay", "hearts-7.jsonl"], prog_name="croupier").output
    assert "A decision was taken back anyway: you have seen a card since" in " ".join(told.split())


def test_what_drew_from_chance_stays() -> None:
    text = """
    (game
      (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (A, B, C)))))
      (stage player
        (end (== (game sto TURNS) 9))
        (choice ((shuffle (game iloc STOCK)) (turn pass)))
        (do ((inc (game sto TURNS) 1))))
      (scoring max 0))
    """
    Path("chance.rcy").write_text(text)
    assert "You cannot take that back: chance has been drawn since." in said(
        "chance.rcy", "--seed", "1", answers="1\nu\nq\n"
    )


def test_what_others_have_answered_stays() -> None:
    """Kuhn poker: after a check the other seat has bet; nobody takes the check back then."""
    for seed in range(20):
        text = said("kuhn_poker", "--seed", str(seed), answers="1\nu\nq\n")
        if "game is over" not in text:
            assert re.search(r"You cannot take that back: [A-Z][a-z]+ has shown the decision since\.", text)
            return
    pytest.fail("seat 1 never bets")


def test_a_resumed_game_can_be_taken_back_as_well() -> None:
    said("hearts", "--seed", "7", "--set", "PASS=3", answers="1\n2\nq\n")
    text = said("--resume", "hearts-7.jsonl", answers="u\nu\nu\nq\n")
    assert text.count("Your last decision is taken back.") == 2
    assert not own_decisions("hearts-7.jsonl")


# Several people


def test_several_people_at_one_keyboard() -> None:
    text = said("kuhn_poker", "--seed", "1", "--hotseat", answers="\n1\n\n2\n\n2\n")
    assert "Pass the keyboard to seat 0; press Enter:" in text
    assert "Pass the keyboard to seat 1; press Enter:" in text
    assert "you are seat 1 of 2" in text
    assert "The game is over" in text
    assert Transcript.read("kuhn_poker-1.jsonl").header["players"] == ["person", "person"]


def test_other_people_decide_again_when_one_takes_back() -> None:
    answers = "\n1\n" * 4 + "\nu\n1\n\nq\n"
    text = said("hearts", "--seed", "7", "--set", "PASS=3", "--hotseat", answers=answers)
    assert "Your last decision is taken back. Seats 1, 2, 3 will decide again." in text
    assert [event["public"]["seat"] for event in Transcript.read("hearts-7.jsonl").choices] == [0]


def test_some_people_and_others() -> None:
    said("hearts", "--seed", "7", "--seat", "1,3", answers="q\n")
    assert Transcript.read("hearts-7.jsonl").header["players"] == ["random", "person", "random", "person"]
    assert "Pass the keyboard to seat" in said("--resume", "hearts-7.jsonl", answers="q\n")


def test_another_seat() -> None:
    assert "you are seat 2 of 4" in said("hearts", "--seed", "7", "--seat", "2", answers="q\n")


# What cannot be done


def test_bad_arguments() -> None:
    assert "name a game, or a saved one with --resume" in refused()
    assert "there is no seat '4': they count from 0 to 3" in refused("hearts", "--seat", "4")
    assert "there is no seat 'x'" in refused("hearts", "--seat", "x")
    assert "there is no player 'randon'" in refused("hearts", "--players", "randon")
    assert "7 seats are not possible" in refused("hearts", "--seats", "7")
    assert "no game of that name" in refused("hartz")
    assert "a resumed game keeps what it began with" in refused("--resume", "x.jsonl", "--seed", "3")
    assert "cannot be written" in refused("hearts", "--save", "nowhere/x.jsonl")
    assert not list(Path().glob("*.jsonl"))


def test_a_program_with_errors() -> None:
    Path("broken.rcy").write_text("(game (setup (create players 2)) (do ((shufle 3))) (scoring max 0))\n")
    assert "broken.rcy" in refused("broken.rcy", code=1)


def test_resuming_what_is_no_true_record() -> None:
    assert "No such file" in refused("--resume", "none.jsonl")
    said("hearts", "--seed", "7", answers="1\nq\n")
    text = Path("hearts-7.jsonl").read_text()
    Path("hearts-7.jsonl").write_text(text.replace('"seed":7', '"seed":8'))
    assert refused("--resume", "hearts-7.jsonl", code=1) == (
        "croupier: hearts-7.jsonl:3: shuffle, private: order is not what it is by the rules\n"
    )
    assert '"seed":8' in Path("hearts-7.jsonl").read_text()


# A driven terminal

PROMPT = r"Your answer: |or a card \(\? h u q\): |save and leave\): "


def terminal(*arguments: str, **environment: str) -> Any:
    """``croupier play`` in a terminal of its own."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "croupier", "play", *arguments, *quick(arguments)],
        env={**os.environ, "TERM": "xterm", **environment},
        encoding="utf-8",
        timeout=120,
        dimensions=(24, 80),
    )
    child.delaybeforesend = None
    return child


def finish(child: Any) -> str:
    """Answer 1 until the game is over; everything that was shown on the way."""
    shown = ""
    while child.expect([PROMPT, pexpect.EOF]) == 0:
        shown += child.before or ""
        child.sendline("1")
    child.close()
    return shown + (child.before or "")


def test_hearts_in_a_terminal_undone_saved_resumed_and_played_to_the_end() -> None:
    child = terminal("hearts", "--seed", "7", "--set", "PASS=3")
    child.expect(PROMPT)
    child.sendline("4")
    child.expect(PROMPT)
    child.sendline("u")
    child.expect("Your last decision is taken back")
    child.expect(PROMPT)
    child.sendline("1")
    child.expect(PROMPT)
    child.sendline("q")
    child.expect("The game is saved")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0

    child = terminal("--resume", "hearts-7.jsonl")
    shown = finish(child)
    assert child.exitstatus == 0
    assert "The game is over" in shown
    assert re.search(r"\033\[(1;)?31m♥", shown)
    transcript = Transcript.read("hearts-7.jsonl")
    assert transcript.outcome is not None
    assert transcript.outcome["status"] == "finished"


def test_ctrl_c_saves() -> None:
    child = terminal("hearts", "--seed", "7")
    child.expect(PROMPT)
    child.sendline("1")
    child.expect(PROMPT)
    child.sendintr()
    child.expect("The game is saved")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert len(own_decisions("hearts-7.jsonl")) == 1


def test_a_terminal_without_utf8_and_colours() -> None:
    child = terminal("hearts", "--seed", "7", "--no-colour", PYTHONIOENCODING="ascii", COLUMNS="40")
    shown = finish(child)
    assert child.exitstatus == 0
    assert "\033[3" not in shown.replace("\033[3J", "")
    assert shown.isascii()
    assert max(map(len, shown.splitlines())) <= 40


def test_the_screen_is_cleared_before_the_keyboard_is_passed_on() -> None:
    child = terminal("kuhn_poker", "--seed", "1", "--hotseat")
    child.expect("Pass the keyboard to seat 0; press Enter: ")
    child.sendline("")
    child.expect(PROMPT)
    child.sendline("1")
    child.expect("Pass the keyboard to seat 1; press Enter: ")
    assert (child.before or "").rstrip().endswith("\033[H\033[2J\033[3J")
    child.sendline("q")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_a_strategy_that_there_is_not_is_refused_before_the_game() -> None:
    told = refused("hearts", "--players", "own", "--seed", "3")
    assert "--players: seat 1 cannot play by a strategy of its own: this game knows no strategies" in told
    assert not list(Path.cwd().iterdir())


def test_people_have_names(tmp_path: Path) -> None:
    file = tmp_path / "kuhn.jsonl"
    told = said(
        "kuhn_poker",
        "--hotseat",
        "--names",
        "Ada, Ben",
        "--seed",
        "1",
        "--save",
        str(file),
        answers="\n1\n\n1\n",
    )
    assert "Pass the keyboard to Ada; press Enter:" in told
    assert "Ben, 1-2 or a card (? help, h hint, u undo, q save and leave):" in told
    assert "Ada (you): " in told
    assert Transcript.read(file).names == ("Ada", "Ben")


@pytest.mark.parametrize("names", ["Ada", "Ada,", "Ada,Ben,Cy", "Ada," + 41 * "x"])
def test_every_person_has_one_name(names: str) -> None:
    told = said("kuhn_poker", "--hotseat", "--names", names, code=2)
    assert "--names: 2 names with commas between them of up to 40 letters" in told
