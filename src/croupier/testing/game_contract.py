"""The contract of a game: the laws that every player, study and table relies on.

A game is played at random for some seeds, and every law is tried at its decisions. The first one that is
broken is raised in a sentence. What a game declares in `croupier.game.capabilities` is held against the same
done step by step, and against the interpreter where a native game has one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from croupier.catalog.loading import as_recycle, game_with
from croupier.game import PLAYER, SAMPLE, Game, Option, Outcome, State, Stream, View, game_seed
from croupier.game.capabilities import (
    AsksByPrompt,
    CountsRules,
    FinishesAtRandom,
    HasStrategies,
    PlaysBatches,
    ScoresNow,
    SearchesByKernel,
    able,
)
from croupier.game.limits import MAX_DECISIONS, MAX_STEPS
from croupier.game.outcome import Status
from croupier.interpreter.view import View as TableView
from croupier.players import decision, named

SEEDS = range(2)
"""The seeds of the games that are played unless somebody says otherwise."""
MOST = 40
"""After so many decisions a game is left."""
LOOKS = 4
"""At so many decisions of a game copies, views, samples and capabilities are tried."""
SEARCHES = ("pipmc:tests=3", "mcts:iterations=6:samples=2", "ismcts:iterations=6", "moismcts:iterations=6")
"""The searches by which kernels are held against Python."""
BATCH = 6
"""So many games are played by the batch, and one by one."""


def assert_game(game: Game, *, seeds: Sequence[int] = SEEDS, most: int = MOST, looks: int = LOOKS) -> None:
    """Fail unless a game keeps the contract of `croupier.game.protocol`, and its capabilities do.

    Games are played at random up to `most` decisions; at `looks` of these everything is tried. Raises
    AssertionError, which says the law that is broken and where.

    >>> from croupier import load
    >>> assert_game(load("kuhn_poker"))
    """
    for seed in seeds:
        contract = _Contract(game, seed)
        contract.play(most, looks)
    _counting(game)
    _batches(game)


class _Contract:
    """One random game, and the laws at each of its decisions."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.seed = seed
        self.choices: list[int] = []
        found = as_recycle(game)
        self.twin: Game | None = None
        """The same game on the interpreter, if this one is native."""
        if found is not None and found.engine == "native":
            self.twin = game_with(found.program, found.name, "interpreter")

    def play(self, most: int, looks: int) -> None:
        """Play one game, and again."""
        chance = Stream.of(self.seed, PLAYER, self.game.seats)
        state = self.game.start(self.seed)
        other = self.twin.start(self.seed) if self.twin is not None else None
        asked = {most * n // looks // 2 for n in range(looks)}
        seen = list[object]()
        for step in range(most):
            self.position(state)
            seen.append(_told(state, self.game.seats))
            if other is not None:
                self.need(seen[-1] == _told(other, self.game.seats), "both engines play the same game")
            if state.to_move is None:
                break
            looking = step in asked
            if looking:
                self.look(state, other)
                self.need(seen[-1] == _told(state, self.game.seats), "looking at a state leaves it as it is")
            self.choices.append(chance.below(state.option_count))
            self.take(state, self.choices[-1], every=looking)
            if other is not None:
                other.apply(self.choices[-1])
        self.again(seen)

    def need(self, kept: bool, law: str) -> None:
        """Fail with a law unless it is kept."""
        if not kept:
            # Raised, not asserted: under `python -O` it has to fail as well.
            raise AssertionError(
                f"{self.game.name}: {law}; it does not in seed {self.seed} after the choices {self.choices}"
            )

    def position(self, state: State) -> None:
        """Who is to move, the options and the outcome agree."""
        mover, count, options = state.to_move, state.option_count, state.options
        self.need(
            (mover is None) == (state.outcome is not None), "a game has an outcome when nobody is to move"
        )
        self.need(count == len(options), "option_count is the number of options")
        self.need([option.index for option in options] == list(range(count)), "options are numbered from 0")
        self.need(len({option.key for option in options}) == count, "the keys of options differ")
        self.need(len({option.text for option in options}) == count, "the texts of options differ")
        if mover is None:
            self.need(not count, "a game that is over has no options")
            return
        self.need(0 <= mover < self.game.seats, "the seat to move is one of the game's")
        self.need(count > 1, "a decision has two options at least")

    def take(self, state: State, index: int, *, every: bool) -> None:
        """An option does the same, named by itself and by its index."""
        option = state.options[index]
        ways: tuple[Option | int | str, ...] = (option,) if every else ()
        twins = [state.copy() for _ in ways]
        state.apply(index)
        for twin, way in zip(twins, ways, strict=True):
            twin.apply(way)
            same = _told(twin, self.game.seats) == _told(state, self.game.seats)
            self.need(same, f"an option does the same by index and as {way!r}")

    def again(self, seen: list[object]) -> None:
        """The same seed and choices give the same game."""
        state = self.game.start(self.seed)
        for step, told in enumerate(seen):
            same = _told(state, self.game.seats) == told
            self.need(same, f"the same seed and choices give the same game, also at decision {step}")
            if step < len(self.choices):
                state.apply(self.choices[step])

    def look(self, state: State, other: State | None) -> None:
        """Everything that can be tried at a decision."""
        self.copies(state)
        for seat in range(self.game.seats):
            self.views(state, seat)
        self.finishing(state, other)
        self.scoring(state, other)
        self.searching(state)
        self.answering(state)

    def copies(self, state: State) -> None:
        """A copy goes on by itself, with the same chances ahead."""
        before, copies = _told(state, self.game.seats), (state.copy(), state.copy())
        ends = [[*_played(copy, Stream.of(self.seed, PLAYER, 99), self.game.seats)] for copy in copies]
        self.need(_told(state, self.game.seats) == before, "a copy goes on without changing the original")
        self.need(ends[0] == ends[1], "copies have the same chances ahead")

    def views(self, state: State, seat: int) -> None:
        """A view tells of its seat, and samples agree with it."""
        view = state.view(seat)
        self.need((view.seat, view.seats) == (seat, self.game.seats), "a view knows its seat and the seats")
        self.need(view.to_move == state.to_move, "a view tells who is to move")
        theirs = state.options if state.to_move == seat else ()
        self.need(view.options == theirs, "a view has the options of its own seat, and no others")
        self.need(view.option_count == len(view.options), "a view counts its options")
        together = sorted(member for team in view.teams for member in team)
        self.need(together == list(range(self.game.seats)), "every seat is in one team")
        alike = state.view(seat)
        self.need(view == alike and hash(view) == hash(alike), "views are equal where a seat sees the same")
        for number in range(2):
            sample = view.sample(Stream.of(self.seed, SAMPLE, number))
            seen = sample.view(seat)
            self.need(seen == view, "a sample agrees with the view: the seat cannot tell them apart")
            self.need(hash(seen) == hash(view), "equal views have equal hashes")
            self.need(sample.to_move == state.to_move, "the same seat is to move in a sample")
            self.position(sample)
            twin = view.sample(Stream.of(self.seed, SAMPLE, number))
            pasts = [
                [*_played(one, Stream.of(self.seed, PLAYER, 98), self.game.seats)] for one in (sample, twin)
            ]
            self.need(pasts[0] == pasts[1], "the same view and stream give the same sample")

    def finishing(self, state: State, other: State | None) -> None:
        """Finishing at random repeats itself; on two engines it is what choosing one by one comes to."""
        ends, streams = list[object](), list[Stream]()
        for _ in range(2):
            quick = able(state.copy(), FinishesAtRandom)
            if quick is None:
                return
            streams.append(Stream.of(self.seed, PLAYER, 97))
            ends.append(_ended(quick.finish_at_random(streams[-1])))
        self.need(None not in ends, "finishing at random comes to an end")
        self.need(ends[0] == ends[1], "finishing at random comes to the same with the same stream")
        if other is not None:
            stream = Stream.of(self.seed, PLAYER, 97)
            slow = _ended(_chosen_to_the_end(other.copy(), lambda at: stream.below(at.option_count)))
            self.need(ends[0] == slow, "finishing at random ends as the interpreter does, choice by choice")
            self.need(streams[0] == stream, "finishing at random draws as the interpreter does")

    def scoring(self, state: State, other: State | None) -> None:
        """The scores as they stand are those of both engines, and asking for them changes nothing."""
        scored = able(state, ScoresNow)
        twin = able(other, ScoresNow) if other is not None else None
        if other is not None:
            self.need((scored is None) == (twin is None), "both engines score now, or neither does")
        if scored is None:
            return
        found = _ended(scored.outcome_now())
        self.need(found == _ended(scored.outcome_now()), "scoring now gives the same twice")
        if twin is not None:
            self.need(found == _ended(twin.outcome_now()), "scoring now is the same on both engines")

    def searching(self, state: State) -> None:
        """Kernels find what the player's own definition finds."""
        view = state.view(state.to_move or 0)
        searched = able(view, SearchesByKernel)
        if searched is None or searched.root is None or not isinstance(view, TableView):
            return
        for search in SEARCHES:
            found = [_assessed(search, one) for one in (view, view.without_kernels())]
            law = f"a search by kernels ({search}) finds what the same search in Python finds"
            self.need(found[0] == found[1], law)

    def answering(self, state: State) -> None:
        """A strategy of the program takes one of the options, the same with the same stream."""
        view = state.view(state.to_move or 0)
        own = able(view, HasStrategies)
        if own is not None and not own.own_missing:
            taken = [own.own_choice(Stream.of(self.seed, PLAYER, 95)) for _ in range(2)]
            self.need(taken[0] == taken[1], "a strategy takes the same with the same stream")
            known = isinstance(taken[0], str) or 0 <= taken[0] < view.option_count
            self.need(known, "a strategy takes one of the options, or says why it takes none")
        asked = able(view, AsksByPrompt)
        if asked is not None:
            self.need(isinstance(asked.prompt, str), "a prompt is a text")


def _told(state: State, seats: int) -> tuple[object, ...]:
    """All that can be asked of a state by anybody."""
    options = [(option.index, option.key, option.text) for option in state.options]
    views = () if state.outcome is not None else tuple(state.view(seat) for seat in range(seats))
    return state.to_move, options, _ended(state.outcome), views


def _played(state: State, stream: Stream, seats: int, most: int = 8) -> Iterator[object]:
    """A state as it goes on at random for some decisions."""
    for _ in range(most):
        yield state.to_move, state.options, _ended(state.outcome)
        if state.to_move is None:
            return
        state.apply(stream.below(state.option_count))
    yield _told(state, seats)


def _ended(outcome: Outcome | None) -> tuple[object, ...] | None:
    """An outcome as far as games that are the same have the same."""
    if outcome is None:
        return None
    return outcome.status, outcome.reason, outcome.scores, outcome.ranks, outcome.wins


def _assessed(search: str, view: View) -> object:
    player = named(search)(view.seat, view.seats, Stream.of(5, PLAYER, 0))
    player.explains = True
    chosen = decision(player, view)
    return chosen.index, player.assessment


def _engines(game: Game) -> list[Game]:
    """The game, and the same on the interpreter if it is native."""
    found = as_recycle(game)
    if found is None or found.engine != "native":
        return [game]
    return [game, game_with(found.program, found.name, "interpreter")]


def _counting(game: Game) -> None:
    """Counting changes no game, is the same on both engines, and many games count as one by one."""
    counts: list[tuple[int, ...]] = []
    for one in _engines(game):
        able_to = able(one, CountsRules)
        if able_to is None:
            return
        counted, ended = able_to.counting(), one.start(1)
        found, outcome = counted.play(1, _chooser(1), max_steps=MAX_STEPS, max_decisions=MAX_DECISIONS)
        if _ended(_chosen_to_the_end(ended, _chooser(1))) != _ended(outcome):
            raise AssertionError(f"{game.name}: a game that counts is the same game; it ends otherwise")
        counts.append(found)
    if len({*counts}) > 1:
        raise AssertionError(f"{game.name}: counting is the same on both engines; seed 1 counts otherwise")


def _chooser(seed: int) -> Callable[[State], int]:
    stream = Stream.of(seed, PLAYER, 96)
    return lambda state: stream.below(state.option_count)


def _chosen_to_the_end(state: State, choose: Callable[[State], int]) -> Outcome:
    while state.outcome is None:
        state.apply(choose(state))
    return state.outcome


def _batches(game: Game) -> None:
    """Games by the batch come to what the same games come to one by one."""
    quick = able(game, PlaysBatches)
    if quick is None:
        return
    sums = quick.batches(max_steps=MAX_STEPS, max_decisions=MAX_DECISIONS).play(1, 0, BATCH)
    odd = {index for part in sums for index in part.odd}
    ends = [_by_players(game, game_seed(1, index)) for index in range(BATCH) if index not in odd]
    finished = [end for end in ends if end.status is Status.FINISHED]
    if sum(part.games for part in sums) != len(finished):
        raise AssertionError(f"{game.name}: a batch counts the games that finish; it counts otherwise")
    for seat in range(game.seats):
        batched = sum(part.seats[seat].scores for part in sums if part.games)
        if batched != sum(end.scores[seat] for end in finished):
            raise AssertionError(f"{game.name}: games by the batch score as one by one; seat {seat} does not")


def _by_players(game: Game, seed: int) -> Outcome:
    """A game among random players with streams of their own, as in a simulation."""
    make = named("random")
    streams = [make.stream(seed, seat) for seat in range(game.seats)]
    return _chosen_to_the_end(
        game.start(seed), lambda state: streams[state.to_move or 0].below(state.option_count)
    )
