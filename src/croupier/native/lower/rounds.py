"""The code of stages of some players, and of so many turns: who is a member, and whose turn it would be."""

from __future__ import annotations

from croupier.native.lower.lowering import Lowering
from croupier.native.lower.scalars import current_of, each_scalar, queued_of
from croupier.recycle.program import Expr


def turns_left(lo: Lowering, stage: Expr) -> str:
    """The word with the turns that are left of a stage."""
    found = lo.kit.turns_left.get(id(stage))
    if found is None:
        found = lo.kit.turns_left[id(stage)] = lo.bp.names[lo.bp.word("LEFT")]
    return f"S[{found}]"


def member_from(lo: Lowering, seat: str, among: Expr, level: int) -> str:
    """The first member from a seat on, asked in the cycle of a level; -1 if there is none."""
    lo.tick()
    if among.form == "players":
        return seat
    members = lo.code.let("w", "0")
    here, lo.player_level = lo.player_level, level
    for member in each_scalar(lo, among):
        lo.code(f"{members} |= wshl(1, {member} & 15)")
    lo.player_level = here
    return lo.code.let("p", f"member_from({members}, {seat})")


def next_player(lo: Lowering) -> str:
    """Whom the turn would go to now: the queued player or the next seat, and of some players a member."""
    queued, current = queued_of(lo, "player"), current_of(lo, "player")
    seat = lo.code.let("p", f"{queued} if {queued} >= 0 else ({current} + 1) % {lo.bp.seats}")
    among = lo.amongs.get(lo.player_level)
    return seat if among is None else member_from(lo, seat, among, lo.player_level - 1)
