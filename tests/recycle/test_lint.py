"""Suspicions: what is told, and above all what is not, for published programs are full of code that works."""

# ruff: noqa: E501 - tables of programs, one a line

from __future__ import annotations

import pytest

from checking import checked, program
from croupier import read
from croupier.recycle.program import Program
from croupier.text import Diagnostic

HAND = "((current player) iloc HAND)"
LEAD = "(game mem LEAD)"
DEAL = "(do ((all player 'Z (move (top (game iloc STOCK)) (top ('Z iloc HAND))))))"
FOLLOWS = f"(== (cardatt SUIT 'C) (cardatt SUIT (top {LEAD})))"
SO_DOES = FOLLOWS.replace("'C", "'D")
A, D, T, TOP, TOP_H, TOP_HAND = "'A", "'D", "'T", "(top 'T)", "(top 'H)", f"(top {HAND})"


def told(body: str, *codes: str, declares: str = "") -> list[str]:
    """Which of these codes are found in a body, each as often as it is found."""
    found = checked(program(f"{DEAL}\n{body}", declares))
    assert not found.errors, found.errors
    return [f.code for f in found.findings if f.code in codes]


def choice(*items: str) -> str:
    """A round of turns with these items to choose from."""
    options = "\n".join(items)
    return f"(stage player (end (all player 'P (== (size ('P iloc HAND)) 0)))\n(choice ({options})))"


def play(card: str = "'C") -> str:
    """The move of a card to the pile."""
    return f"(move {card} (top (game vloc PILE)))"


# RCY108: a choice that may have no option left


@pytest.mark.parametrize(
    "items",
    [
        # An item that is always possible
        [f"(any {HAND} 'C {play()})"],
        ["(turn pass)", f"((== (size {HAND}) 3) (inc (game sto N)))"],
        [f"(any (filter {HAND} 'C (== (cardatt SUIT 'C) HEARTS)) 'D {play(D)})", "(turn pass)"],
        # Agram: lead, follow if you can, else any card
        [
            f"((and (== (size {LEAD}) 1) (== (size (filter {HAND} 'C {FOLLOWS})) 0)) (any {HAND} 'A {play(A)}))",
            f"(any (filter {HAND} 'C {FOLLOWS}) 'T ((== (size {LEAD}) 1) {play(T)}))",
            f"((== (size {LEAD}) 0) (any {HAND} 'A (do ({play(A)} (remember 'A (top {LEAD}))))))",
        ],
        # A condition and its opposite, in several ways
        ["((== (game sto N) 0) (turn pass))", "((!= (game sto N) 0) (inc (game sto N)))"],
        ["((< (game sto N) 3) (turn pass))", "((>= (game sto N) 3) (inc (game sto N)))"],
        ["((> 3 (game sto N)) (turn pass))", "((not (< (game sto N) 3)) (inc (game sto N)))"],
        ["((== (game str S) A) (turn pass))", "((!= (game str S) A) (inc (game sto N)))"],
        ["((== (current player) (0 player)) (turn pass))", "((!= (current player) (0 player)) (inc (game sto N)))"],
        [f"((any {HAND} 'C {FOLLOWS}) (turn pass))", f"((not (any {HAND} 'D {SO_DOES})) (inc (game sto N)))"],
        ["((and (== (game sto A) 1) (== (game sto B) 1)) (turn pass))", "((or (!= (game sto A) 1) (!= (game sto B) 1)) (inc (game sto N)))"],
        ["((< (size (game iloc STOCK)) 1) (turn pass))", "((> (size (game iloc STOCK)) 0) (inc (game sto N)))"],
        # The numbers from 0 on are trusted to be all that are meant
        ["((== (game sto PHASE) 0) (inc (game sto PHASE)))", "((== (game sto PHASE) 1) (turn pass))"],
        # Every value that an attribute can have
        [f"((== (cardatt SUIT (top {LEAD})) HEARTS) (turn pass))", f"((== (cardatt SUIT (top {LEAD})) SPADES) (inc (game sto N)))"],
        # Sets of cards, and their number
        [
            f"((> (size (tuples 2 {HAND} using (game points P))) 0) (any (tuples 2 {HAND} using (game points P)) 'T {play(TOP)}))",
            f"((== (size (tuples 2 {HAND} using (game points P))) 0) (turn pass))",
        ],
        [f"(any (range 1..3) 'N (any (tuples 'N {HAND} using (game points P)) 'T {play(TOP)}))"],
        [f"(any (tuples 1 {HAND} using (game points P)) 'T {play(TOP)})"],
        [f"(any (sort {HAND} using (game points P)) 'C {play()})"],
    ],
)  # fmt: skip
def test_choices_that_always_have_an_option(items: list[str]) -> None:
    assert told(choice(*items), "RCY108") == []


