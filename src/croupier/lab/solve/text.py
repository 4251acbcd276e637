"""A solution for people."""

from __future__ import annotations

from croupier.lab.solve.against import Weakness
from croupier.lab.solve.size import Size, time_text
from croupier.lab.solve.solution import Solution
from croupier.lab.solve.tables import own_paths
from croupier.lab.solve.tree import sight_text

MOST_SETS = 40
"""Of so many information sets at most the strategy is printed."""

_REWARDS = {
    "score": "scores",
    "margin": "points more than the mean of the others",
    "win": "shares of the win",
}

_STOPPED = {
    "exact": "exact",
    "precision": "stopped: exploitability is small enough",
    "time": "stopped: the time is over",
    "iterations": "stopped: so many iterations were asked for",
    "interrupted": "stopped: interrupted",
}


def size_text(size: Size) -> str:
    """How large a game is, before it is walked through."""
    sets = " + ".join(_about(one) for one in size.decisions)
    return (
        f"about {_about(size.histories)} histories, at most {sets} information sets, "
        f"{_about(size.chances)} results of chance; the walk takes about {time_text(size.seconds)} "
        f"and {_bytes(size.memory)} at most, less where they come to equal positions"
    )


def solution_text(solution: Solution, title: str) -> str:
    """All that was found, as text."""
    sets = " + ".join(f"{number:,}" for number in solution.information_sets)
    many = f"{solution.histories:,} histories, " if solution.histories is not None else ""
    if solution.estimates:
        many = f"about {_about(solution.histories)} histories, " if solution.histories is not None else ""
        sets += " of its"
    lines = [
        f"{title}: {solution.method}, {many}{sets} information sets",
        "",
        f"  seat   value ({_REWARDS[solution.reward]})   best response",
    ]
    for seat, value in enumerate(solution.value):
        exact = f" = {solution.exact[seat]}" if solution.exact and "/" in solution.exact[seat] else ""
        answer = f"{solution.responses[seat]:+.6f}" if solution.responses else "unknown"
        if solution.estimates:
            one = solution.estimates[seat]
            exact = f" [{one['low']:+.4f}, {one['high']:+.4f}]"
        lines.append(f"  {seat:>4}   {value:+.6f}{exact:<{len(_REWARDS[solution.reward])}}   {answer}")
    bound = ", an estimated bound" if solution.estimates else ""
    lines += ["", f"  exploitability {solution.exploitability:.6f}{bound}; {_iterations(solution)}"]
    if solution.ignoring:
        lines.append(f"  left out, since no rule looks at it: {', '.join(solution.ignoring)}")
    for note in solution.notes:
        lines += ["", *_wrapped(note)]
    if solution.line:
        lines += ["", "  a best line:", *(f"    {step}" for step in solution.line)]
    elif solution.tree is not None and len(solution.policy) <= MOST_SETS:
        lines += ["", *_strategy(solution)]
    return "\n".join(lines)


def weakness_text(found: Weakness) -> str:
    """How exploitable a player is, as text."""
    how = "its policy is known" if found.known else f"{found.seeds} seeds at every information set"
    lines = ["", f"  {found.player}: {how}"]
    for name, measure in (
        ("exploitability", found.exploitability),
        ("loss against the solution", found.loss),
    ):
        interval = "" if found.known else f" [{measure.low:.4f}, {measure.high:.4f}]"
        lines.append(f"    {name} {measure.value:.4f}{interval}")
    told = ", ".join(f"{value:+.4f}" for value in found.responses)
    return "\n".join([*lines, f"    a best response wins {told} in seats 0 to {len(found.responses) - 1}"])


def _iterations(solution: Solution) -> str:
    told = f"{solution.iterations:,} iterations, " if solution.iterations else ""
    return f"{told}{solution.seconds:.1f} s; {_STOPPED[solution.stopped]}"


def _strategy(solution: Solution) -> list[str]:
    paths = own_paths(solution)
    lines = []
    for here, chances in sorted(solution.policy, key=lambda row: row[0].seat):
        did = paths(here)
        where = f"seat {here.seat}: {sight_text(here.view) or 'sees no card'}{f'; did {did}' if did else ''}"
        told = ", ".join(
            f"{text} {chance:.4f}" for (_, text), chance in zip(here.options, chances, strict=True)
        )
        lines.append(f"  {where}: {told}")
    return lines


def _wrapped(text: str, width: int = 96) -> list[str]:
    from textwrap import wrap

    return wrap(text, width, initial_indent="  ", subsequent_indent="  ")


def _about(number: float) -> str:
    if number >= 1e7:
        return f"{number:.1e}".replace("e+0", "e").replace("e+", "e")
    digits = max(0, len(str(int(number))) - 2)
    return f"{round(number, -digits):,.0f}"


def _bytes(number: float) -> str:
    for unit in ("KB", "MB", "GB"):
        number /= 1024
        if number < 1000:
            return f"{max(number, 1):,.0f} {unit}"
    return f"{number:.1e} GB".replace("e+0", "e").replace("e+", "e")
