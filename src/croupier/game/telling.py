"""What happens in a game, in words: made only of the lines of a transcript, as a seat may know them.

Every function here is given events that `seen_by` has already cut down to what the seat may know. What is not
in the line cannot get into the words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from croupier.game.move_words import NO_ROLES, Audience, Roles, move_words, place_words
from croupier.game.outcome import Outcome, Status, with_forfeits
from croupier.game.transcript import Line

_UNTOLD = frozenset(("decision", "cycle", "remember", "forget"))
"""What the news leave out: the table shows it, or something else follows from it."""


def told(event: Line, seat: int | None, names: Sequence[str] = ()) -> str:
    """One event in words, as a seat may know it (None: with open cards); people by their names."""
    return _event_words(event, Audience(seat, names))


def _event_words(event: Line, to: Audience) -> str:
    if event["event"] == "end":
        return _over(event)
    known = {**event["public"], **event.get("private", {})}
    if event["event"] == "output":
        return "".join(_printed(event)).rstrip() or "something is printed for somebody else"
    teller = _TELLERS.get(event["event"])
    return teller(known, to) if teller is not None else str(event["event"])


def news(
    events: Sequence[Line], seat: int | None, names: Sequence[str] = (), roles: Roles = NO_ROLES
) -> list[str]:
    """Several events as a seat wants to hear them: cards that go one way together, the last of each value.

    With the roles of places, moves are told in the words of players, and values that are not shown are left
    out.
    """
    to = Audience(seat, names, roles)
    found: list[str] = []
    i = 0
    while i < len(events):
        event = events[i]
        together = _same_way(events, i)
        if len(together) > 1:
            found.append(_moves(together, to))
        elif event["event"] == "pass":
            found.append(_passed(events, i, to))
        elif event["event"] == "output":
            found += [] if not any(_printed(event)) else _event_words(event, to).splitlines()
        elif event["event"] == "set":
            hidden = roles.value_role(event["public"].get("storage", "")) == "hidden"
            if _is_last(events, i) and not hidden:
                found.append(_event_words(event, to))
        elif event["event"] == "decision" and event.get("private", {}).get("forced"):
            found.append(f"your only option: {event['private']['options'][0]}")
        elif event["event"] not in _UNTOLD:
            found.append(_event_words(event, to))
        i += max(1, len(together))
    return found


def _printed(event: Line) -> tuple[str, str]:
    """What a program has printed, to all and to the seat."""
    return event["public"].get("text", ""), event.get("private", {}).get("text", "")


def _same_way(events: Sequence[Line], start: int) -> list[Line]:
    """The moves from there on that go to the same place, with nothing between them but what is not told."""
    found: list[Line] = []
    for event in events[start:]:
        if event["event"] != "move" or "at" in event["public"]:
            break
        if found and event["public"]["to"] != found[0]["public"]["to"]:
            break
        found.append(event)
    return found


def _is_last(events: Sequence[Line], i: int) -> bool:
    """Whether a value stays as this event sets it; point maps are not told."""
    name = events[i]["public"].get("storage")
    later = (event["public"].get("storage") for event in events[i + 1 :] if event["event"] == "set")
    return name is not None and name not in later


def _passed(events: Sequence[Line], i: int, to: Audience) -> str:
    if i == 0 or events[i - 1]["event"] != "decision":
        return "nothing is done"
    mover = events[i - 1]["public"]["seat"]
    return "you pass" if mover == to.seat else f"{to.who(mover)} passes"


def _card(event: Line) -> str | None:
    found = event["public"].get("card") or event.get("private", {}).get("card")
    return None if found is None else str(found)


def _moves(events: Sequence[Line], to: Audience) -> str:
    known = [card for event in events if (card := _card(event)) is not None]
    hidden = len(events) - len(known)
    sources = list(dict.fromkeys(event["public"]["from"] for event in events))
    words = move_words(known, hidden, sources, events[0]["public"]["to"], to)
    if words:
        return words
    parts = [" ".join(known)] if known else []
    if hidden:
        parts.append(f"{hidden} hidden card{'s' if hidden > 1 else ''}")
    target = events[0]["public"]["to"]
    if len(sources) == 1:
        return _way(" and ".join(parts), "go", sources[0], target, to)
    return f"{' and '.join(parts)} go from {len(sources)} places to {place_words(target, to)}"


def _way(what: str, verb: str, origin: str, target: str, to: Audience, where: str = "") -> str:
    """Cards that go from one place to another; whose places, only once if they are of the same seat or team.

    >>> to = Audience(0)
    >>> _way("♥Q", "goes", "1.HAND", "1.TRICK", to), _way("♥Q", "goes", "STOCK", "0.HAND", to)
    ('seat 1: ♥Q from HAND to TRICK', '♥Q goes from STOCK to your HAND')
    """
    owner, dot, rest = origin.partition(".")
    if not dot or not target.startswith(f"{owner}."):
        return f"{what} {verb} from {place_words(origin, to)} to {where}{place_words(target, to)}"
    who = "you" if owner == str(to.seat) else to.who(int(owner)) if owner.isdecimal() else f"team {owner[1:]}"
    name = place_words(target.partition(".")[2], to)
    return f"{who}: {what} from {place_words(rest, to)} to {where}{name}"


def _move(known: Line, to: Audience) -> str:
    at, card = known.get("at"), known.get("card")
    words = move_words([card] if card else [], int(not card), [known["from"]], known["to"], to)
    if words and at is None:
        return words
    where = "" if at is None else "the bottom of " if at == 0 else f"place {at} of "
    return _way(card or "a hidden card", "goes", known["from"], known["to"], to, where)


def _swap(known: Line, to: Audience) -> str:
    one, other = (place_words(place, to) for place in known["places"])
    return f"{one} and {other} change places"


def _swap_cards(known: Line, to: Audience) -> str:
    one, other = (place_words(place, to) for place in known["places"])
    card, against = known.get("cards", ("a hidden card", "one"))
    return f"{card} of {one} and {against} of {other} change places"


def _set(known: Line, to: Audience) -> str:
    if "map" in known:
        return f"the values of {place_words(known['map'], to)} are set"
    return f"{place_words(known['storage'], to)} is {known['value']}"


def _cycle(known: Line, to: Audience) -> str:
    which = "next" if "next" in known else "current"
    member, kind = known[which], "team" if known["cycle"] == "team" else "seat"
    if kind == "seat" and member == to.seat:
        return "you play next" if which == "next" else "it is your turn"
    who = to.who(member) if kind == "seat" else f"team {member}"
    return f"{who} plays next" if which == "next" else f"it is {who}'s turn"


def _decision(known: Line, to: Audience) -> str:
    mover = known["seat"]
    who = "you" if mover == to.seat else to.who(mover)
    if "choice" not in known:
        return f"{who} decides"
    text = known["options"][known["choice"]]
    if known["forced"]:
        return f"{who} must: {text}" if mover != to.seat else f"you must: {text}"
    return f"{who} {'choose' if mover == to.seat else 'chooses'}: {text} ({len(known['options'])} options)"


def _over(event: Line) -> str:
    scores = event.get("scores")
    told_scores = f"; scores {', '.join(map(str, scores))}" if scores else ""
    return f"the game is over: {event['status']}, {event['reason']}{told_scores}"


def _teams(known: Line, _: Any) -> str:
    return "the teams are " + " and ".join("+".join(map(str, team)) for team in known["teams"])


def _tell(known: Line, to: Audience) -> str:
    """What is asked of which cards; with the answers, for those who are told."""
    who = ", ".join("you" if seat == to.seat else to.who(seat) for seat in known["seats"])
    are = "are" if len(known["seats"]) > 1 or who == "you" else "is"
    if "answers" not in known:
        places = ", ".join(f"{n} of {place_words(place, to)}" for place, n in known["places"].items())
        return f"{who} {are} told which of {places} are {known['asked']}"
    found = ", ".join(
        f"{_answer(answer)} of {place_words(place, to)}" for place, answer in known["answers"].items()
    )
    return f"{who} {are} told: {known['asked']} is {found}"


def _answer(answer: int | list[int]) -> str:
    """Which cards of a place have what is asked for, or how many where the order means nothing."""
    if isinstance(answer, int):
        return f"{answer} cards" if answer != 1 else "1 card"
    return "no card" if not answer else "card " + ", ".join(str(slot + 1) for slot in answer)


_TELLERS: dict[str, Callable[[Line, Audience], str]] = {
    "deal": lambda k, s: f"{k['cards']} cards are laid into {place_words(k['to'], s)}",
    "gather": lambda k, s: f"{k['count']} cards are gathered in {place_words(k['to'], s)}",
    "move": _move,
    "shuffle": lambda k, s: f"{place_words(k['place'], s)} is shuffled",
    "swap": _swap,
    "swap cards": _swap_cards,
    "faro": lambda k, s: f"{place_words(k['from'], s)} is riffled into {place_words(k['into'], s)}",
    "remember": lambda k, s: f"{k['card']} is noted in {place_words(k['in'], s)}",
    "forget": lambda k, s: f"{k['card']} is struck from {place_words(k['in'], s)}",
    "set": _set,
    "cycle": _cycle,
    "pass": lambda k, s: "pass",
    "show": lambda k, s: f"{' '.join(k['cards'])} {'is' if len(k['cards']) == 1 else 'are'} turned face up",
    "hide": lambda k, s: f"{k['count']} {'card is' if k['count'] == 1 else 'cards are'} turned face down",
    "look": lambda k, s: (
        f"{', '.join(s.who(seat) for seat in k['seats'])} {'is' if len(k['seats']) == 1 else 'are'} shown "
        + (" ".join(k["cards"]) if "cards" in k else f"{k['count']} hidden cards")
    ),
    "tell": _tell,
    "void": lambda k, s: f"what {s.who(k['seat'])} has chosen is not possible any more",
    "teams": _teams,
    "decision": _decision,
}


def result_lines(
    outcome: Line,
    people: Iterable[int] = (),
    forfeits: Mapping[int, str] | None = None,
    teams: Sequence[Sequence[int]] = (),
    names: Sequence[str] = (),
) -> list[str]:
    """The end of a game, in words: scores, ranks and who has won; who has forfeited comes last."""
    if outcome["status"] != "finished":
        where = f" (line {outcome['line']} of the program)" if "line" in outcome else ""
        return [f"The game ended {outcome['status']}: {outcome['reason']}{where}."]
    if "ranks" not in outcome:
        # Nothing in the program tells who has won.
        reason = str(outcome["reason"])
        return [f"{reason[:1].upper()}{reason[1:]}."]
    you, to = set(people), Audience(None, names)
    by_rules = Outcome(Status.FINISHED, "", ranks=tuple(outcome["ranks"]))
    ranks = with_forfeits(by_rules, forfeits or (), teams).ranks
    rows = []
    for seat, (score, rank) in enumerate(zip(outcome["scores"], ranks, strict=True)):
        who = "you" if you == {seat} else f"{to.who(seat)} (you)" if seat in you else to.who(seat)
        rows.append(f"{who}: {score} point{'' if score == 1 else 's'}, rank {rank + 1}")
    for seat, reason in sorted((forfeits or {}).items()):
        rows.append(f"{to.who(seat)} has forfeited: {reason}")
    firsts = [seat for seat, rank in enumerate(ranks) if rank == 0]
    winners = ["you" if seat in you and len(you) == 1 else to.who(seat) for seat in firsts]
    if len(firsts) == len(ranks) > 1:
        return [*rows, "It is a draw."]
    winner = (
        f"{', '.join(winners[:-1])} and {winners[-1]} share the win."
        if len(winners) > 1
        else f"{winners[0]} won."
    )
    return [*rows, winner[0].upper() + winner[1:]]