@pytest.mark.parametrize(
    "items",
    [
        [f"(any (filter {HAND} 'C (== (cardatt SUIT 'C) HEARTS)) 'D {play(D)})"],
        ["((== (game sto N) 0) (turn pass))"],
        ["((== (game sto N) 0) (turn pass))", "((== (game sto N) 2) (inc (game sto N)))"],
        ["((< (game sto N) 3) (turn pass))", "((> (game sto N) 3) (inc (game sto N)))"],
        ["((== (game sto N) 0) (turn pass))", "((!= (game sto M) 0) (inc (game sto N)))"],
        [f"(any (tuples 2 {HAND} using (game points P)) 'T {play(TOP)})"],
        [f"((== (cardatt RANK (top {LEAD})) ACE) (turn pass))", f"((== (cardatt RANK (top {LEAD})) KING) (inc (game sto N)))"],
        [f"((all {HAND} 'C (== (cardatt SUIT 'C) HEARTS)) (turn pass))"],
    ],
)  # fmt: skip
def test_choices_that_may_have_none(items: list[str]) -> None:
    assert told(choice(*items), "RCY108") == ["RCY108"]


def test_a_let_is_what_it_names() -> None:
    items = f"((> (size 'F) 0) (any 'F 'D {play(D)})) ((== (size (filter {HAND} 'E (== (cardatt SUIT 'E) HEARTS))) 0) (turn pass))"
    body = f"(stage player (end (> (game sto N) 3)) (let (filter {HAND} 'C (== (cardatt SUIT 'C) HEARTS)) 'F (choice ({items}))))"
    assert told(body, "RCY108") == []


def test_a_declared_constant_is_its_value() -> None:
    items = ["((< (game sto N) 'MOST) (inc (game sto N)))", "((>= (game sto N) 3) (turn pass))"]
    assert told(choice(*items), "RCY108", declares="(declare 3 'MOST)") == []
    assert told(choice(*items), "RCY108", declares="(declare 2 'MOST)") == ["RCY108"]


def test_a_chain_of_doubling_variables_ends() -> None:
    chain = "(let 1 'V0 " + "".join(f"(let (+ 'V{i} 'V{i}) 'V{i + 1} " for i in range(40))
    assert told(chain + "(choice (((> 'V40 3) (turn pass))))" + ")" * 41, "RCY108") == ["RCY108"]


# RCY117: options that tell a hidden card


@pytest.mark.parametrize(
    "look",
    [
        HAND,
        "(game vloc PILE)",
        LEAD,
        "((next player) vloc OPEN)",
        "((next player) oloc FOREHEAD)",
        "((team (current player)) iloc COMMON)",
        "((current team) iloc COMMON)",
        f"(union {HAND} (game vloc PILE))",
        "(game oloc PILE)",
    ],
)
def test_a_chooser_may_look_at_what_it_sees(look: str) -> None:
    body = choice(f"((== (cardatt SUIT (top {look})) HEARTS) (turn pass))", "(turn pass)")
    assert told(body, "RCY117") == []


@pytest.mark.parametrize(
    "look",
    [
        "(game iloc STOCK)",
        "(game hloc STOCK)",
        "((next player) iloc HAND)",
        "((current player) hloc HAND)",
        "((current player) oloc FOREHEAD)",
        f"(union {HAND} (game iloc STOCK))",
    ],
)
def test_a_look_at_a_hidden_card_is_told(look: str) -> None:
    condition = f"(== (cardatt SUIT (top {look})) HEARTS)"
    assert told(choice(f"({condition} (turn pass))", "(turn pass)"), "RCY117") == ["RCY117"]
    body = choice(
        f"(any (filter {look} 'C (== (cardatt SUIT 'C) HEARTS)) 'D (move 'D (top (game vloc PILE))))",
        "(turn pass)",
    )
    assert told(body, "RCY117") == ["RCY117"]


STORE = "(set (game str S) (cardatt SUIT 'C))"
OTHERS = "((next player) iloc HAND)"
DARK = "(game hloc STOCK)"


