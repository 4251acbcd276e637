"""Tournaments: the same deals for everybody, whoever plays which game when."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from croupier.catalog.loading import find_source
from croupier.game import game_seed
from croupier.lab.crosstable import forfeits, tournament_data, tournament_text
from croupier.lab.significance import holm, p_value
from croupier.lab.simulate import Plan
from croupier.lab.standings import duels, rated, rows
from croupier.lab.statistics import Moments
from croupier.lab.store.identity import Identity
from croupier.lab.tournament import Record, Result, Tournament, hold
from croupier.lab.work import Crew
from croupier.players import PlayerError

pytestmark = pytest.mark.slow


def tournament(
    game: str = "kuhn_poker", *players: str, deals: int = 4, pairings: str = "pairs"
) -> Tournament:
    """A small tournament."""
    chosen = players or ("random", "pipmc:tests=2", "random")
    return Tournament(Plan(find_source(game), game, seed=3), chosen, deals, pairings)


def test_every_player_is_alone_at_every_seat() -> None:
    assert tournament("agram", "a", "b").seatings == (
        (0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0),
        (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1),
    )  # fmt: skip


def test_two_seats_have_two_seatings_a_pair_and_partners_sit_together() -> None:
    assert tournament("kuhn_poker", "a", "b").seatings == ((0, 1), (1, 0))
    assert tournament("whist", "a", "b").seatings == ((0, 1, 0, 1), (1, 0, 1, 0))
    assert len(tournament("kuhn_poker", "a", "b", "c").seatings) == 6


def test_all_seatings_give_every_player_every_seat_equally_often() -> None:
    for players, number in ((("a", "b"), 6), (("a", "b", "c"), 36), (("a", "b", "c", "d"), 24)):
        seatings = tournament("agram", *players, pairings="seatings").seatings
        assert len(seatings) == number
        for seat in range(4):
            counts = [sum(s[seat] == player for s in seatings) for player in range(len(players))]
            assert len(set(counts)) == 1


def test_all_seatings_of_a_deal_have_the_same_cards() -> None:
    one = tournament()
    first = [one.play(index) for index in range(len(one.seatings))]
    assert first == [one.play(index) for index in range(len(one.seatings))]
    assert one.plan.game.start(game_seed(3, 0)).view(0) == one.plan.game.start(game_seed(3, 0)).view(0)


@pytest.mark.usefixtures("eager")
def test_the_number_of_workers_never_changes_a_result() -> None:
    one = tournament(deals=6)
    alone, two = (tournament_data(hold(one, workers=workers)) for workers in (1, 2))
    assert alone == two
    assert alone["games"] == 36


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers are called at once, however little there is to do."""
    monkeypatch.setattr("croupier.lab.work.crew.TRIAL_SECONDS", 0.0)
    monkeypatch.setattr("croupier.lab.work.crew.WORTHWHILE_SECONDS", 0.0)


def test_what_is_done_is_not_played_again(tmp_path: Path) -> None:
    one = tournament(deals=3)
    longer = Tournament(one.plan, one.players, 4)
    identity = Identity("tournament", one.plan)
    with Crew(1, out=str(tmp_path)) as crew, crew.keeping(identity):
        hold(one, crew=crew)
    with Crew(1, out=str(tmp_path), resume=True) as crew, crew.keeping(identity):
        again = hold(longer, crew=crew)
        assert crew.known_games == 18
    assert tournament_data(again) == tournament_data(hold(longer))


