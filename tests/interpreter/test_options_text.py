"""Keys and texts of options (§7): made of what the chooser can see, and nothing else."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from croupier.game import Option
from croupier.interpreter import TableState
from croupier.interpreter.flow import Let
from interpreter.small import Played, choices, game
from interpreter.test_choices import choice_at
from playing import game_at
from strategies import some_programs

DARK = """(create deck (game iloc DARK) (deck (RANK (ACE, TWO, THREE, FOUR)) (SUIT (HEARTS, SPADES))))
  (create deck (game vloc STOCK) (deck (RANK (ACE, TWO)) (SUIT (CLUBS))))"""
"""Eight cards that nobody sees, and two that everybody sees."""
SCORE = "(score (top (game iloc DARK)) using (game points VALUE))"
HIGHEST = "(top (sort (game iloc DARK) using (game points VALUE)))"
HEARTS = "(filter (game iloc DARK) 'C (== (cardatt SUIT 'C) HEARTS))"
TOP_IS_HEART = "(== (cardatt SUIT (top (game iloc DARK))) HEARTS)"
DRAW = "(move (top (game iloc DARK)) (top ((current player) iloc HAND)))"


def options(state: TableState) -> list[Option]:
    """The options of a game, built and described anew."""
    twin = state.copy()
    twin._paths, twin._described = twin.build(choice_at(twin)), None
    return list(twin.options)


def disguised(state: TableState, rng: random.Random) -> TableState:
    """The same game with the cards that the player to move cannot see dealt anew over their places."""
    twin = state.copy()
    t, layout = twin.table, twin.game.layout
    seat = t.players[-1][0]
    known = {card for memory in layout.memories for card in t.pile(memory)} | t.open_cards()
    slots: dict[str, list[tuple[int, int]]] = {}
    for number, pile in enumerate(t.cards):
        place = layout.places[number]
        for index, card in enumerate(pile):
            if place.kind != "mem" and not layout.sees(seat, place, t.teams) and card not in known:
                slots.setdefault(layout.pack.backs[card], []).append((number, index))
    for hidden in slots.values():
        cards = [t.cards[number][index] for number, index in hidden]
        rng.shuffle(cards)
        for (number, index), card in zip(hidden, cards, strict=True):
            t.cards[number][index] = card
            t.where[card] = number
    for number, pile in enumerate(t.cards):
        if layout.ordered_freely[number]:
            pile.sort()
    return twin


def holds_cards_in_variables(state: TableState) -> bool:
    """Whether a variable around the choice names cards: they would have to be disguised as well."""
    blocks = [blocks[index] for blocks, index in state._frames]
    return any(isinstance(block, Let) for block in blocks)


@pytest.mark.slow
@pytest.mark.parametrize("path", some_programs(0), ids=lambda path: path.stem)
def test_options_are_the_same_whatever_lies_hidden(path: Path) -> None:
    rng = random.Random(path.stem)
    state = game_at(path).start(1)
    assert isinstance(state, TableState)
    while state.outcome is None:
        if not holds_cards_in_variables(state):
            other = options(disguised(state, rng))
            if state.game.tells_by_options:
                texts = {option.key: option.text for option in other}
                assert all(texts.get(o.key, o.text) == o.text for o in state.options)
            else:
                assert other == list(state.options)
        state.apply(rng.randrange(state.option_count))


UNCERTAIN = {
    # What is stored
    f"(set (game sto X) {SCORE})": "change X",
    f"(inc ((1 player) sto X) {SCORE})": "change seat 1's X",
    f"(let {SCORE} 'S (set (game sto X) 'S))": "change X",
    f"(do ((set (game sto X) {SCORE}) (set (game sto Y) (game sto X))))": "change X; change Y",
    f"(set (game sto X) (size {HEARTS}))": "change X",
    "(set (game sto X) (size (partition RANK (bottom 3 (game iloc DARK)))))": "change X",
    "(set (game str X) (cardatt RANK (top (game iloc DARK))))": "change X",
    "(set (game sto (cardatt SUIT (top (game iloc DARK)))) 1)": "change what is stored",
    # What is moved, and where
    "(move (top (game iloc DARK)) (top (game vloc (cardatt SUIT (top (game iloc DARK))))))": (
        "move the top of DARK to somewhere"
    ),
    f"(move ({SCORE} (game iloc DARK)) (top ((0 player) iloc HAND)))": "move a card of DARK to HAND",
    "(move (max (game iloc DARK) using (game points VALUE)) (top ((0 player) iloc HAND)))": (
        "move a card of DARK to HAND"
    ),
    f"(move {HIGHEST} (top ((0 player) iloc HAND)))": "move a card of DARK to HAND",
    f"(let {HIGHEST} 'C (move 'C (top ((0 player) iloc HAND))))": "move a card of DARK to HAND",
    "(swap (max (game iloc DARK) using (game points VALUE)) (top (game vloc STOCK)))": (
        "swap a card of DARK and ♣2"
    ),
    f"(swap (game vloc STOCK) (game vloc BED {SCORE}))": "swap two places",
    # Whether anything happens at all
    f"(do ((turn pass) ({TOP_IS_HEART} (set (game sto X) 1))))": "pass",
    f"({TOP_IS_HEART} (set (game sto X) 1))": None,
    f"(do (({TOP_IS_HEART} (turn pass)) ((not {TOP_IS_HEART}) (inc (game sto X)))))": "let the cards decide",
    f"(repeat {SCORE} (inc (game sto X)))": "let the cards decide",
    f"(all {HEARTS} 'C (move 'C (top (game vloc OPEN))))": "let the cards decide",
    "(all (partition RANK (bottom 3 (game iloc DARK))) 'G (inc (game sto X)))": "let the cards decide",
    f"(repeat all (move (top {HEARTS}) (top (game vloc OPEN))))": "let the cards decide",
    # Whose turn it is
    f"(cycle next ((% {SCORE} 2) player))": "change the turn",
    f"(do ((cycle next ((% {SCORE} 2) player)) (set ((next player) sto X) 1)))": (
        "change the turn; change what is stored"
    ),
    # What becomes visible only along the path
    f"(do ({DRAW} ((== (cardatt SUIT (top ((current player) iloc HAND))) HEARTS) (set (game sto X) 1))))": (
        "move the top of DARK to HAND"
    ),
    """(do (
      (move (top (game iloc DARK)) (top (game vloc OPEN)))
      (set (game str S) (cardatt SUIT (top (game vloc OPEN))))))""": "move the top of DARK to OPEN; change S",
    """(do (
      (remember (top (game iloc DARK)) (top (game mem M)))
      (set (game str S) (cardatt SUIT (top (game mem M))))))""": "remember the top of DARK in M; change S",
    """(do (
      (swap (game iloc DARK) (game vloc STOCK))
      (set (game str S) (cardatt SUIT (top (game vloc STOCK))))))""": "swap DARK and STOCK; change S",
    # What an uncertain action has changed
    f"""(do (
      ({TOP_IS_HEART} (move (top (game vloc STOCK)) (top (game vloc OPEN))))
      (set (game sto X) (size (game vloc OPEN)))))""": "change X",
    f"""(do (
      (set (game points M) (((SUIT : CLUBS) {SCORE})))
      (set (game sto X) (sum (game vloc STOCK) using (game points M)))))""": "fill a point map; change X",
}


@pytest.mark.parametrize(("item", "text"), UNCERTAIN.items())
def test_a_text_does_not_tell_what_hangs_on_a_hidden_card(item: str, text: str | None) -> None:
    made = game(
        "(shuffle (game iloc DARK))",
        f"(choice ((inc (game sto OTHER)) {item} (inc (game sto ANOTHER))))",
        deck=DARK,
    )
    found = {tuple(option.text for option in made.start(seed).options[1:-1]) for seed in range(12)}
    # An item may be offered or not: that is RCY117.
    assert found - {()} == ({(text,)} if text is not None else {("let the cards decide",)})


def test_a_blind_draw_names_places() -> None:
    deal = """(do (
      (shuffle (game iloc DARK))
      (repeat 3 (move (top (game iloc DARK)) (top ((1 player) iloc HAND))))))"""
    draw = "(choice ((any ((1 player) iloc HAND) 'C (move 'C (top ((0 player) iloc HAND))))))"
    made = game(deal, draw, deck=DARK, ordered=False)
    told = {tuple((o.key, o.text) for o in made.start(seed).options) for seed in range(20)}
    assert told == {
        (
            ("0(the 1st card of seat 1's HAND)", "move the 1st card of seat 1's HAND to HAND"),
            ("0(the 2nd card of seat 1's HAND)", "move the 2nd card of seat 1's HAND to HAND"),
            ("0(the top of seat 1's HAND)", "move the top of seat 1's HAND to HAND"),
        )
    }
    drawn = set()
    for seed in range(20):
        state = made.start(seed)
        state.apply(0)
        drawn.add(Played(state)["0.HAND"])
    assert len(drawn) > 4


def test_a_card_drawn_along_the_path_is_still_unknown() -> None:
    texts = choices(
        f"(choice ((do ({DRAW} (any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE))))))))",
        deck=f"{DARK} (create deck ((0 player) iloc HAND) (deck (RANK (KING)) (SUIT (CLUBS))))",
    )
    assert texts == [
        "move the top of DARK to HAND; move ♣K to PILE",
        "move the top of DARK to HAND; move the top of DARK to PILE",
    ]


def test_a_card_is_named_to_those_who_see_it() -> None:
    places = {
        "((0 player) iloc X)": "♣K",
        "((1 player) iloc X)": "the top of seat 1's X",
        "((0 player) oloc X)": "the top of X",
        "((1 player) oloc X)": "♣K",
        "((1 player) vloc X)": "♣K",
        "((1 player) hloc X)": "the top of seat 1's X",
        "((0 team) iloc X)": "♣K",
        "((1 team) iloc X)": "the top of team 1's X",
        "((0 team) oloc X)": "the top of team 0's X",
        "((1 team) oloc X)": "♣K",
        "(game iloc X)": "the top of X",
        "(game oloc X)": "♣K",
        "(game hloc X)": "the top of X",
    }
    for place, told in places.items():
        deck = f"(create deck {place} (deck (RANK (KING)) (SUIT (CLUBS))))"
        texts = choices(f"(choice ((move (top {place}) (top (game vloc PILE))) (turn pass)))", deck=deck)
        assert texts[0] == f"move {told} to PILE", place


def test_the_card_of_a_copy_is_known_by_name_and_not_by_its_place() -> None:
    texts = choices(
        "(remember (3 (game iloc DARK)) (top (game mem SEEN)))",
        "(choice ((move (actual (top (game mem SEEN))) (top (game vloc PILE))) (turn pass)))",
        deck=DARK,
    )
    assert texts[0] == "move ♠2 to PILE"


def test_chance_is_not_shown_beforehand() -> None:
    tie = "(move (max (game vloc STOCK) using (game points UNSET)) (top (game vloc PILE)))"
    shuffled = "(do ((shuffle (game vloc STOCK)) (move (top (game vloc STOCK)) (top (game vloc PILE)))))"
    texts = choices(f"(choice ({tie} {shuffled} (set (game sto X) (random 1 .. 6))))")
    assert texts == [
        "move a card of STOCK to PILE",
        "shuffle STOCK; move a card of STOCK to PILE",
        "change X",
    ]


def test_visible_cards_and_values_are_told_exactly() -> None:
    texts = choices(
        """(choice (
          (set (game sto X) (sum (game vloc STOCK) using (game points VALUE)))
          (set (game str X) (cardatt SUIT (top (game vloc STOCK))))
          (do (
            ((== (cardatt SUIT (top (game vloc STOCK))) SPADES) (inc ((1 player) sto X)))
            (cycle next (1 player))))
          (move (top (game vloc STOCK)) (bottom ((1 player) iloc HAND)))
          (move (top (game vloc STOCK)) (2 (game vloc STOCK)))
          (swap (game vloc STOCK) (game vloc PILE))
          (swap (top (game vloc STOCK)) (bottom (game vloc STOCK)))
          (remember (top (game vloc STOCK)) (top (game mem SEEN)))
          (shuffle (game vloc STOCK))
          (shuffle faro (game vloc STOCK) (game vloc PILE))
          (set (game points M) (((RANK : ACE) 1)))
          (cycle current (1 player))
          (cycle next (1 team))
          (create teams (0, 1))
          (repeat 3 (move (top (game vloc STOCK)) (top (game vloc PILE))))
          (turn pass)))"""
    )
    assert texts == [
        "set X to 20",
        "set X to SPADES",
        "set seat 1's X to 1; seat 1 plays next",
        "move ♠4 to the bottom of seat 1's HAND",
        "move ♠4 to place 2 of STOCK",
        "swap STOCK and PILE",
        "swap ♠4 and ♥A",
        "remember ♠4 in SEEN",
        "shuffle STOCK",
        "riffle PILE into STOCK",
        "fill the point map M",
        "seat 1 is current",
        "team 1 plays next",
        "make the teams [0, 1]",
        "move ♠4, ♥4, ♠3 to PILE",
        "pass",
    ]


def test_keys_name_the_item_and_the_elements_chosen() -> None:
    state = game(
        "(all (range 0 .. 1) 'I (move (top (game vloc STOCK)) (top (game vloc BED 'I))))",
        """(choice (
          (turn pass)
          (any player 'P (cycle next 'P))
          (any team 'T (set ('T sto X) 1))
          (any (A, B) 'S (any (range 1 .. 2) 'N (set (game sto 'S) 'N)))
          (any (indexed game vloc BED) 'B (shuffle 'B))
          (any (subsets (top 2 (game vloc STOCK))) 'G (set (game sto SIZE) (+ 10 (size 'G))))))""",
    ).start()
    assert [option.key for option in state.options] == [
        "0()",
        "1(seat 0)",
        "1(seat 1)",
        "2(team 0)",
        "2(team 1)",
        "3(A, 1)",
        "3(A, 2)",
        "3(B, 1)",
        "3(B, 2)",
        "4(BED)",
        "4(BED 1)",
        "5()",
        "5(♠3)",
        "5(♠3+♥3)",
    ]


def test_keys_do_not_depend_on_the_other_options() -> None:
    """A search tree finds the same option again when other hidden cards, or fewer options, are there."""
    block = "(choice ((any (game vloc STOCK) 'C (move 'C (top (game vloc PILE)))) (turn pass)))"
    first = game(block, block).start()
    keys = {option.text: option.key for option in first.options}
    first.apply(2)
    for option in first.options:
        assert keys[option.text] == option.key
