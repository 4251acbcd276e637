"""Every form of the language, declared once: the rows of the table that `forms.py` reads.

A signature reads like the form itself. Lower-case words and operators stand for themselves
(``next|current``: one of them), ``'V`` is a variable bound for what follows it, a capitalised word is a part of that
kind; ``*`` any number, ``+`` one or more. An example is a whole ``(game …)``, a ``(setup …)``, or a piece of the
body of a game with a STOCK and a HAND for each player.

At last comes what a form is to those who analyse and compile it. ``parts`` names the parts of the checked form in their
order, ``*`` any number of them: `expr.part("into")`. ``traits`` are explained in `traits.py`. A row can also have a
``meaning``, another form that means the same, and has its parts and traits; ``until``, the last dialect that has it; ``default``, the
integer that stands for a last part which this form leaves out.
"""

from __future__ import annotations

from croupier.recycle.failures import Failure
from croupier.recycle.house_table import HOUSE_ROOMS
from croupier.recycle.row import PLAIN, Nature, Row
from croupier.recycle.traits import (
    Binds,
    Body,
    Bound,
    Draws,
    Location,
    Moves,
    Seen,
    Times,
    Traits,
    World,
    Writes,
)

V04, V05, V0510, V06 = "0.4", "0.5", "0.5.10", "0.6"


_PLACES = frozenset((World.PLACES,))
_STORAGES = frozenset((World.STORAGES,))
_TURNS = frozenset((World.TURNS,))
_TEAMS = frozenset((World.TEAMS,))
_STORED = (Writes(World.STORAGES, "storage"),)
_DIVISION_BY_0 = Failure("RCY304", "(== 'divisor 0)")
_NO_CARDS = Failure("RCY303", "(empty 'cards)")
_NO_INDEX = Failure("RCY302", "(or (< 'index 0) (> 'index 255))")
_NO_PLACE = Failure("RCY302", "(and (live 'groups) (empty 'groups))")


def _beyond(value: str) -> Failure:
    return Failure("RCY304", f"(beyond {value})")


def _too_many(groups: str) -> Failure:
    return Failure("RCY307", f"(> (size {groups}) 100000)")


def _joins(part: str, look: bool) -> Traits:
    return Traits(reads=_PLACES, faces=(part,) if look else (), bounded=Bound.ELEMENTS, sifts=look)


_WORTH = "(set (game points WORTH) (((RANK : ACE) 3) ((RANK : KING) 2)))"
_DECK = """\
(setup
  (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES)))))"""


def _several(*items: str) -> str:
    return "(do (\n  " + "\n  ".join(items) + "))"


def _scored(value: str) -> str:
    return f"(inc ((0 player) sto SCORE) {value})"


def _weighed(value: str) -> str:
    return _several(_WORTH, _scored(value))


def _whole(declare: str = "", value: str = "1") -> str:
    return f"""\
(game
{declare}  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (LOW, HIGH)))))
  (inc (((random 1) player) sto SCORE) {value})
  (scoring max ((current player) sto SCORE)))"""


