"""The end of a game at the terminal, in words."""

from __future__ import annotations

from croupier.game.telling import result_lines


def test_a_game_without_a_winner_is_told_with_its_reason() -> None:
    closing = {"event": "end", "status": "finished", "reason": "nothing in the program tells who has won"}
    assert result_lines(closing, [0]) == ["Nothing in the program tells who has won."]