@pytest.mark.parametrize(
    "items",
    [
        # What is the same for equal cards is one option.
        (f"(any {OTHERS} 'C {STORE})",),
        (f"(any {OTHERS} 'C (do ((turn pass) {STORE})))",),
        (f"(any {OTHERS} 'C (let 'C 'D (set (game str S) (cardatt SUIT 'D))))",),
        (f"(any {OTHERS} 'C (inc (game sto (cardatt SUIT 'C)) 1))",),
        (f"(any {OTHERS} 'C ((> (size {HAND}) 1) (do ((move 'C (top (game vloc PILE))) {STORE}))))",),
        # Another item may do the same.
        (f"(set (game str S) (cardatt SUIT (top {DARK})))", "(set (game str S) HEARTS)"),
        (f"(move (max {DARK} using (game points P)) (top {HAND}))", f"(move (top {DARK}) (top {HAND}))"),
        # What is impossible is not offered.
        (f"(move (top (filter {DARK} 'C (== (cardatt SUIT 'C) HEARTS))) (top {HAND}))",),
        (f"(inc (game sto N) (// 6 (score (top {DARK}) using (game points P))))",),
        (f"(cycle next ((score (top {DARK}) using (game points P)) player))",),
        # What happens at all.
        (f"(all (filter {DARK} 'C (== (cardatt SUIT 'C) HEARTS)) 'D (move 'D (top {HAND})))",),
        (f"(repeat (score (top {DARK}) using (game points P)) (turn pass))",),
    ],
)
def test_actions_on_which_the_number_of_options_hangs(items: tuple[str, ...]) -> None:
    assert told(choice(*items, "(turn pass)"), "RCY117") == ["RCY117"]


@pytest.mark.parametrize(
    "items",
    [
        (f"(any {OTHERS} 'C (do ((move 'C (top (game vloc PILE))) {STORE})))",),
        (f"(any {HAND} 'C {STORE})",),
        (f"(any player 'P (do ((inc ('P sto N)) (set (game str S) (cardatt SUIT (top {DARK}))))))",),
        (f"(any (partition SUIT {HAND}) 'G (do ((all 'G 'C (move 'C (top (game vloc PILE)))) (set (game str S) (cardatt SUIT (top {DARK}))))))",),
        (f"(set (game str S) (cardatt SUIT (top {DARK})))", "(set (game str T) HEARTS)", f"(move (top {DARK}) (top {HAND}))"),
        (f"(move (max {DARK} using (game points P)) (top {HAND}))",),
        (f"(inc (game sto N) (size (filter {DARK} 'C (== (cardatt SUIT 'C) HEARTS))))",),
    ],
)  # fmt: skip
def test_actions_that_leave_the_options_as_they_are(items: tuple[str, ...]) -> None:
    assert told(choice(*items, "(turn pass)"), "RCY117") == []


def test_a_look_before_the_choice_is_a_look() -> None:
    body = "(choice (((== 'S HEARTS) (turn pass)) (inc (game sto N))))"
    assert told(f"(let (cardatt SUIT (top {DARK})) 'S {body})", "RCY117") == ["RCY117"]


def test_counting_hidden_cards_is_no_look() -> None:
    body = choice("((> (size (game iloc STOCK)) 3) (turn pass))", "(turn pass)")
    assert told(body, "RCY117") == []


def test_outside_of_a_choice_nobody_learns_anything() -> None:
    body = "(do (((== (cardatt SUIT (top (game iloc STOCK))) HEARTS) (inc ((0 player) sto SCORE)))))"
    assert told(body, "RCY117", "RCY112") == []


# RCY112: secrets kept in public


@pytest.mark.parametrize(
    "action",
    [
        "(set ((current player) str BID) (cardatt SUIT 'C))",
        "(set ((current player) sto BID) (score 'C using (game points P)))",
        "(inc ((current player) sto BID) (+ 1 (score 'C using (game points P))))",
    ],
)
def test_what_a_hidden_card_says_is_no_secret_in_a_storage(action: str) -> None:
    assert told(choice(f"(any {HAND} 'C {action})"), "RCY112") == ["RCY112"]