ROOMS: dict[str, list[Row]] = {
    "program": [
        ("game", "(game Declare* Setup Block+ Scoring)", "Program", V04, "A whole game.",
         _whole(),
         {"parts": "declares* setup blocks* scoring", "traits": PLAIN}),
        ("declare", "(declare Constant 'V)", "Declare", V04, "A constant of the whole program; a parameter that can be set from outside.",
         _whole("  (declare 5 'PRIZE)\n", "'PRIZE"),
         {"parts": "value variable", "traits": Traits(binds=Binds("value", "variable", each=False))}),
        ("setup", "(setup Create+)", "Setup", V04, "Players, teams and decks, made in text order before play.",
         _DECK,
         {"parts": "creates*", "traits": Traits(body=Body("creates", Times.ONCE))}),
        ("create.players", "(create players Int)", "Create", V04, "How many players there are, 1 to 16.",
         _DECK,
         {"parts": "count", "traits": PLAIN}),
        ("create.teams", "(create teams Seats+)", "Action", V04, "Who plays with whom; also during play, where it replaces the teams.",
         "(setup\n  (create players 4)\n  (create teams (0, 2) (1, 3))\n  (create deck (game iloc STOCK) (deck (RANK (ACE, KING, QUEEN, JACK)) (SUIT (HEARTS, SPADES)))))",
         {"parts": "teams*", "traits": Traits(writes=(Writes(World.TURNS, "teams"), Writes(World.TEAMS, "teams")), event="teams", fails=(Failure("RCY306", "(held 'teams)"),))}),
        ("create.deck", "(create deck Location Deck)", "Action", V04, "Makes one card for each combination of attributes and puts it on the location.",
         _DECK,
         {"parts": "location deck", "traits": Traits(moves=Moves("deck", "location"), writes=(Writes(World.PLACES, "location"),), event="make")}),
        ("create.deck.named", "(create deck Name Location Deck)", "Action", V0510, "A deck with a back of its own.",
         "(setup\n  (create players 2)\n  (create deck RED (game iloc STOCK) (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES)))))", {"meaning": "create.deck"}),
        ("deck", "(deck Attribute+)", "Deck", V04, "The product of its attributes, the first one outermost.",
         "(setup\n  (create players 2)\n  (create deck (game iloc STOCK)\n    (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES)))))",
         {"parts": "attributes*", "traits": PLAIN}),
        ("attribute", "(Key Group+)", "Attribute", V04, "An attribute with its values; a value may bring attributes of its own.",
         "(setup\n  (create players 2)\n  (create deck (game iloc STOCK)\n    (deck\n      (RANK (ACE, KING))\n      (COLOR (RED (SUIT (HEARTS, DIAMONDS))) (BLACK (SUIT (CLUBS, SPADES)))))))",
         {"parts": "groups*", "traits": PLAIN}),
        ("stage", "(stage player|team End Block*)", "Block", V04, "Lets the members of a cycle take turns until its end condition holds.",
         "(stage player\n  (end (all player 'P (== (size ('P iloc HAND)) 0)))\n  (choice (\n    (any ((current player) iloc HAND) 'C\n      (move 'C (top (game vloc PILE)))))))",
         {"parts": "end blocks*", "traits": Traits(body=Body("blocks", Times.TURNS, "end"), bounded=Bound.NUMBER)}),
        ("end", "(end Bool)", "End", V04, "The end condition of a stage, tested before the first and after every turn.",
         "(stage player\n  (end (== (size (game iloc STOCK)) 0))\n  (move (top (game iloc STOCK)) (top ((current player) iloc HAND))))",
         {"parts": "condition", "traits": PLAIN}),
        ("scoring", "(scoring max|min Int)", "Scoring", V04, "The result, evaluated with each player current in turn; max or min is best.",
         _whole(),
         {"parts": "value", "traits": PLAIN}),
    ],
    "blocks": [
        ("do", "(do Items)", "Action", V04, "Runs its items one after the other.",
         _several("(move (top (game iloc STOCK)) (top (game vloc PILE)))", _scored("1")),
         {"parts": "items*", "traits": Traits(body=Body("items", Times.ONCE))}),
        ("choice", "(choice Items)", "Block", V04, "The current player chooses among the options that its items offer.",
         "(choice (\n  (any ((current player) iloc HAND) 'C\n    (move 'C (top (game vloc PILE))))\n  (turn pass)))",
         {"parts": "items*", "traits": Traits(body=Body("items", Times.ONE_ITEM))}),
        ("let", "(let Value 'V Body)", "Action", V04, "Evaluates once and names the result for what stands inside.",
         "(let (top (game iloc STOCK)) 'C\n  (move 'C (top (game vloc PILE))))",
         {"parts": "value variable body", "traits": Traits(binds=Binds("value", "body", each=False), body=Body("body", Times.ONCE))}),
        ("if", "(Bool Item)", "Action", V04, "The item, if the condition holds.",
         "((> (size (game iloc STOCK)) 0)\n  (move (top (game iloc STOCK)) (top (game vloc PILE))))",
         {"parts": "condition body", "traits": Traits(body=Body("body", Times.IF, "condition"))}),
        ("all.do", "(all Collection 'V Item)", "Action", V04, "The item for every element, in order.",
         "(all player 'P\n  (move (top (game iloc STOCK)) (top ('P iloc HAND))))",
         {"parts": "collection variable body", "traits": Traits(binds=Binds("collection", "body"), body=Body("body", Times.EACH, "collection"), reads=_PLACES, bounded=Bound.ELEMENTS)}),
        ("any.do", "(any Collection 'V Item)", "Action", V04, "In a choice: one option for every element.",
         "(choice (\n  (any ((current player) iloc HAND) 'C\n    (move 'C (top (game vloc PILE))))))",
         {"parts": "collection variable body", "traits": Traits(binds=Binds("collection", "body"), body=Body("body", Times.ONE_ELEMENT, "collection"), reads=_PLACES)}),
    ],
    "actions": [
        ("move", "(move Card Place)", "Action", V04, "Moves a card from where it lies to a destination.",
         "(move (top (game iloc STOCK)) (top (game vloc PILE)))",
         {"parts": "card into", "traits": Traits(moves=Moves("card", "into"), writes=(Writes(World.PLACES, "card"), Writes(World.PLACES, "into")), event="move", fails=(Failure("RCY301", "(or (none 'card) (unmade 'card))"),))}),
        ("swap.locations", "(swap Location Location)", "Action", V06, "Exchanges the contents of two locations.",
         "(swap ((0 player) iloc HAND) ((1 player) iloc HAND))",
         {"parts": "one other", "traits": Traits(moves=Moves("one", "other", both=True), writes=(Writes(World.PLACES, "one"), Writes(World.PLACES, "other")), event="swap")}),
        ("swap.cards", "(swap Card Card)", "Action", V06, "Exchanges two cards in their places.",
         "(swap (top ((0 player) iloc HAND)) (top ((1 player) iloc HAND)))",
         {"parts": "one other", "traits": Traits(moves=Moves("one", "other", both=True, fills=False), writes=(Writes(World.PLACES, "one"), Writes(World.PLACES, "other")), event="swap cards", fails=(Failure("RCY301", "(or (none 'one) (none 'other))"),))}),
        ("remember", "(remember Card MemoryPlace)", "Action", V04, "Puts a copy of a card into memory, where everyone sees it.",
         _several("(move (top (game iloc STOCK)) (top (game vloc PILE)))", "(remember (top (game vloc PILE)) (top (game mem LEAD)))", _scored("(size (game mem LEAD))")),
         {"parts": "card into", "traits": Traits(moves=Moves("card", "into", copies=True), writes=(Writes(World.PLACES, "into"),), event="remember", fails=(Failure("RCY301", "(none 'card)"),))}),
        ("forget", "(forget Copy)", "Action", V04, "Removes a remembered copy.",
         _several("(remember (top (game iloc STOCK)) (top (game mem LEAD)))", "(forget (top (game mem LEAD)))"),
         {"parts": "copy", "traits": Traits(writes=(Writes(World.PLACES, "copy"),), event="forget", fails=(Failure("RCY301", "(none 'copy)"),))}),
        ("shuffle", "(shuffle Pile)", "Action", V04, "Puts a location into a uniformly random order.",
         "(shuffle (game iloc STOCK))",
         {"parts": "pile", "traits": Traits(draws=Draws.ALWAYS, writes=(Writes(World.PLACES, "pile"),), event="shuffle")}),
        ("shuffle.faro", "(shuffle faro Location Location)", "Action", V0510, "A perfect riffle of both into the first, beginning with the first.",
         "(shuffle faro ((0 player) iloc HAND) ((1 player) iloc HAND))",
         {"parts": "into from", "traits": Traits(moves=Moves("from", "into"), writes=(Writes(World.PLACES, "into"), Writes(World.PLACES, "from")), event="faro")}),
        ("set.int", "(set IntStore Int)", "Action", V04, "Stores an integer.",
         "(set ((0 player) sto SCORE) 5)",
         {"parts": "storage value", "traits": Traits(writes=_STORED, event="set")}),
        ("inc", "(inc IntStore Int)", "Action", V04, "Adds to a stored integer.",
         "(inc ((0 player) sto SCORE) 5)",
         {"parts": "storage value", "traits": Traits(writes=_STORED, event="set", fails=(_beyond("(+ 'storage 'value)"),))}),
        ("inc.one", "(inc IntStore)", "Action", V06, "Adds 1 to a stored integer.",
         "(inc ((0 player) sto SCORE))", {"meaning": "inc", "default": 1}),
        ("dec", "(dec IntStore Int)", "Action", V04, "Subtracts from a stored integer.",
         "(dec ((0 player) sto SCORE) 5)",
         {"parts": "storage value", "traits": Traits(writes=_STORED, event="set", fails=(_beyond("(- 'storage 'value)"),))}),
        ("dec.one", "(dec IntStore)", "Action", V06, "Subtracts 1 from a stored integer.",
         "(dec ((0 player) sto SCORE))", {"meaning": "dec", "default": 1}),
        ("set.str", "(set StringStore String)", "Action", V0510, "Stores a string.",
         _several("(set (game str TRUMP) HEARTS)", "((== (game str TRUMP) HEARTS) (inc ((0 player) sto SCORE) 1))"),
         {"parts": "storage value", "traits": Traits(writes=_STORED, event="set")}),
        ("set.points", "(set PointStore Awards)", "Action", V05, "Fills a point map: a card scores the sum of all awards that it meets.",
         _weighed("(sum ((0 player) iloc HAND) using (game points WORTH))"),
         {"parts": "storage awards*", "traits": Traits(writes=_STORED, event="points")}),
        ("put.points", "(put points PointVariable Awards)", "Action", V04, "Fills the point map of a variable that the whole file knows.",
         _several("(put points 'WORTH (((RANK (ACE)) 3) ((RANK (KING)) 2)))", _scored("(sum ((0 player) iloc HAND) using 'WORTH)")), {"meaning": "set.points", "until": V04}),
        ("cycle", "(cycle next|current Target)", "Action", V04, "Queues who plays next, or changes who is current at once.",
         "(cycle next (1 player))",
         {"parts": "member", "traits": Traits(writes=(Writes(World.TURNS, "member"),), event="cycle")}),
        ("pass", "(turn pass)", "Action", V04, "Does nothing, and counts as a move.",
         "(choice (\n  (inc ((current player) sto SCORE) 1)\n  (turn pass)))",
         {"parts": "", "traits": Traits(event="pass")}),
        ("repeat", "(repeat Int Item)", "Action", V04, "The item n times, each time evaluated anew.",
         "(repeat 2 (move (top (game iloc STOCK)) (top (game vloc PILE))))",
         {"parts": "times body", "traits": Traits(body=Body("body", Times.NUMBER, "times"), bounded=Bound.NUMBER)}),
        ("repeat.all", "(repeat all MoveOrForget)", "Action", V04, "Moves as many cards as the source held at the beginning.",
         "(repeat all (move (top (game iloc STOCK)) (top (game vloc PILE))))",
         {"parts": "body", "traits": Traits(body=Body("body", Times.EMPTYING), reads=_PLACES, bounded=Bound.ELEMENTS)}),
    ],
    "integers": [
        ("add", "(+ Int Int+)", "Int", V04, "The sum.",
         _scored("(+ 1 2 (size (game iloc STOCK)))"),
         {"parts": "terms*", "traits": Traits(fails=(_beyond("(+ 'terms)"),))}),
        ("subtract", "(- Int Int)", "Int", V04, "The difference.",
         _scored("(- 6 (size (game iloc STOCK)))"),
         {"parts": "left right", "traits": Traits(fails=(_beyond("(- 'left 'right)"),))}),
        ("multiply", "(* Int Int+)", "Int", V04, "The product.",
         _scored("(* 2 (size (game iloc STOCK)))"),
         {"parts": "factors*", "traits": Traits(fails=(_beyond("(* 'factors)"),))}),
        ("divide", "(// Int Int)", "Int", V04, "The quotient, truncated toward 0.",
         _scored("(// (size (game iloc STOCK)) 2)"),
         {"parts": "dividend divisor", "traits": Traits(fails=(_DIVISION_BY_0, _beyond("(// 'dividend 'divisor)")))}),
        ("modulo", "(% Int Int)", "Int", V05, "The remainder, with the sign of the dividend.",
         _scored("(% (size (game iloc STOCK)) 2)"),
         {"parts": "dividend divisor", "traits": Traits(fails=(_DIVISION_BY_0,))}),
        ("modulo.word", "(mod Int Int)", "Int", V04, "The remainder, with the sign of the dividend.",
         _scored("(mod (size (game iloc STOCK)) 2)"), {"meaning": "modulo", "until": V04}),
        ("power", "(^ Int Int)", "Int", V0510, "The first to the power of the second.",
         _scored("(^ 2 (size (game iloc STOCK)))"),
         {"parts": "base exponent", "traits": Traits(fails=(Failure("RCY305", "(< 'exponent 0)"), _beyond("(^ 'base 'exponent)")))}),
        ("tri", "(tri Int)", "Int", V0510, "The triangular number n(n+1)/2.",
         _scored("(tri (size (game iloc STOCK)))"),
         {"parts": "number", "traits": Traits(fails=(_beyond("(tri 'number)"),))}),
        ("fib", "(fib Int)", "Int", V0510, "The Fibonacci number, with F(1) = F(2) = 1.",
         _scored("(fib 7)"),
         {"parts": "number", "traits": Traits(fails=(_beyond("(fib 'number)"),))}),
        ("random", "(random Int)", "Int", V0510, "A random integer from 0 to n, both included.",
         _scored("(random 5)"),
         {"parts": "high", "traits": Traits(draws=Draws.ALWAYS, fails=(Failure("RCY304", "(< 'high 0)"),))}),
        ("random.between", "(random Int .. Int)", "Int", V0510, "A random integer from a to b, both included.",
         _scored("(random 1 .. 6)"),
         {"parts": "low high", "traits": Traits(draws=Draws.ALWAYS, fails=(Failure("RCY304", "(< 'high 'low)"),))}),
        ("size", "(size Collection)", "Int", V04, "How many elements a collection has.",
         _scored("(size (game iloc STOCK))"),
         {"parts": "collection", "traits": Traits(reads=_PLACES)}),
        ("sum", "(sum Cards using Points)", "Int", V04, "The scores of all cards, added up.",
         _weighed("(sum ((0 player) iloc HAND) using (game points WORTH))"),
         {"parts": "cards points", "traits": Traits(reads=_PLACES, faces=("cards",), bounded=Bound.ELEMENTS, fails=(_beyond("(sum 'cards using 'points)"),))}),
        ("score", "(score Card using Points)", "Int", V04, "What a card scores.",
         _weighed("(score (top (game iloc STOCK)) using (game points WORTH))"),
         {"parts": "card points", "traits": Traits(faces=("card",), fails=(Failure("RCY303", "(none 'card)"), _beyond("(score 'card using 'points)")))}),
        ("scoremax", "(scoremax Cards using Points)", "Int", V06, "The highest score among the cards.",
         _weighed("(scoremax ((0 player) iloc HAND) using (game points WORTH))"),
         {"parts": "cards points", "traits": Traits(reads=_PLACES, faces=("cards",), bounded=Bound.ELEMENTS, fails=(_NO_CARDS, _beyond("(scoremax 'cards using 'points)")))}),
        ("scoremin", "(scoremin Cards using Points)", "Int", V06, "The lowest score among the cards.",
         _weighed("(scoremin ((0 player) iloc HAND) using (game points WORTH))"),
         {"parts": "cards points", "traits": Traits(reads=_PLACES, faces=("cards",), bounded=Bound.ELEMENTS, fails=(_NO_CARDS, _beyond("(scoremin 'cards using 'points)")))}),
        ("pid", "(pid Player)", "Int", V06, "The seat number of a player, from 0.",
         _scored("(pid (current player))"),
         {"parts": "player", "traits": PLAIN}),
        ("sto", "(Owner sto String)", "IntStore", V04, "An integer that an owner keeps under a name; public; 0 until it is set.",
         "(inc ((current player) sto SCORE) 1)",
         {"parts": "owner name", "traits": Traits(reads=_STORAGES)}),
        ("all.sum", "(all Collection 'V Int)", "Int", V04, "The sum over all elements.",
         _scored("(all player 'P (size ('P iloc HAND)))"),
         {"parts": "collection variable value", "traits": Traits(binds=Binds("collection", "value"), reads=_PLACES, bounded=Bound.ELEMENTS, fails=(_beyond("(all 'collection 'variable 'value)"),))}),
    ],
    "booleans": [
        ("and", "(and Bool Bool+)", "Bool", V04, "Whether all hold; stops at the first that does not.",
         "((and (> (size (game iloc STOCK)) 0) (< ((0 player) sto SCORE) 9))\n  (inc ((0 player) sto SCORE) 1))",
         {"parts": "conditions*", "traits": PLAIN}),
        ("or", "(or Bool Bool+)", "Bool", V04, "Whether one holds; stops at the first that does.",
         "((or (> (size (game iloc STOCK)) 0) (< ((0 player) sto SCORE) 9))\n  (inc ((0 player) sto SCORE) 1))",
         {"parts": "conditions*", "traits": PLAIN}),
        ("not", "(not Bool)", "Bool", V04, "Whether it does not hold.",
         "((not (== (size (game iloc STOCK)) 0))\n  (inc ((0 player) sto SCORE) 1))",
         {"parts": "condition", "traits": PLAIN}),
        ("less", "(< Int Int)", "Bool", V04, "Whether the first is smaller.",
         "((< ((0 player) sto SCORE) 9) (inc ((0 player) sto SCORE) 1))",
         {"parts": "left right", "traits": PLAIN}),
        ("greater", "(> Int Int)", "Bool", V04, "Whether the first is larger.",
         "((> (size (game iloc STOCK)) 0) (inc ((0 player) sto SCORE) 1))",
         {"parts": "left right", "traits": PLAIN}),
        ("at.most", "(<= Int Int)", "Bool", V04, "Whether the first is not larger.",
         "((<= ((0 player) sto SCORE) 9) (inc ((0 player) sto SCORE) 1))",
         {"parts": "left right", "traits": PLAIN}),
        ("at.least", "(>= Int Int)", "Bool", V04, "Whether the first is not smaller.",
         "((>= (size (game iloc STOCK)) 2) (inc ((0 player) sto SCORE) 1))",
         {"parts": "left right", "traits": PLAIN}),
        *(
            (f"{name}.{kind.lower()}", f"({sign} {kind} {kind})", "Bool", V04, f"Whether two {things} are {word}.",
             f"(({sign} {one} {other})\n  {_scored('1')})",
             Nature(parts="left right", traits=Traits(faces=("left", "right")) if kind == "Card" else PLAIN))
            for sign, name, word in (("==", "equal", "the same"), ("!=", "unequal", "different"))
            for kind, things, one, other in (
                ("Int", "integers", "(size (game iloc STOCK))", "2"),
                ("String", "strings", "(cardatt SUIT (top (game iloc STOCK)))", "HEARTS"),
                ("Card", "cards", "(top (game iloc STOCK))", "(bottom (game iloc STOCK))"),
                ("Player", "players", "(current player)", "(0 player)"),
                ("Team", "teams", "(current team)", "(0 team)"),
            )
        ),
        ("all.bool", "(all Collection 'V Bool)", "Bool", V04, "Whether it holds for every element; true over nothing.",
         "(stage player\n  (end (all player 'P (== (size ('P iloc HAND)) 0)))\n  (move (top ((current player) iloc HAND)) (top (game vloc PILE))))",
         {"parts": "collection variable condition", "traits": Traits(binds=Binds("collection", "condition"), reads=_PLACES, bounded=Bound.ELEMENTS)}),
        ("any.bool", "(any Collection 'V Bool)", "Bool", V04, "Whether it holds for some element; false over nothing.",
         "(stage player\n  (end (any player 'P (== (size ('P iloc HAND)) 0)))\n  (move (top ((current player) iloc HAND)) (top (game vloc PILE))))",
         {"parts": "collection variable condition", "traits": Traits(binds=Binds("collection", "condition"), reads=_PLACES, bounded=Bound.ELEMENTS)}),
    ],
    "strings": [
        ("cardatt", "(cardatt String Card)", "String", V04, "The value of a card's attribute; \"\" when the key or the card is missing.",
         "((== (cardatt SUIT (top (game iloc STOCK))) HEARTS)\n  (inc ((0 player) sto SCORE) 1))",
         {"parts": "key card", "traits": Traits(faces=("card",))}),
        ("str", "(Owner str String)", "StringStore", V0510, "A string that an owner keeps under a name; public; \"\" until it is set.",
         _several("(set (game str TRUMP) HEARTS)", "((== (game str TRUMP) HEARTS) (inc ((0 player) sto SCORE) 1))"),
         {"parts": "owner name", "traits": Traits(reads=_STORAGES)}),
        ("names", "(Names)", "Strings", V04, "A collection of names, separated by commas.",
         "(all (HEARTS, SPADES) 'S\n  ((== (cardatt SUIT (top (game iloc STOCK))) 'S) (inc ((0 player) sto SCORE) 1)))",
         {"parts": "names*", "traits": PLAIN}),
        ("range", "(range Int .. Int)", "Ints", V04, "The integers from a to b; b is excluded in 0.4 and included since 0.5.",
         ";; dialect: 0.6\n(all (range 1 .. 3) 'N (inc ((0 player) sto SCORE) 'N))",
         {"parts": "low high", "traits": Traits(bounded=Bound.NUMBER, fails=(Failure("RCY307", "(>= (- 'high 'low) 100000)"),))}),
    ],
    "cards": [
        ("top", "(top Cards)", "Element", V04, "The topmost (last) card.",
         "(move (top (game iloc STOCK)) (top (game vloc PILE)))",
         {"parts": "cards", "traits": Traits(reads=_PLACES, by_position=("cards",))}),
        ("bottom", "(bottom Cards)", "Element", V04, "The bottom (first) card.",
         "(move (bottom (game iloc STOCK)) (bottom (game vloc PILE)))",
         {"parts": "cards", "traits": Traits(reads=_PLACES, by_position=("cards",))}),
        ("at", "(Int Cards)", "Element", V04, "The card at an index, counted from the bottom, from 0.",
         "(move (0 (game iloc STOCK)) (top (game vloc PILE)))",
         {"parts": "index cards", "traits": Traits(reads=_PLACES, by_position=("cards",), fails=(Failure("RCY302", "(and (not (empty 'cards)) (or (< 'index 0) (>= 'index (size 'cards))))"),))}),
        ("max", "(max Cards using Points)", "Element", V04, "The card that scores highest; ties are broken at random.",
         _several(_WORTH, "(move (max ((0 player) iloc HAND) using (game points WORTH)) (top (game vloc PILE)))"),
         {"parts": "cards points", "traits": Traits(draws=Draws.TIES, reads=_PLACES, faces=("cards",), bounded=Bound.ELEMENTS, fails=(_NO_CARDS,))}),
        ("min", "(min Cards using Points)", "Element", V04, "The card that scores lowest; ties are broken at random.",
         _several(_WORTH, "(move (min ((0 player) iloc HAND) using (game points WORTH)) (top (game vloc PILE)))"),
         {"parts": "cards points", "traits": Traits(draws=Draws.TIES, reads=_PLACES, faces=("cards",), bounded=Bound.ELEMENTS, fails=(_NO_CARDS,))}),
        ("actual", "(actual Card)", "Card", V04, "The card itself, where it now lies.",
         _several("(remember (top (game iloc STOCK)) (top (game mem LEAD)))", "(move (actual (top (game mem LEAD))) (top (game vloc PILE)))"),
         {"parts": "card", "traits": PLAIN}),
    ],
    "card collections": [
        *(
            row
            for vis, since, owner, name, seen, doc in (
                ("vloc", V04, "game", "PILE", Seen.BY_ALL, "A location that everyone sees."),
                ("iloc", V04, "(0 player)", "CELLAR", Seen.BY_OWNER, "A location that its owner sees (a team's: its members; the game's: nobody)."),
                ("hloc", V04, "game", "BURIED", Seen.BY_NOBODY, "A location that nobody sees."),
                ("oloc", V0510, "(0 player)", "FOREHEAD", Seen.BY_OTHERS, "A location that everyone but its owner sees."),
            )
            for row in (
                (vis, f"(Owner {vis} String)", "Location", since, doc,
                 f"(move (top (game iloc STOCK)) (top ({owner} {vis} {name})))",
                 Nature(default=0, parts="owner name index", traits=Traits(location=Location(seen), fails=(_NO_INDEX,)))),
                (f"{vis}.indexed", f"(Owner {vis} String Int)", "Location", V06, f"{doc[:-1]}, with an index from 0 to 255.",
                 f"(move (top (game iloc STOCK)) (top ({owner} {vis} {name} 1)))", Nature(meaning=vis)),
            )
        ),
        ("mem", "(Owner mem String)", "Memory", V04, "Remembered copies of cards, seen by everyone.",
         _several("(remember (top (game iloc STOCK)) (top (game mem LEAD)))", "(forget (top (game mem LEAD)))"),
         {"default": 0, "parts": "owner name index", "traits": Traits(location=Location(memory=True), fails=(_NO_INDEX,))}),
        ("mem.indexed", "(Owner mem String Int)", "Memory", V06, "Remembered copies, with an index from 0 to 255.",
         _several("(remember (top (game iloc STOCK)) (top (game mem SEEN 1)))", "(forget (top (game mem SEEN 1)))"), {"meaning": "mem"}),
        ("filter", "(filter Collection 'V Bool)", "Filtered", V04, "The elements for which the condition holds.",
         _scored("(size (filter ((0 player) iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS)))"),
         {"parts": "collection variable condition", "traits": Traits(binds=Binds("collection", "condition"), reads=_PLACES, bounded=Bound.ELEMENTS, sifts=True)}),
        *(
            row
            for name, look, doc in (
                ("union", False, "All cards of all collections, in order, duplicates kept."),
                ("intersect", True, "The cards that are in every collection."),
                ("disjunction", True, "The cards that are in exactly one of the collections."),
            )
            for row in (
                (name, f"({name} Cards*)", "Joined", V04 if name == "union" else V0510, doc,
                 _scored(f"(size ({name} ((0 player) iloc HAND) (game iloc STOCK)))"),
                 Nature(parts="collections*", traits=_joins("collections", look))),
                (f"{name}.groups", f"({name} Groups)", "Joined", V04 if name == "union" else V0510, f"{doc} Over a collection of collections.",
                 _scored(f"(size ({name} (all player 'P ('P iloc HAND))))"),
                 Nature(parts="groups", traits=_joins("groups", look))),
            )
        ),
        ("sort", "(sort Cards using Points)", "Filtered", V0510, "The cards by rising score; equal scores keep their order.",
         _several(_WORTH, "(move (top (sort ((0 player) iloc HAND) using (game points WORTH))) (top (game vloc PILE)))"),
         {"parts": "cards points", "traits": Traits(reads=_PLACES, faces=("cards",), by_position=("cards",), bounded=Bound.ELEMENTS)}),
        ("top.some", "(top Int Cards)", "Filtered", V0510, "The n topmost cards, from the top down; all if there are fewer.",
         "(all (top 2 (game iloc STOCK)) 'C (move 'C (top (game vloc PILE))))",
         {"parts": "number cards", "traits": Traits(reads=_PLACES, by_position=("cards",), bounded=Bound.ELEMENTS)}),
        ("bottom.some", "(bottom Int Cards)", "Filtered", V0510, "The n bottom cards, from the bottom up; all if there are fewer.",
         "(all (bottom 2 (game iloc STOCK)) 'C (move 'C (top (game vloc PILE))))",
         {"parts": "number cards", "traits": Traits(reads=_PLACES, by_position=("cards",), bounded=Bound.ELEMENTS)}),
        ("run", "(run top|bottom Int Cards using Points)", "Filtered", V0510, "The longest stretch of at least n cards at that end with consecutive scores.",
         _weighed("(size (run top 2 ((0 player) iloc HAND) using (game points WORTH)))"),
         {"parts": "number cards points", "traits": Traits(reads=_PLACES, faces=("cards",), by_position=("cards",), bounded=Bound.ELEMENTS, sifts=True)}),
        ("top.group", "(top Groups)", "Element", V04, "The first collection (not the last: unlike with cards).",
         _scored("(size (top (partition SUIT ((0 player) iloc HAND))))"),
         {"parts": "groups", "traits": Traits(reads=_PLACES, by_position=("groups",), fails=(_NO_PLACE,))}),
        ("bottom.group", "(bottom Groups)", "Element", V04, "The last collection (not the first: unlike with cards).",
         _scored("(size (bottom (partition SUIT ((0 player) iloc HAND))))"),
         {"parts": "groups", "traits": Traits(reads=_PLACES, by_position=("groups",), fails=(_NO_PLACE,))}),
        ("at.group", "(Int Groups)", "Element", V04, "The collection at an index, from 0.",
         _scored("(size (0 (partition SUIT ((0 player) iloc HAND))))"),
         {"parts": "index groups", "traits": Traits(reads=_PLACES, by_position=("groups",), fails=(Failure("RCY302", "(or (< 'index 0) (>= 'index (size 'groups)))"),))}),
    ],
    "collections of card collections": [
        ("tuples", "(tuples Int Cards using Points)", "Groups", V04, "All n-subsets of cards with equal score, by rising score.",
         _weighed("(size (tuples 2 ((0 player) iloc HAND) using (game points WORTH)))"),
         {"parts": "number cards points", "traits": Traits(reads=_PLACES, faces=("cards",), bounded=Bound.COMBINATIONS, sifts=True, fails=(_too_many("(tuples 'number 'cards using 'points)"),))}),
        ("partition", "(partition String Cards+)", "Groups", V0510, "Groups by the value of an attribute, in order of first appearance.",
         _scored("(size (partition SUIT ((0 player) iloc HAND)))"),
         {"parts": "key cards*", "traits": Traits(reads=_PLACES, faces=("cards",), bounded=Bound.ELEMENTS)}),
        ("partition.last", "(partition Cards+ String)", "Groups", V05, "Groups by the value of an attribute; the key stands last.",
         _scored("(size (partition ((0 player) iloc HAND) SUIT))"), {"meaning": "partition", "until": V05}),
        ("subsets", "(subsets Cards)", "Groups", V0510, "All subsets of at most 16 cards, the empty one first.",
         _scored("(size (subsets ((0 player) iloc HAND)))"),
         {"parts": "cards", "traits": Traits(reads=_PLACES, bounded=Bound.COMBINATIONS, fails=(Failure("RCY307", "(> (size 'cards) 16)"),))}),
        ("runs", "(runs largest|all Int Cards using Points)", "Groups", V0510, "Chains of at least n cards with consecutive scores: the maximal ones, or every one.",
         _weighed("(size (runs largest 2 ((0 player) iloc HAND) using (game points WORTH)))"),
         {"parts": "number cards points", "traits": Traits(reads=_PLACES, faces=("cards",), bounded=Bound.COMBINATIONS, sifts=True, fails=(_too_many("(runs all 'number 'cards using 'points)"),))}),
        ("all.collect", "(all Collection 'V Cards)", "Groups", V04, "One collection for every element.",
         _scored("(size (union (all player 'P ('P iloc HAND))))"),
         {"parts": "collection variable cards", "traits": Traits(binds=Binds("collection", "cards"), reads=_PLACES, bounded=Bound.ELEMENTS)}),
        ("indexed", "(indexed Owner vloc|iloc|hloc|oloc String)", "Locations", V06, "The indexed locations of that name that hold cards, by rising index.",
         _several("(move (top (game iloc STOCK)) (top (game vloc PILE 1)))", _scored("(size (indexed game vloc PILE))")),
         {"parts": "owner name", "traits": Traits(reads=_PLACES, location=Location(many=True), bounded=Bound.ELEMENTS)}),
        ("indexed.mem", "(indexed Owner mem String)", "Memories", V06, "The indexed memories of that name that hold copies, by rising index.",
         _several("(remember (top (game iloc STOCK)) (top (game mem SEEN 1)))", _scored("(size (indexed game mem SEEN))")),
         {"parts": "owner name", "traits": Traits(reads=_PLACES, location=Location(memory=True, many=True), bounded=Bound.ELEMENTS)}),
    ],
    "players and teams": [
        ("player", "(current|next|previous player)", "Player", V04, "The player whose turn it is, comes next (queued, else the next seat), or sits before.",
         "(inc ((next player) sto SCORE) 1)",
         {"parts": "", "traits": Traits(reads=_TURNS)}),
        ("player.seat", "(Int player)", "Player", V04, "The player of a seat, from 0.",
         "(inc ((1 player) sto SCORE) 1)",
         {"parts": "number", "traits": Traits(fails=(Failure("RCY302", "(or (< 'number 0) (>= 'number seats))"),))}),
        ("owner", "(owner Card)", "Player", V04, "The player whose location holds the card.",
         "(inc ((owner (top ((0 player) iloc HAND))) sto SCORE) 1)",
         {"parts": "card", "traits": Traits(reads=_PLACES, fails=(Failure("RCY303", "(or (none 'card) (elsewhere 'card))"),))}),
        ("team", "(current|next|previous team)", "Team", V04, "The team whose turn it is, comes next, or sits before.",
         _several("(inc ((current team) sto TRICKS) 1)", _scored("((0 team) sto TRICKS)")),
         {"parts": "", "traits": Traits(reads=_TURNS | _TEAMS)}),
        ("team.seat", "(Int team)", "Team", V04, "The team of a number, from 0.",
         _several("(inc ((0 team) sto TRICKS) 1)", _scored("((0 team) sto TRICKS)")),
         {"parts": "number", "traits": Traits(reads=_TEAMS, fails=(Failure("RCY302", "(or (< 'number 0) (>= 'number teams))"),))}),
        ("team.of", "(team Player)", "Team", V04, "The team of a player.",
         _several("(inc ((team (0 player)) sto TRICKS) 1)", _scored("((0 team) sto TRICKS)")),
         {"parts": "player", "traits": Traits(reads=_TEAMS)}),
        ("players.other", "(other player)", "Players", V04, "All players but the current one.",
         "(all (other player) 'P (inc ('P sto SCORE) 1))",
         {"parts": "", "traits": Traits(reads=_TURNS)}),
        ("teams.other", "(other team)", "Teams", V04, "All teams but the current one.",
         "(all (other team) 'T (all 'T 'P (inc ('P sto SCORE) 1)))",
         {"parts": "", "traits": Traits(reads=_TURNS | _TEAMS)}),
        ("players", "player", "Players", V04, "All players, by seat.",
         "(all player 'P (inc ('P sto SCORE) 1))",
         {"parts": "", "traits": PLAIN}),
        ("teams", "team", "Teams", V04, "All teams.",
         "(all team 'T (all 'T 'P (inc ('P sto SCORE) 1)))",
         {"parts": "", "traits": Traits(reads=_TEAMS)}),
        ("game.owner", "game", "Game", V04, "The table as an owner.",
         "(shuffle (game iloc STOCK))",
         {"parts": "", "traits": PLAIN}),
    ],
    "point maps": [
        ("points", "(Owner points String)", "PointStore", V05, "A point map that an owner keeps under a name; 0 for every card until it is set.",
         _weighed("(sum ((0 player) iloc HAND) using (game points WORTH))"),
         {"parts": "owner name", "traits": Traits(reads=_STORAGES)}),
        ("points.variable", "PointVariable", "PointStore", V04, "A point map that `put points` fills.",
         _several("(put points 'WORTH (((RANK (ACE)) 3) ((RANK (KING)) 2)))", _scored("(sum ((0 player) iloc HAND) using 'WORTH)")), {"meaning": "points", "until": V04}),
        ("award.list", "(Pair Int)", "Award", V04, "Points for cards with an attribute's value: ((KEY (VALUE)) n).",
         _several("(set (game points WORTH) (((RANK (ACE)) 3) ((RANK (KING)) 2)))", _scored("(sum ((0 player) iloc HAND) using (game points WORTH))")), {"meaning": "award", "until": V05}),
        ("award", "(Pair+ Int)", "Award", V0510, "Points for cards with all these attributes: ((KEY : VALUE) … n).",
         _several("(set (game points WORTH) (((RANK : ACE) 3) ((RANK : ACE) (SUIT : SPADES) 10)))", _scored("(sum ((0 player) iloc HAND) using (game points WORTH))")),
         {"parts": "pairs* points", "traits": PLAIN}),
    ],
}

