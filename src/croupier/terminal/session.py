"""A game that people play: who sits where, what has happened, what may be taken back."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from croupier.game import Option, Transcript, game_seed
from croupier.game.hosting import Event, HostedGame, HostedState, Listener
from croupier.game.limits import MAX_DECISIONS, MAX_STEPS
from croupier.game.move_words import NO_ROLES, Audience, Roles
from croupier.game.recording import TranscriptFile
from croupier.game.telling import news
from croupier.game.transcript import (
    Line,
    seen_by,
    with_forfeit,
    with_forfeits_noted,
    with_names,
    with_taken_back,
)
from croupier.players import Maker, Player, answering, decision, named
from croupier.terminal.table_changes import TableWatch

MAX_MOMENTS = 1000
"""So many decisions are kept to be taken back; each holds a copy of the game."""


@dataclass(eq=False)
class Moment:
    """A decision that somebody took: the game before it, and what the seat has learnt since."""

    seat: int
    before: HostedState
    heard: int
    """How many events there were."""
    known: frozenset[Hashable]
    """What the seat knew then: the cards, for example."""
    last_turns: dict[int, int]
    """How many events there had been at the last turn of each person."""
    learnt: set[Hashable] = field(default_factory=set)
    """What it has come to know since, even if only for a moment."""


class Session:
    """One game at the table.

    The players of the other seats are made anew for every decision, each from a stream that belongs to the
    seed, the decision and the seat. So whoever takes a decision back or resumes a game meets the same
    opponents, and gains nothing by it.
    """

    def __init__(
        self,
        game: HostedGame,
        *,
        seed: int,
        people: Sequence[int],
        others: Mapping[int, Maker],
        names: Sequence[str] = (),
        max_steps: int = MAX_STEPS,
        max_decisions: int = MAX_DECISIONS,
    ) -> None:
        self.game = game
        self.people = tuple(people)
        self.others = others
        self.names = tuple(names)
        """What people are called, by seat; nothing for those who have no name."""
        self.state = game.fresh(seed, max_steps=max_steps, max_decisions=max_decisions)
        self.heard: list[Line] = []
        """Every event so far, as the transcript has it."""
        self.file: TranscriptFile | None = None
        self._players: tuple[str, ...] = ()
        """The players of the file's header."""
        self.searches: dict[int, Line] = {}
        """What players have noted about their search, by the index of the decision among the events."""
        self.forfeits: dict[int, str] = {}
        """The seats whose programs have failed, and why; they play on at random."""
        self._forfeited_at: dict[int, int] = {}
        """By seat the decision at which its program has failed, as its index among the events."""
        self.taken_back: list[tuple[int, str]] = []
        """Decisions taken back although something had been revealed: after which event, and the objection."""
        self.roles: Roles = NO_ROLES
        """The roles of places on the table, for news in the words of players."""
        self.thinking: Player | None = None
        """The player who decides just now, if nobody sits there."""
        self._moments: list[Moment] = []
        self._last_turns = dict.fromkeys(people, 0)
        self._watch = TableWatch(people)
        self._listen()

    def begin(self, transcript: Transcript | None = None) -> None:
        """Deal, and play what a transcript (which has been verified) tells."""
        self.state.begin()
        for choice in transcript.choices if transcript is not None else ():
            self.decide(next(o for o in self.state.options if o.key == choice["private"]["key"]))
        if transcript is not None:
            self.searches.update(transcript.searches)
            self.forfeits.update(transcript.forfeits)
            self._forfeited_at.update(transcript.forfeited_at)
            self.taken_back = list(transcript.taken_back)

    def stand_at(self, state: HostedState, transcript: Transcript | None = None) -> None:
        """Begin at a position that was arranged, instead of the deal; and play what has happened since."""
        self.state = state
        self._listen()
        for choice in transcript.choices if transcript is not None else ():
            self.decide(next(o for o in self.state.options if o.key == choice["private"]["key"]))

    def moved_to(self, game: HostedGame) -> Session:
        """The same game at the same decision on another engine; the record goes on in the same file."""
        limits = self.game.header(self.state).get("limits", {})
        twin = Session(
            game,
            seed=self.state.seed,
            people=self.people,
            others=self.others,
            names=self.names,
            **{f"max_{key}": value for key, value in limits.items()},
        )
        twin.state.begin()
        for line in self.heard:
            if line["event"] == "decision" and not line["private"].get("forced"):
                key = line["private"]["key"]
                twin.decide(next(option for option in twin.state.options if option.key == key))
        twin.searches, twin.forfeits = self.searches, self.forfeits
        twin._forfeited_at = self._forfeited_at
        twin.taken_back, twin.roles = self.taken_back, self.roles
        twin.file = self.file
        return twin

    def record(self, file: TranscriptFile, players: Sequence[str]) -> None:
        """Write what has happened and will happen into a file; what is already in it stays."""
        self.file = file
        if not len(file):
            file.add(self._header(players))
        self._players = tuple(players)
        for index in range(len(file) - 1, len(self.heard)):
            file.add(self._line(index))

    # Deciding

    def decide(self, option: Option) -> None:
        """Take an option for the seat that is to move."""
        seat = self.state.to_move
        assert seat is not None
        known = self.state.knowledge(seat)
        moment = Moment(seat, self.state.copy(), len(self.heard), known, self._last_turns.copy())
        self._moments.append(moment)
        del self._moments[:-MAX_MOMENTS]
        if seat in self._last_turns:
            self._last_turns[seat] = len(self.heard)
        self.state.apply(option)

    def play_other(self) -> None:
        """Let the player of a seat at which nobody sits decide."""
        seat = self.state.to_move
        assert seat is not None
        player = self._player(seat, self.others[seat] if seat not in self.forfeits else named("random"))
        self.thinking = player
        try:
            chosen = decision(player, self.state.view(seat))
        finally:
            self.thinking = None
            with answering(player):
                player.close()
        if player.forfeited:
            self.forfeits[seat] = player.forfeited
            self._forfeited_at[seat] = len(self.heard)
        if player.assessment is not None:
            self.searches[len(self.heard)] = {"iterations": player.assessment.iterations}
        self.decide(chosen)

    def hurry(self) -> None:
        """Have the player who thinks just now decide by what it has found so far; any thread may call it."""
        player = self.thinking
        if player is not None:
            player.stop()

    def seat(self, seat: int, make: Maker | None) -> None:
        """Give a seat to a player, or with None to a person."""
        people = {*self.people} - {seat} if make is not None else {*self.people, seat}
        self.people = tuple(sorted(people))
        self.others = {other: maker for other, maker in self.others.items() if other != seat}
        if make is not None:
            self.others = {**self.others, seat: make}
            self.forfeits.pop(seat, None)
        self._last_turns.setdefault(seat, len(self.heard))
        self._watch = TableWatch(self.people)

    def _player(self, seat: int, make: Maker) -> Player:
        """The player of a seat at this decision."""
        seed = game_seed(self.state.seed, self.state.decisions)
        return make(seat, self.game.seats, make.stream(seed, seat))

    def view(self, seat: int) -> Any:
        """What a seat may know now."""
        return self.state.view(seat)

    def news(self, seat: int) -> list[str]:
        """What has happened since the seat's last turn, as it may know it."""
        return self._told(seat, self._last_turns[seat])

    def story(self, seat: int) -> list[str]:
        """Everything that has happened, as the seat may know it."""
        return self._told(seat, 0)

    def _told(self, seat: int, since: int) -> list[str]:
        """What a seat may know of the events since so many, and of what it has seen change on the table."""
        self._watch.look(self.state, len(self.heard), self.names)
        found: list[str] = []
        for until, words in (*self._watch.of(seat, since, self.names), (len(self.heard), "")):
            heard = [seen_by(event, seat) for event in self.heard[since:until]]
            found += news(heard, seat, self.names, self.roles)
            found += [words] if words else []
            since = until
        return found

    # Taking back

    def objection(self, seat: int, *, agreed: bool = False) -> str:
        """Why the seat may not take its last decision back; empty if it may.

        Where the others have to agree anyway, nothing is asked about what they decided: whether a decision
        shows itself goes by cards that the seat does not see, and so the answer would tell of them.
        """
        moment = self._last_of(seat)
        if moment is None:
            return "you have not decided anything yet"
        if moment.before.chance != self.state.chance:
            return "chance has been drawn since"
        if moment.learnt:
            return "you have seen a card since that you did not know before"
        for later in self._moments[self._moments.index(moment) + 1 :] if not agreed else ():
            if later.seat != seat and _shows(later.before, seat):
                who = Audience(None, self.names).who(later.seat)
                return f"{who} has shown the decision since"
        return ""

    def may_insist(self, seat: int) -> bool:
        """The seat may take its last decision back all the same: nobody else is at the table."""
        return self.people == (seat,) and self._last_of(seat) is not None

    def undo(self, seat: int, *, despite: str = "") -> list[int]:
        """Go back to before the seat's last decision; the other people who will have to decide again.

        Despite an objection only where the seat `may_insist`: the game is marked so from then on.
        """
        moment = self._last_of(seat)
        assert moment is not None
        if despite and not self.may_insist(seat):
            raise ValueError("other people are at the table")
        at = self._moments.index(moment)
        again = sorted(
            {later.seat for later in self._moments[at + 1 :] if later.seat in self.people} - {seat}
        )
        del self._moments[at:]
        del self.heard[moment.heard :]
        self._watch.forget(moment.heard)
        self.searches = {index: found for index, found in self.searches.items() if index < moment.heard}
        for other in [other for other, index in self._forfeited_at.items() if index >= moment.heard]:
            # The decision at which it failed is taken back as well: it is asked again.
            del self.forfeits[other], self._forfeited_at[other]
        self.state = moment.before.copy()
        self._listen()
        self._last_turns = moment.last_turns
        last = len(self.heard) - 1
        self.taken_back = [(min(index, last), reason) for index, reason in self.taken_back]
        if despite:
            self.taken_back.append((last, despite))
        if self.file is not None:
            # Marks stand in the last line that stays.
            self.file.cut(1 + last)
            self.file.add(self._line(last) if last >= 0 else self._header(self._players))
        return again

    def _last_of(self, seat: int) -> Moment | None:
        return next((moment for moment in reversed(self._moments) if moment.seat == seat), None)

    # Listening

    def _listen(self) -> None:
        self.state.listen(self._noticing(self.state.recorder(self._hear, len(self.heard))))

    def _noticing(self, recorder: Listener) -> Listener:
        state = self.state

        def heard(event: Event, place: Any) -> None:
            mover = event[1] if event[0] == "decision" else None
            self._watch.look(state, len(self.heard), self.names, mover)
            recorder(event, place)
            for seat in self.people:
                moment = self._last_of(seat)
                if moment is not None:
                    moment.learnt |= state.knowledge(seat) - moment.known

        return heard

    def _hear(self, line: Line) -> None:
        self.heard.append(line)
        if self.file is not None:
            self.file.add(self._line(len(self.heard) - 1))

    def _header(self, players: Sequence[str]) -> Line:
        """The first line of the file."""
        line = with_names(self.game.header(self.state, players), self.names)
        return with_taken_back(line, [reason for at, reason in self.taken_back if at < 0])

    def _line(self, index: int) -> Line:
        """An event as the file has it."""
        line, noted = self.heard[index], self.searches.get(index)
        line = with_taken_back(line, [reason for at, reason in self.taken_back if at == index])
        if line["event"] == "end":
            return with_forfeits_noted(line, self.forfeits)
        for seat, at in self._forfeited_at.items():
            if at == index:
                line = with_forfeit(line, self.forfeits[seat])
        return line if noted is None else {**line, "search": noted}


def _shows(before: HostedState, seat: int) -> bool:
    """Whether what a seat saw after a decision tells it: other options would have looked different."""
    sights: list[Hashable] = []
    for option in range(before.option_count):
        twin = before.copy()
        twin.apply(option)
        sight = twin.sight(seat)
        if sights and sight != sights[0]:
            return True
        sights = sights or [sight]
    return False