@pytest.mark.parametrize(
    "action",
    [
        # The card is shown on the same path.
        f"(do ((set (game str SUIT) (cardatt SUIT 'C)) {play()}))",
        f"(do ({play()} (set (game str SUIT) (cardatt SUIT 'C))))",
        f"(do ({play()} (set (game sto N) (score (top (game vloc PILE)) using (game points P)))))",
        "(do ((remember 'C (top (game mem LEAD))) (set (game str SUIT) (cardatt SUIT 'C))))",
        # Nothing of the card is told.
        f"(do ({play()} (inc (game sto N) (size {HAND}))))",
        f"(do ({play()} (set (game str SUIT) HEARTS)))",
    ],
)
def test_what_everyone_sees_is_no_secret(action: str) -> None:
    assert told(choice(f"(any {HAND} 'C {action})"), "RCY112") == []


# RCY104 to RCY106: names that do not fit together

USAGE = ("RCY104", "RCY105", "RCY106")
SCORE = "(inc ((current player) sto SCORE) {})"
OF_SUIT, LEADS, SUMMED = (
    f"(game sto (cardatt SUIT (top {HAND})))",
    f"(size {LEAD})",
    f"(sum {HAND} using (game points P))",
)


@pytest.mark.parametrize(
    "body",
    [
        # Names that are computed range over names in the text.
        f"(all (A, B) 'X (do ((set (game sto 'X) 1) {SCORE.format('(+ (game sto A) (game sto B))')})))",
        f"(do ((set (game sto HEARTS) 1) (set (game sto SPADES) 1) {SCORE.format(OF_SUIT)}))",
        f"(do ((set (game str WHERE) PILE) (move (top {HAND}) (top (game vloc (game str WHERE)))) {SCORE.format('(size (game vloc PILE))')}))",
        # Every way to fill a location
        f"(do ((swap {HAND} ((current player) vloc KEPT)) {SCORE.format('(size ((current player) vloc KEPT))')}))",
        f"(do ((shuffle faro (game vloc HALF) (game iloc STOCK)) {SCORE.format('(size (game vloc HALF))')}))",
        f"(do ((remember (top {HAND}) (top {LEAD})) {SCORE.format(LEADS)}))",
        f"(do ((let (game vloc PILE) 'L (move (top {HAND}) (top 'L))) {SCORE.format('(size (game vloc PILE))')}))",
        f"(do ((move (top {HAND}) (top (game vloc ROW 2))) {SCORE.format('(size (indexed game vloc ROW))')}))",
        f"(do ((all (indexed game vloc ROW) 'L (move (top {HAND}) (top 'L))) (move (top {HAND}) (0 (game vloc ROW 1))) {SCORE.format('1')}))",
        # Teams and players own different things, under the owner's form
        f"(do ((move (top {HAND}) (top ((team (current player)) vloc WON))) {SCORE.format('(size ((current team) vloc WON))')}))",
        f"(do ((move (top {HAND}) (top ((0 team) iloc WON))) {SCORE.format('(size ((1 team) iloc WON))')}))",
        # A storage that a later part reads, or only the end of a stage
        "(stage player (end (> (game sto ROUND) 3)) (do ((inc (game sto ROUND)) (inc ((current player) sto SCORE)))))",
        f"(do ((set (game points P) (((RANK : ACE) 1))) {SCORE.format(SUMMED)}))",
    ],
)  # fmt: skip
def test_names_that_fit_together(body: str) -> None:
    assert told(body, *USAGE) == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("(set (game sto ROUND) 1)", ["RCY104"]),
        ("(set (game str ROUND) ONE)", ["RCY104"]),
        ("(set (game points ROUND) (((RANK : ACE) 1)))", ["RCY104"]),
        (SCORE.format("(game sto ROUND)"), ["RCY105"]),
        (SCORE.format("(sum (game iloc STOCK) using (game points WORTH))"), ["RCY105"]),
        (SCORE.format("(size (game vloc PILE))"), ["RCY106"]),
        (SCORE.format("(size (game iloc STOCK 1))"), []),
        (f"(do ((set ((0 player) sto N) 1) {SCORE.format('((0 team) sto N)')}))", ["RCY104", "RCY105"]),
    ],
)
def test_names_that_do_not(body: str, expected: list[str]) -> None:
    assert (
        told(body if body.startswith("(do") else f"(do ({body} (inc ((0 player) sto SCORE))))", *USAGE)
        == expected
    )


def hint(body: str, code: str) -> str:
    """The hint of the only finding of that code."""
    (found,) = [f.hint for f in checked(program(f"{DEAL}\n(do ({body}))")).findings if f.code == code]
    return found