for _room, _rows in HOUSE_ROOMS.items():
    ROOMS.setdefault(_room, []).extend(_rows)

LEAVES: dict[str, Nature] = {
    "int": {"parts": "", "traits": PLAIN},
    "name": {"parts": "", "traits": PLAIN},
    "var": {"parts": "", "traits": Traits(fails=(Failure("RCY306", "(gone team)"),))},
    "bind": {"parts": "", "traits": PLAIN},
    "pair": {"parts": "key value", "traits": PLAIN},
    "nested": {"parts": "attributes*", "traits": PLAIN},
    "seats": {"parts": "seats*", "traits": PLAIN},
    "place.top": {"parts": "location", "traits": PLAIN},
    "place.bottom": {"parts": "location", "traits": PLAIN},
    "place.at": {"parts": "index location",
                 "traits": Traits(fails=(Failure("RCY302", "(or (< 'index 0) (> 'index (size 'location)))"),))},
    "never": {"parts": "", "traits": PLAIN},
    "unlimited": {"parts": "", "traits": PLAIN},
    "error": {"parts": "parts*", "traits": PLAIN},
    "*": {"parts": "", "traits": Traits(reads=_PLACES)},
}
"""Forms of the checked program that have no row: what is made of atoms, destinations, pieces of decks and teams, an error."""
