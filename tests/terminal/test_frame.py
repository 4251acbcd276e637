"""The fixed screen: golden ones of ten games at three sizes, and laws that hold for all of them."""

from __future__ import annotations

from functools import cache

import pytest

from croupier import load
from croupier.game import PLAYER, SAMPLE, Stream
from croupier.game.hosting import HostedGame
from croupier.players import named
from croupier.terminal.answers import AnswerError, Answers
from croupier.terminal.card_names import card_names
from croupier.terminal.displays import points_so_far
from croupier.terminal.frame import frame, printed
from croupier.terminal.session import Session
from croupier.terminal.tabletop import Seen, Tabletop, tricks_taken
from croupier.text.style import Style
from croupier.wire.plan import Plan, plan
from golden import assert_golden

GAMES = (
    "bridge",
    "coup",
    "cribbage",
    "golf_six",
    "hearts",
    "lost_cities",
    "no_thanks",
    "rummy",
    "skat",
    "uno",
)
SIZES = ((80, 24), (100, 30), (140, 50))


@cache
def table_of(name: str) -> tuple[HostedGame, Plan]:
    """A game and the plan of its table, made once."""
    game = load(name, engine="interpreter")
    return game, plan(game)


def session_of(name: str, decisions: int, seed: int = 3) -> Session:
    """A game with one person, after some random decisions, at a decision of that person."""
    game, laid = table_of(name)
    names = ["", *("Ada", "Ben", "Cleo", "Dora", "Emil")][: game.seats]
    session = Session(game, seed=seed, people=(0,), others={}, names=names)
    session.roles = laid
    session.begin()
    stream = Stream.of(seed, PLAYER)
    while session.state.to_move is not None and (decisions > 0 or session.state.to_move != 0):
        session.decide(session.state.options[stream.below(session.state.option_count)])
        decisions -= 1
    return session


def lines_of(session: Session, size: tuple[int, int], seat: int = 0) -> list[str]:
    """The screen of a seat without colours."""
    laid = table_of(session.game.name)[1]
    points = points_so_far(session, seat)
    seen = Seen(session.view(seat), session.names, points, tricks_taken(session.heard, laid))
    lines = frame(Tabletop(session.game, laid), seen, session.story(seat), ["A notice."], size, question="")
    return printed(lines, Style(size[0]))


@pytest.mark.parametrize("name", GAMES)
def test_golden(name: str) -> None:
    session = session_of(name, 14)
    screens = [lines_of(session, size) for size in SIZES]
    for (width, height), lines in zip(SIZES, screens, strict=True):
        assert len(lines) == height - 1
        assert max(map(len, lines)) <= width
    assert_golden(f"frames/{name}.txt", "".join("\n".join(lines) + "\n\f\n" for lines in screens))


@pytest.mark.parametrize("name", GAMES)
def test_states_that_look_the_same_have_the_same_screen(name: str) -> None:
    session = session_of(name, 0, seed=8)
    before = lines_of(session, SIZES[0])
    session.state = session.view(0).sample(Stream.of(1, SAMPLE))
    assert lines_of(session, SIZES[0]) == before


def test_a_trick_is_counted_and_told() -> None:
    session = session_of("hearts", 14)
    tricks = tricks_taken(session.heard, table_of("hearts")[1])
    told = [words for words in session.story(0) if " the trick: " in words]
    assert sum(tricks.values()) == len(told) > 2
    assert not any("places" in words for words in session.story(0))


def test_answers() -> None:
    game = table_of("hearts")[0]
    options = session_of("hearts", 0).view(0).options
    answers = Answers(game.pack, card_names(game.pack))

    def meant(said: str) -> str:
        return answers.option(said, options).text.split()[-1]

    assert {
        meant(said) for said in ("♣A", "CA", "ac", "ace of clubs", "A of clubs", "follow with ♣A", "a")
    } == {"♣A"}
    assert meant("4") == "♣A"
    for said, told in (
        ("follow", "'follow' may mean 1 follow with ♣4 or 2 follow with ♣6"),
        ("♥A", "I do not understand '♥A'"),
        ("9", "There is no option 9"),
        ("\x1b[2J", "I do not understand"),
    ):
        with pytest.raises(AnswerError, match="^" + told.replace("[", r"\[")):
            answers.option(said, options)


def test_a_decision_is_taken_back_anyway_only_alone_and_the_record_says_so() -> None:
    session = session_of("hearts", 0)
    first = session.state.options[0]
    session.others = dict.fromkeys((1, 2, 3), named("random"))
    session.decide(first)
    while session.state.to_move != 0:
        session.play_other()
    objection = session.objection(0)
    assert objection
    session.people = (0, 2)
    assert not session.may_insist(0)
    session.people = (0,)
    session.undo(0, despite=objection)
    assert session.state.options[0] == first
    assert session.taken_back == [(len(session.heard) - 1, objection)]