def test_hints_at_what_was_meant() -> None:
    both = f"(set (game sto ROUND) 1) {SCORE.format('(game sto RUOND)')}"
    assert hint(both, "RCY104") == "did you mean `RUOND`?"
    assert hint(both, "RCY105") == "did you mean `ROUND`?"
    owners = f"(set ((0 player) sto N) 1) {SCORE.format('(game sto N)')}"
    assert hint(owners, "RCY105") == "there is a player's integer N of the same name: the owner is another"
    seen = f"(move (top {HAND}) (top (game vloc PILE))) {SCORE.format('(size (game hloc PILE))')}"
    assert hint(seen, "RCY106") == "it is filled as `vloc`, which is another location"


def test_each_name_is_told_once_at_its_first_place() -> None:
    body = "(do ((set (game sto N) 1)\n(set (game sto N) 2)\n(inc ((0 player) sto SCORE))))"
    (found,) = [f for f in checked(program(body)).findings if f.code == "RCY104"]
    assert found.span.line == 9


# RCY109: one name under two visibilities


def test_one_name_two_places() -> None:
    both = f"(do ((move (top {HAND}) (top (game vloc PILE))) (move (top {HAND}) (top (game hloc PILE)))))"
    assert told(both, "RCY109") == ["RCY109"]
    owners = (
        f"(do ((move (top {HAND}) (top (game vloc PILE))) (move (top {HAND}) (top ((0 player) hloc PILE)))))"
    )
    assert told(owners, "RCY109") == []


# RCY107: a stage whose end never changes


@pytest.mark.parametrize(
    "stage",
    [
        f"(end (== (size {HAND}) 0)) (do ({play(TOP_HAND)}))",
        f"(end (all player 'P (== (size ('P iloc HAND)) 0))) (let {HAND} 'H (do ({play(TOP_H)})))",
        "(end (== (current player) (2 player))) (do ((turn pass)))",
        "(end (== (random 6) 6)) (do ((turn pass)))",
        "(end (> (game sto N) 3)) (stage player (end (== (current player) (1 player))) (do ((inc (game sto N)))))",
        "(end (== (size (game iloc STOCK)) 0)) (do ((swap (game iloc STOCK) (game vloc PILE))))",
        f"(end (== (size (game iloc STOCK)) 0)) (do ((remember (top {HAND}) (top {LEAD})) (move (actual (top {LEAD})) (top (game vloc PILE)))))",
        f"(end (== (cardatt SUIT (top {LEAD})) HEARTS)) (do ((remember (top {HAND}) (top {LEAD}))))",
    ],
)  # fmt: skip
def test_ends_that_a_stage_changes(stage: str) -> None:
    assert told(f"(stage player {stage})", "RCY107") == []


@pytest.mark.parametrize(
    "stage",
    [
        "(end (== (size (game iloc STOCK)) 0)) (do ((inc ((current player) sto SCORE))))",
        "(end (== ((0 player) sto SCORE) 3)) (do ((inc ((0 team) sto SCORE))))",
        "(end (> (size player) 3)) (do ((turn pass)))",
        "(end (== 1 2)) (do ((turn pass)))",
    ],
)
def test_ends_that_it_does_not(stage: str) -> None:
    assert told(f"(stage player {stage})", "RCY107") == ["RCY107"]


# RCY101: variables that nothing uses


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("(all player 'P (inc ('P sto SCORE)))", []),
        ("(all player 'P (inc ((0 player) sto SCORE)))", ["RCY101"]),
        ("(all player 'P (all player 'Q (inc ('P sto SCORE))))", ["RCY101"]),
        ("(all player 'P (all player 'P (inc ('P sto SCORE))))", ["RCY101"]),
        ("(let 3 'N (inc ((0 player) sto SCORE)))", ["RCY101"]),
        ("(inc ((0 player) sto SCORE) (size (filter (game iloc STOCK) 'C (== 1 1))))", ["RCY101"]),
        ("(inc ((0 player) sto SCORE) (all player 'P 1))", ["RCY101"]),
    ],
)
def test_unused_variables(body: str, expected: list[str]) -> None:
    assert told(f"(do ({body}))", "RCY101") == expected


