"""What suits a game: its reward and its search, and the players that go by it."""

from __future__ import annotations

import pytest

from croupier import load
from croupier.game import PLAYER, Outcome, Status, Stream
from croupier.players import decision, named
from croupier.players.game_kind import game_kind
from croupier.players.levels import LEVELS, level_text
from croupier.players.reward import reward, reward_by_scores


@pytest.mark.parametrize("engine", ["native", "interpreter"])
def test_chips_count_by_score_on_both_engines(engine: str) -> None:
    kind = game_kind(load("leduc_poker", engine=engine))
    assert (kind.reward, kind.reason) == ("score", "all scores of a game sum to 0")
    assert kind.search == "moismcts"


def test_where_scores_sum_to_nothing_fixed_two_rewards_play_against_each_other() -> None:
    kind = game_kind(load("gops", settings={"RANKS": ("ACE", "TWO", "THREE", "FOUR")}))
    assert kind.reward == "places"
    assert "games against each other score wins" in kind.reason
    assert kind.reason.endswith("too little to count; shared places are split")
    assert kind.search == "ismcts"


@pytest.mark.parametrize(("mean", "reward"), [(0.5, "score"), (0.04, "places"), (-0.5, "places")])
def test_score_has_to_win_clearly_more(mean: float, reward: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.players import game_kind as module

    asked = list[int]()

    class Contest:
        def differences(self, deals: range) -> list[float]:
            asked.extend(deals)
            return [mean + (0.5 if deal % 2 else -0.5) for deal in deals]

    monkeypatch.setattr(module, "_quick", lambda game: game)
    monkeypatch.setattr(module._Contest, "of", staticmethod(lambda game: Contest()))
    pilots = module._Pilots([Outcome(Status.FINISHED, "")] * 24, length=240, options=480)
    assert module._contest("a game", pilots)[0] == reward
    # What is clear is found out sooner.
    assert asked == list(range(module.LOOKS[-1] if mean == 0.04 else module.LOOKS[0]))


def test_settings_make_another_game() -> None:
    from croupier.players import game_kind as module

    short = {"RANKS": ("ACE", "TWO", "THREE", "FOUR")}
    assert module._rules(load("gops")) != module._rules(load("gops", settings=short))
    assert module._rules(load("gops")) == module._rules(load("gops", engine="native"))


def test_games_that_are_too_long_hold_no_contest() -> None:
    from croupier.players import game_kind as module

    long = module._Pilots([Outcome(Status.FINISHED, "")] * 24, length=24 * 300, options=24 * 3000)
    assert module._contest(load("kuhn_poker"), long) == (
        "places",
        "scores do not sum to a constant, and games are too long for a contest; shared places are split",
    )


def test_a_kind_is_read_again_from_the_cache(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    from croupier.players import game_kind as module

    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path_factory.mktemp("cache")))
    monkeypatch.setattr(module, "_KNOWN", {})
    first = game_kind(load("kuhn_poker"))
    monkeypatch.setattr(module, "_KNOWN", {})
    assert game_kind(load("kuhn_poker")) == first


def test_levels_are_players_of_the_kind_that_suits_the_game() -> None:
    kuhn = load("kuhn_poker")
    assert [level_text(level, game_kind(kuhn)) for level in LEVELS] == [
        "pipmc:tests=2:reward=score",
        "moismcts:iterations=200:reward=score",
        "moismcts:time=1s:reward=score",
    ]
    view = kuhn.start(seed=1).view(0)
    plain, level = (
        named(text)(0, 2, Stream.of(5, PLAYER, 0))
        for text in ("moismcts:iterations=200:reward=score", "medium")
    )
    assert decision(level, view) == decision(plain, view)
    assert level.recorded == plain.recorded


def test_scripts_are_searched_by_time() -> None:
    kind = game_kind(load("duel.cdg"))
    assert kind.by_time
    assert level_text("easy", kind).startswith("pipmc:time=20ms:")


def test_scores_of_seats_that_share_them_tell_what_is_good_by_the_rules_alone() -> None:
    shared = [(3, 3), (5, 5)]
    assert reward_by_scores(2, shared, highest_wins=True).worth[0] == 3
    assert reward_by_scores(2, shared, highest_wins=False).worth[0] == 5
    assert reward("score", 2).kind == "even"
