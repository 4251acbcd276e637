"""Guests by links, over real connections: what they are sent, what they may ask, and what they survive."""

from __future__ import annotations

import argparse
import json
import os
import random
import runpy
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from croupier import load
from croupier.game import Transcript
from croupier.studio.guests import SITTING, WATCHING
from croupier.studio.hub import Hub
from croupier.wire.events import EventWriter
from croupier.wire.snapshot import snapshot
from croupier.wire.watching import WATCHER, watched_snapshot
from strategies import ROOT
from studio_server import Page, Studio, running_studio

pytestmark = pytest.mark.slow
SHARED = ("--share", "--address", "127.0.0.2")


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with running_studio(tmp_path_factory.mktemp("studio"), *SHARED) as found:
        yield found


class Guest:
    """Somebody at a seat, who knows the newest of all that the page was sent."""

    _begin: int
    _newest: dict[str, Any]

    def __init__(self, page: Page) -> None:
        self.page = page
        self.join()

    def join(self) -> None:
        joined = self.page.ask("table.join")
        self.table, self.seat = joined["table"], joined["seat"]
        self._begin, self._newest = len(self.page.received) - 1, {"n": -1}

    @property
    def newest(self) -> dict[str, Any]:
        """The message with the newest snapshot, whatever came first."""
        for text in self.page.received[self._begin :]:
            message = json.loads(text)
            if message.get("snapshot") and message["n"] >= self._newest["n"]:
                self._newest = message
        self._begin = len(self.page.received)
        return self._newest

    @property
    def shown(self) -> dict[str, Any]:
        return dict(self.newest["snapshot"])

    def wait(self, events: int) -> None:
        """Wait until we have heard of so many events."""
        while self.newest["n"] < events:
            self.page.until(lambda m: m.get("ev") == "table")

    def choose(self, key: str) -> dict[str, Any]:
        shown = self.shown
        return self.page.ask("table.choose", table=self.table, seat=self.seat, at=shown["at"], key=key)


def seated(studio: Studio, links: dict[int | None, str]) -> dict[int, Guest]:
    return {seat: Guest(Page.guest(studio, url)) for seat, url in links.items() if seat is not None}


def mover(guests: dict[int, Guest]) -> Guest | None:
    """Whoever is to decide, as soon as all have heard of it; None if the game is over."""
    first = next(iter(guests.values()))
    while True:
        events = max(guest.newest["n"] for guest in guests.values())
        for guest in guests.values():
            guest.wait(events)
        if first.shown["to_move"] is None:
            return None
        if first.shown["to_move"] in guests:
            return guests[first.shown["to_move"]]
        # A player of ours decides.
        first.wait(events + 1)


def play_out(guests: dict[int, Guest]) -> None:
    """Play until the game is over; everybody hears of every decision."""
    rng = random.Random(3)
    while (guest := mover(guests)) is not None:
        events, options = guest.newest["n"], guest.shown["options"]
        assert "error" not in guest.choose(rng.choice(options)["key"])
        guest.wait(events + 1)


def test_every_byte_of_a_whole_game_is_what_a_seat_may_know(studio: Studio) -> None:
    table, links = studio.shared("hearts", "link", "link", "link", "link", set={"PASS": "3"})
    watcher = Page.guest(studio, links[None])
    watcher.ask("table.join")
    guests = seated(studio, links)
    play_out(guests)
    watcher.until(lambda m: m.get("ev") == "table" and m["snapshot"].get("outcome"))
    transcript = Transcript.read(studio.folder / "tables" / f"{table}.jsonl")
    pages = {**{seat: guest.page for seat, guest in guests.items()}, WATCHER: watcher}
    names = [f"Seat {seat}" for seat in range(4)]
    assert check_bytes(transcript, pages, names) > 200