# RCY102 and RCY103: attributes and values that no card has


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("(== (cardatt SUIT {}) HEARTS)", []),
        ("(== (cardatt SUTI {}) HEARTS)", ["RCY102"]),
        ("(== (cardatt SUIT {}) HEART)", ["RCY103"]),
        ("(!= HEART (cardatt SUIT {}))", ["RCY103"]),
        ("(== (cardatt SUIT {}) (cardatt SUIT (top (game iloc STOCK))))", []),
        ("(== (cardatt SUIT {}) (game str TRUMP))", []),
        ("(all (SUIT, SUTI) 'K (== (cardatt 'K {}) HEARTS))", []),
        ("(== (game str TRUMP) HEART)", []),
        ("(> (size (partition SUTI (game iloc STOCK))) 0)", ["RCY102"]),
    ],
)
def test_attributes_and_values(value: str, expected: list[str]) -> None:
    body = f"(do (({value.format(f'(top {HAND})')} (inc ((0 player) sto SCORE)))))"
    assert told(body, "RCY102", "RCY103") == expected


def test_awards_on_what_no_card_has() -> None:
    body = "(set (game points P) (((SUTI : HEARTS) 1) ((SUIT : HEART) 1) ((SUIT : (game str TRUMP)) 1)))"
    assert told(body, "RCY102", "RCY103") == ["RCY102", "RCY103"]


# RCY110, RCY115, RCY116, RCY121


def test_any_outside_a_choice() -> None:
    assert told("(do ((any player 'P (inc ('P sto SCORE)))))", "RCY110") == ["RCY110"]
    assert told("(any player 'P (inc ('P sto SCORE)))", "RCY110") == []
    assert told("(let 1 'N (any player 'P (inc ('P sto SCORE) 'N)))", "RCY110") == []
    assert told("(do (((any player 'P (> ('P sto SCORE) 1)) (turn pass))))", "RCY110") == []


def test_the_choice_of_a_team() -> None:
    in_team = "(stage team (end (> (game sto N) 1)) {})"
    in_player = "(stage player (end (> (game sto N) 1)) {})"
    a_choice = "(choice ((inc (game sto N)) (turn pass)))"
    assert told(in_team.format(a_choice), "RCY115") == ["RCY115"]
    assert told(in_team.format(in_player.format(a_choice)), "RCY115") == []
    assert told(in_player.format(in_team.format(a_choice)), "RCY115") == ["RCY115"]
    assert told(in_team.format(f"(let 1 'N {a_choice})"), "RCY115") == ["RCY115"]


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (f"(do ((shuffle {HAND}) (any {HAND} 'C {play()})))", ["RCY116"]),
        (f"(do ((any {HAND} 'C {play()}) (shuffle {HAND})))", []),
        (f"(any {HAND} 'C (do ((shuffle {HAND}) {play()})))", []),
        (f"(any (top (random 3) {HAND}) 'C {play()})", ["RCY116"]),
        (f"((> (random 3) 1) (any {HAND} 'C {play()}))", ["RCY116"]),
        (f"(let (random 3) 'N (any (top 'N {HAND}) 'C {play()}))", ["RCY116"]),
        (f"(do ((inc (game sto N) (random 3)) (any {HAND} 'C {play()})))", ["RCY116"]),
    ],
)  # fmt: skip
def test_any_behind_chance(item: str, expected: list[str]) -> None:
    assert told(choice(item, "(turn pass)"), "RCY116") == expected


def test_division_by_nothing() -> None:
    assert told("(do ((inc ((0 player) sto SCORE) (// 4 0))))", "RCY121") == ["RCY121"]
    assert told("(do ((inc ((0 player) sto SCORE) (% 4 'N))))", "RCY121", declares="(declare 0 'N)") == [
        "RCY121"
    ]
    assert told("(do ((inc ((0 player) sto SCORE) (// 0 4))))", "RCY121") == []


def test_suspicions_that_an_error_does_not_touch_are_told_beside_it() -> None:
    body = f"(do ((shufle {HAND}) ((== (cardatt SUTI (top {HAND})) HEARTS) (inc ((0 player) sto SCORE)))))"
    assert {f.code for f in checked(program(body)).findings} == {"RCY020", "RCY102"}


# When they run


def test_reading_a_program_runs_no_lint_until_its_findings_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[bool] = []

    def looked(_: Program, *, complete: bool = True) -> list[Diagnostic]:
        asked.append(complete)
        return []

    monkeypatch.setattr("croupier.recycle.check.lint", looked)
    found = checked(program(DEAL))
    assert found.program is not None
    assert not found.errors
    read("hearts")
    assert asked == []
    assert found.findings is found.findings is found.program.findings
    assert asked == [True]
