"""Playing on at random with many instructions at once, and on several cores: the same comes out."""

import pytest

from croupier.catalog.loading import find_source, game_from
from croupier.game import PLAYER, Stream
from croupier.players.names import named
from croupier.players.player import decision
from croupier.players.rollout import finish, random_policy
from croupier.players.sharing import shared
from croupier.script import blocks

pytestmark = pytest.mark.slow


def _played(program: str, seats: int) -> list[object]:
    """How an imagined game ends, and how much chance it took."""
    game = game_from(find_source(program), seats=seats)
    state, stream = game.start(1), Stream.of(1, PLAYER)
    assert state.to_move is not None
    sample = state.view(state.to_move).sample(Stream.of(1))
    return [finish(sample, stream, random_policy), stream.next()]


@pytest.mark.parametrize(
    ("program", "seats"), [("uno.ah", 3), ("go_fish.ah", 3), ("blackjack.ah", 2), ("duel.cdg", 2)]
)
def test_many_instructions_at_once_do_the_same(
    program: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "OFTEN", 1 << 60)
    one_by_one = _played(program, seats)
    monkeypatch.setattr(blocks, "OFTEN", 0)
    assert _played(program, seats) == one_by_one


def test_helpers_do_a_share_and_change_nothing() -> None:
    state = game_from(find_source("blackjack.ah"), seats=2).start(1)
    seat = state.to_move
    assert seat is not None
    found = []
    for threads in (1, 2):
        player = named(f"pipmc:tests=2:threads={threads}")(seat, 2, Stream.of(1, PLAYER))
        found.append((decision(player, state.view(seat)).text, player.recorded))
    assert found[0] == found[1]


def test_shares_come_back_in_order() -> None:
    assert shared(lambda k: k * k, 7, 3) == [k * k for k in range(7)]


def test_what_goes_wrong_in_a_helper_is_told_here() -> None:
    def work(k: int) -> int:
        return 12 // (3 - k)

    with pytest.raises(ZeroDivisionError):
        shared(work, 4, 2)