def check_bytes(transcript: Transcript, pages: dict[int, Page], names: list[str]) -> int:
    """Compare everything that pages were sent with what their views hold; the number of messages."""
    header = transcript.header
    game = load(header["game"], settings={k: v for k, v in header["settings"].items() if k != "SEATS"})
    states: dict[int, Any] = {}
    state = game.start(int(header["seed"]))
    for choice in transcript.choices:
        if not choice["private"].get("forced"):
            states[state.decisions] = state.copy()
            state.apply(choice["private"]["key"])
    states[state.decisions] = state
    seed, checked = str(header["seed"]), 0
    for seat, page in pages.items():
        writer = EventWriter(game.pack, seat, names)
        for text in page.received:
            message = json.loads(text)
            shown = message.pop("snapshot", None)
            if shown is not None:
                there = states[shown["at"]]
                ours = (
                    watched_snapshot(there, game.pack, game.seats)
                    if seat == WATCHER
                    else snapshot(there.view(seat), there.outcome)
                )
                assert shown == ours
                assert message.get("seed", "") in ("", seed if there.outcome else "")
                checked += 1
            for event in message.pop("events", ()):
                if event["event"] != "end":
                    assert event == writer.event(transcript.events[event["n"] - 1])
            log = message.pop("log", [])
            assert all(word in {writer.event(line)["words"] for line in transcript.events} for word in log)
            # What is left is the same for everybody, and has no card in it but the faces of all kinds.
            allowed = {
                "re", "ev", "table", "game", "title", "players", "words", "kinds", "plan", "faces", "rules",
                "role", "own", "seed", "deal_may_be_known", "shared", "seats", "thinking", "undone",
                "proposal", "n", "seat", "curtain", "people", "notes", "paused",
            }  # fmt: skip
            assert set(message) <= allowed
            if "outcome" not in (shown or {}):
                assert seed not in text
    return checked


NEEDS = {
    "table": "t", "game": "hearts", "seat": 0, "who": "random", "seats": [{"who": "you"}] * 4, "text": "x",
    "replay": "x", "n": 0, "link": "x", "at": 1, "key": "x", "name": "Eve", "word": 0, "yes": True,
    "protocol": 1, "screen": "owner", "player": "strong",
}  # fmt: skip


@pytest.mark.parametrize("seat", [1, None])
def test_a_guests_token_is_good_for_its_seat_and_nothing_else(
    studio: Studio, tmp_path: Path, seat: int | None
) -> None:
    """Every message of the protocol is tried with it, by both ways, at the own table and at another."""
    table, links = studio.shared("agram", "you", "link", "random")
    other, _ = studio.shared("agram", "you", "link")
    page = Page.guest(studio, links[seat])
    page.ask("table.join")
    owner = Page(studio)
    allowed = WATCHING if seat is None else SITTING
    questions = [*Hub(tmp_path, tmp_path)._does(), "table.about", "table.restore", "table.fork", "nothing"]
    assert set(allowed) < set(questions)
    before = owner.ask("table.join", table=table)["snapshot"], sorted(os.listdir(studio.folder))
    for what in questions:
        for at in (table, other):
            asked = {**NEEDS, "table": at}
            found = page.ask(what, **asked)
            assert (
                by_http(studio, links[seat], what, asked).get("error") == found.get("error")
                or what in allowed
            )
            if what not in allowed:
                assert found["error"]["code"] == "forbidden", what
            elif at == other and what not in ("hello", "ping", "table.join"):
                assert found["error"]["code"] == "stale", what
            elif what == "table.join":
                # Wherever it asks to go, it is taken to its own table and seat.
                assert (found["table"], found["seat"]) == (table, -1 if seat is None else seat)
                assert found["role"] == ("watcher" if seat is None else "guest")
            elif what == "table.choose":
                assert found["error"]["code"] == "stale"
    after = owner.ask("table.join", table=table)["snapshot"], sorted(os.listdir(studio.folder))
    assert after == before
    assert by_http(studio, links[seat], "table.open", NEEDS)["error"]["code"] == "forbidden"


def by_http(studio: Studio, url: str, what: str, body: dict[str, Any]) -> dict[str, Any]:
    token, base = url.partition("#seat=")[2], url.partition("/t/")[0]
    return Studio(base, token, "", studio.process, studio.folder).ask(what, **body)