def played(*ranks: tuple[int, int]) -> Record:
    """A tournament of two players in which the games of each deal ended like this."""
    one = tournament("kuhn_poker", "random", "random", deals=len(ranks) // 2)
    results = (Result(i, "finished", 2, (0, 0), rank) for i, rank in enumerate(ranks))
    return Record(one, {result.index: result for result in results})


def test_who_wins_everything_is_first() -> None:
    record = played(*[(0, 1), (1, 0)] * 8)
    one, other = rows(record)
    assert (one.standing.value, one.wins.value, other.wins.value) == (1, 1, 0)
    [duel] = duels(record)
    assert duel.difference.value == 1
    assert duel.p == 1 / 128
    assert duel.alone[0] is not None
    assert duel.alone[0].value == 1
    better, worse = rated(record)
    assert better.mu - worse.mu > 10
    assert "**" in tournament_text(record)


def test_equals_are_equal() -> None:
    record = played(*[(0, 1), (0, 1)] * 8)
    [duel] = duels(record)
    assert (duel.difference.value, duel.p) == (0, 1)
    assert "-0.000" not in tournament_text(record)
    better, worse = rated(record)
    assert better.mu == pytest.approx(worse.mu, abs=2)


def test_games_that_did_not_finish_do_not_count() -> None:
    record = played(*[(0, 1), (1, 0)] * 2)
    record.results[0] = Result(0, "stuck", 1)
    assert rows(record)[0].wins.value == 1
    assert "1 games did not finish" in tournament_text(record)
    assert tournament_data(record)["outcomes"]["stuck"] == 1


def test_games_without_a_result_do_not_count_either() -> None:
    record = played(*[(0, 1), (1, 0)] * 2)
    for index in record.results:
        record.results[index] = Result(index, "finished", 1)
    assert [row.standing.value for row in rows(record)] == [None, None]
    assert duels(record) == []
    assert "4 games ended without a result that could be found, and do not count" in tournament_text(record)
    assert tournament_data(record)["without_result"] == 4


def test_p_of_known_samples() -> None:
    assert p_value(Moments.of([5])) is None
    # One degree of freedom has a closed form: t = 1/2, p = 1 − 2/π · atan(1/2).
    assert p_value(Moments.of([3, -1])) == pytest.approx(0.7048327647)
    assert p_value(Moments.of([*range(100)])) == pytest.approx(0, abs=1e-20)
    # However alike they are, a few differences say no more than their signs could.
    assert [p_value(Moments.of([7] * n)) for n in (2, 3, 8)] == [0.5, 0.25, 1 / 128]
    assert p_value(Moments.of([1000, 1001])) == 0.5
    assert holm([]) == []


def test_intervals_of_a_few_equal_deals_are_not_points() -> None:
    record = played(*[(0, 1), (1, 0)] * 2)
    [duel] = duels(record)
    assert duel.difference.low is not None
    assert duel.difference.high is not None
    assert -1 <= duel.difference.low < duel.difference.high <= 1
    assert Moments.of([0] * 200).mean_within(-1, 1).high == pytest.approx(0.0183, abs=1e-4)
    assert Moments.of([0, 1, 1, 1]).mean_within(0, 1).high == 1


def test_only_whole_deals_count() -> None:
    record = played(*[(0, 1), (1, 0)] * 3)
    whole = tournament_data(record)["duels"]
    last = max(record.results)
    record = replace(record, interrupted=True)
    kept = record.results.pop(last)
    data = tournament_data(record)
    assert (data["deals"], data["games"]) == (2, 4)
    assert "4 games, interrupted, 2 deals" in tournament_text(record)
    record.results[last] = kept
    assert tournament_data(record)["duels"] == whole


def test_a_forfeit_is_one_of_the_game_however_many_seats_it_is_of() -> None:
    record = played(*[(0, 1), (1, 0)] * 2)
    index = min(record.results)
    record.results[index] = replace(record.results[index], forfeits=((0, "it died"), (1, "it died")))
    seating = record.tournament.seating(index)
    assert forfeits(record) == {(player, "it died"): 1 for player in set(seating)}


def test_what_cannot_be_held_is_told() -> None:
    with pytest.raises(PlayerError, match="two players at least"):
        tournament("kuhn_poker", "random").check()
    with pytest.raises(PlayerError, match="no player 'randm'"):
        tournament("kuhn_poker", "random", "randm").check()
    with pytest.raises(PlayerError, match="more than 5,040 seatings"):
        tournament("agram", *["random"] * 12, pairings="seatings").check()


def test_players_of_the_same_name_are_told_apart() -> None:
    assert tournament().labels == ("random", "pipmc:tests=2", "random #2")