def test_the_owners_token_is_refused_on_the_network(studio: Studio) -> None:
    with pytest.raises(InvalidStatus):
        Page(studio, base=studio.share)
    assert "error" in Studio(studio.share, studio.token, "", studio.process, studio.folder).ask("games")


def test_a_link_that_was_taken_back_is_worth_nothing(studio: Studio) -> None:
    table, links = studio.shared("agram", "you", "link")
    guest = Page.guest(studio, links[1])
    guest.ask("table.join")
    ident = next(
        link["link"] for link in studio.ask("table.links", table=table)["links"] if link["seat"] == 1
    )
    assert [link["seat"] for link in studio.ask("table.revoke", table=table, link=ident)["links"]] == [None]
    guest.until(lambda m: m.get("ev") == "table.revoked")
    assert guest.ask("table.join")["error"]["code"] == "revoked"
    with pytest.raises(InvalidStatus):
        Page.guest(studio, links[1])
    fresh = studio.ask("table.invite", table=table, seat=1)["links"][0]["url"]
    assert fresh != links[1]
    assert Page.guest(studio, fresh).ask("table.join")["seat"] == 1


def test_somebody_comes_back_and_takes_the_seat_again(studio: Studio) -> None:
    table, links = studio.shared("kuhn_poker", "link", "link")
    first, other = Page.guest(studio, links[0]), Page.guest(studio, links[1])
    joined = first.ask("table.join")
    other.ask("table.join")
    second = Page.guest(studio, links[0])
    second.ask("table.join")
    first.until(lambda m: m.get("ev") == "table.replaced")
    second.socket.close()
    gone = other.until(lambda m: m.get("ev") == "table.people" and m["people"]["seats"] == [1])
    assert gone["people"] == {"owner": False, "seats": [1], "watching": 0}
    studio.ask("table.replace", table=table, seat=0, who="random")
    other.until(lambda m: m.get("ev") == "table" and m["snapshot"]["at"] > joined["snapshot"]["at"])
    back = Page.guest(studio, links[0])
    found = back.ask("table.resume", table=table, n=joined["n"], undone=0, seat=0)
    assert found["events"]
    assert found["seats"][0]["person"]
    other.until(lambda m: m.get("ev") == "table.seats" and m["notes"])


def test_the_record_is_closed_while_others_play(studio: Studio) -> None:
    table, links = studio.shared("kuhn_poker", "you", "link")
    owner, guest = Page(studio), Page.guest(studio, links[1])
    owner.ask("table.join", table=table)
    guest.ask("table.join")
    for what, more in (("replay.open", {}), ("table.save", {}), ("table.again", {"seed": "same"})):
        assert "others still play" in owner.ask(what, table=table, **more)["error"]["message"]
    owner.ask("table.reveal", table=table)
    guest.until(lambda m: (m.get("proposal") or {}).get("vote"))
    guest.ask("table.vote", table=table, yes=True)
    owner.until(
        lambda m: m.get("notes") == ["All have agreed that the owner of the table looks at open cards."]
    )
    assert "replay" in owner.ask("replay.open", table=table)


def test_everybody_goes_on_to_the_next_game_by_the_same_link(studio: Studio) -> None:
    _, links = studio.shared("kuhn_poker", "link", "link")
    guests = seated(studio, links)
    play_out(guests)
    table = guests[0].table
    found = studio.ask("table.again", table=table, seed="next", shift=1)
    for seat, guest in guests.items():
        moved = guest.page.until(lambda m: m.get("ev") == "table.moved")
        assert moved["goal"] == found["table"]
        guest.join()
        assert (guest.table, guest.seat) == (found["table"], (seat + 1) % 2)
    play_out({guest.seat: guest for guest in guests.values()})


def test_a_table_outlives_the_server_and_no_decision_is_lost_or_doubled(tmp_path: Path) -> None:
    """The server and its processes are killed in the middle of decisions, again and again."""
    rng = random.Random(1)
    said: list[tuple[int, int, str]] = []
    port = None
    table = ""
    links: dict[int | None, str] = {}
    for _ in range(3):
        with running_studio(tmp_path, *SHARED, port=port) as studio:
            port = int(studio.host.split(":")[1])
            if not table:
                table, links = studio.shared("hearts", "link", "link", "random", "link")
            guests = seated(studio, links)
            for at, seat, key in said[-2:]:
                # Whoever does not know whether a choice has arrived says it again.
                events = guests[seat].newest["n"]
                again = guests[seat].page.ask("table.choose", table=table, seat=seat, at=at, key=key)
                assert "error" not in again
                if not again.get("already"):
                    guests[seat].wait(events + 1)
            for step in range(5):
                guest = mover(guests)
                assert guest is not None
                events, at = guest.newest["n"], guest.shown["at"]
                key = rng.choice(guest.shown["options"])["key"]
                said.append((at, guest.seat, key))
                if step == 4:
                    # Nobody waits for the answer to this one.
                    choice = {"table": table, "seat": guest.seat, "at": at, "key": key}
                    guest.page.socket.send(json.dumps({"id": 99, "do": "table.choose", **choice}))
                    break
                assert "error" not in guest.choose(key)
                guest.wait(events + 1)
            studio.process.send_signal(signal.SIGKILL)
            studio.process.wait()
    lines = [json.loads(line) for line in (tmp_path / "tables" / f"{table}.jsonl").read_text().splitlines()]
    made = [line for line in lines if line.get("event") == "decision"]
    # All but the very last, which may not have arrived, are there once, in their place.
    for at, seat, key in said[:-1]:
        line = made[at - 1]
        assert (line["public"]["seat"], line["private"]["key"]) == (seat, key)


def test_slow_vanishing_and_hostile_guests_harm_nobody(studio: Studio) -> None:
    """A game goes on among two people while others do all that they can."""
    _, links = studio.shared("agram", "link", "link", "link", "link")
    _, calm = studio.shared("kuhn_poker", "link", "link")
    slow = Page.guest(studio, links[0])
    slow.socket.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    for number in range(120):
        # Big answers that are never read.
        slow.socket.send(json.dumps({"id": number, "do": "table.join"}))
    hostile = Page.guest(studio, links[1])
    for text in ("{", "[]", '{"id": 1}', '{"id": 1, "do": {"x": 1}}', '{"id": 1, "do": [], "at": {}}'):
        hostile.socket.send(text)
    stale = {"do": "table.choose", "seat": 1, "at": 1, "key": "x", "table": "nothing"}
    for number in range(40):
        hostile.socket.send(json.dumps({"id": number, **stale}))
    big = Page.guest(studio, links[2])
    big.socket.send('{"id": 1, "do": "' + "x" * 100_000 + '"}')
    with pytest.raises(ConnectionClosed):
        big.until(lambda m: False)
    gone = Page.guest(studio, links[3])
    gone.ask("table.join")
    gone.socket.socket.close()
    host, port = studio.share.removeprefix("http://").split(":")
    halves = [socket.create_connection((host, int(port))) for _ in range(20)]
    for half in halves:
        half.send(b"GET / HTTP/1.1\r\nHost: 127.0.0.2\r\nX-Half: ")
    guests = seated(studio, calm)
    play_out(guests)
    for half in halves:
        half.close()
    assert "error" not in studio.ask("table.list")


def test_many_people_at_several_tables_at_once() -> None:
    """A small part of `benchmarks/studio_load.py`."""
    measured = runpy.run_path(str(ROOT / "benchmarks" / "studio_load.py"))["measured"]
    asked = {
        "tables": 3,
        "seats": 4,
        "game": "agram",
        "seconds": 3,
        "think": 0.05,
        "breaking": 0.1,
        "seed": 1,
    }
    found = measured(argparse.Namespace(**asked))
    assert (found["lost"], found["doubled"]) == (0, 0)
    assert found["decisions_answered"] > 5
