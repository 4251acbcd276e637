"""The forms that the house dialect adds to those of 0.6, as rows for the one table of forms.

They are written as those of `form_table.py`. A row that lets a form of 0.6 have several bodies means that form.
"""

from __future__ import annotations

from croupier.recycle.failures import Failure
from croupier.recycle.row import PLAIN, Nature, Row
from croupier.recycle.traits import Binds, Body, Bound, Location, Moves, Seen, Times, Traits, World, Writes

HOUSE = "house"

_PLACES = frozenset((World.PLACES,))
_STORAGES = frozenset((World.STORAGES,))
_NOBODY = Failure("RCY320", "(nobody 'player)")
_SETUP = """\
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (LOW, HIGH)))))"""
_PILE = "(game vloc PILE)"
_DRAWN = f"(move (top (game iloc STOCK)) (top {_PILE}))"


def _file(before: str, *blocks: str) -> str:
    """A whole game with something before its setup."""
    played = "".join(f"  {block}\n" for block in blocks or ("(inc (((random 1) player) sto SCORE) 1)",))
    return f"(game\n  {before}\n{_SETUP}\n{played}  (scoring max ((current player) sto SCORE)))"


def _scored(value: str) -> str:
    return f"(inc ((0 player) sto SCORE) {value})"


_SUBSETS = Traits(
    reads=_PLACES,
    bounded=Bound.COMBINATIONS,
    sifts=True,
    fails=(Failure("RCY307", "(> (size (subsets 'low .. 'high 'cards)) 100000)"),),
)

HOUSE_ROOMS: dict[str, list[Row]] = {
    "program": [
        ("declare.limits", "(declare Constant 'V Constants)", "Declare", HOUSE, "A constant with the values that it may be set to.",
         _file("(declare 5 'PRIZE (range 1 .. 9))", "(inc (((random 1) player) sto SCORE) 'PRIZE)"), {"meaning": "declare"}),
        ("define", "(define Heading Content+)", "Define", HOUSE, "Names a value, a condition, an action, a block or a point map, with or without parameters.",
         _file("(define (EARN 'N) (inc (((random 1) player) sto SCORE) 'N))", "(EARN 3)"),
         {"parts": "contents*", "traits": PLAIN}),
        ("use", "(use Name)", "Use", HOUSE, "Reads the definitions of a file, NAME.def.rcy in lower case, beside the program or of Croupier's own.",
         "(game\n  (use FRENCH)\n  (setup\n    (create players 2)\n    (create deck (STOCK) (deck (SUIT ('SUITS)) (RANK ('RANKS)))))\n  (DEAL 3)\n  (scoring max (size ((current player) iloc HAND))))",
         {"parts": "", "traits": PLAIN}),
        ("definitions", "(definitions Defined*)", "Definitions", HOUSE, "A file of definitions and declares that games can use.",
         "(definitions\n  (declare (LOW, HIGH) 'RANKS)\n  (define (EARN 'N) (inc ((current player) sto SCORE) 'N)))", {"parts": "contents*", "traits": PLAIN}),
        ("create.all", "(all Collection 'V Create+)", "Create", HOUSE, "Makes something for every player, number or name.",
         "(setup\n  (create players 2)\n  (all player 'P\n    (create deck 'P ('P iloc BIDS) (deck (RANK (LOW, HIGH)))))\n  (create deck (game iloc STOCK) (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES)))))", {"meaning": "do"}),
        ("create.deck.of", "(create deck Player Location Deck)", "Action", HOUSE, "A deck with a back of that seat's own.",
         "(setup\n  (create players 2)\n  (all player 'P\n    (create deck 'P ('P iloc BIDS) (deck (RANK (LOW, HIGH)))))\n  (create deck (game iloc STOCK) (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES)))))", {"meaning": "create.deck"}),
        ("create.teams.by", "(create teams 'V Int)", "Action", HOUSE, "Players with the same number are one team; teams count by rising number.",
         "(create teams 'P (% (pid 'P) 2))",
         {"parts": "collection variable value", "traits": Traits(binds=Binds("collection", "value"), writes=(Writes(World.TURNS, "collection"), Writes(World.TEAMS, "collection")), event="teams", fails=(Failure("RCY306", "(held 'collection)"),))}),
        ("stage.among", "(stage player|team Head+ Block*)", "Block", HOUSE, "Turns of some players, or so many turns: (among Players), (turns Int), (end Bool), one of the last two at least.",
         "(stage player\n  (among (other player))\n  (turns 3)\n  (inc ((current player) sto SCORE) 1))",
         {"parts": "among turns end blocks*", "traits": Traits(body=Body("blocks", Times.TURNS, "end"), bounded=Bound.NUMBER)}),
        ("among", "(among Players)", "Head", HOUSE, "Who takes turns in a stage, evaluated outside of it and anew for every turn; or who is asked in a choice.",
         "(stage player\n  (among (other player))\n  (turns 3)\n  (inc ((current player) sto SCORE) 1))", {"parts": "players", "traits": PLAIN}),
        ("first", "(first Players)", "Head", HOUSE, "Who is asked in a choice of which only the first answer counts that is no pass.",
         "(choice (first (other player)) (\n  (inc ((current player) sto SCORE) 1)\n  (turn pass)))", {"parts": "players", "traits": PLAIN}),
        ("turns", "(turns Int)", "Head", HOUSE, "How many turns a stage has.",
         "(stage player\n  (turns 3)\n  (inc ((current player) sto SCORE) 1))", {"parts": "number", "traits": PLAIN}),
        ("scoring.together", "(scoring together Int)", "Scoring", HOUSE, "One result for all, which is won if it is above 0.",
         f"(game\n{_SETUP}\n  (choice (\n    (inc (game sto SCORE) 1)\n    (turn pass)))\n  (scoring together (game sto SCORE)))",
         {"parts": "value won", "traits": PLAIN}),
        ("scoring.together.won", "(scoring together Int Bool)", "Scoring", HOUSE, "One result for all, which is won if the condition holds.",
         f"(game\n{_SETUP}\n  (choice (\n    (inc (game sto SCORE) 1)\n    (turn pass)))\n  (scoring together (game sto SCORE) (> (game sto SCORE) 0)))", {"meaning": "scoring.together"}),
    ],
    "blocks": [
        ("call", "(Name Value*)", "Called", HOUSE, "A definition where it is used: the arguments are evaluated once, from left to right.",
         _file("(define (EARN 'P 'N) (inc ('P sto SCORE) 'N))", "(EARN (current player) 3)"),
         {"parts": "contents*", "traits": PLAIN}),
        ("choice.among", "(choice Among Items)", "Block", HOUSE, "Others choose, or several at once: each in the position before any of them has chosen; then all takes effect.",
         "(choice (among player) (\n  (any ((current player) iloc HAND) 'C\n    (move 'C (game vloc PILE)))))",
         {"parts": "players items*", "traits": Traits(body=Body("items", Times.ONE_ITEM))}),
        ("choice.first", "(choice First Items)", "Block", HOUSE, "As `among`, but only the first choice that is no pass takes effect.",
         "(choice (first (other player)) (\n  (inc ((current player) sto SCORE) 1)\n  (turn pass)))",
         {"parts": "players items*", "traits": Traits(body=Body("items", Times.ONE_ITEM))}),
        ("if.several", "(Bool Item Item+)", "Action", HOUSE, "Several items, one after the other, if the condition holds.",
         f"((> (size (game iloc STOCK)) 0)\n  {_DRAWN}\n  {_scored('1')})", {"meaning": "if"}),
        ("if.else", "(Bool Item+ Else+)", "Action", HOUSE, "The first items whose condition holds; in a stage or in the game they may be blocks.",
         f"((> (size (game iloc STOCK)) 5)\n  {_DRAWN}\n  (else {_scored('1')}))",
         {"parts": "condition bodies*", "traits": Traits(body=Body("bodies", Times.BRANCH, "condition"))}),
        ("else", "(else Item+)", "Else", HOUSE, "In a condition: otherwise. In a choice: counts when no item before it offers an option.",
         "(choice (\n  (any ((current player) iloc HAND) 'C\n    (move 'C (top (game vloc PILE))))\n  (else (turn pass))))",
         {"parts": "items*", "traits": Traits(body=Body("items", Times.ONCE))}),
        ("else.if", "(else Bool Item+)", "Else", HOUSE, "Otherwise, if another condition holds.",
         f"((> (size (game iloc STOCK)) 5)\n  {_DRAWN}\n  (else (> (size (game iloc STOCK)) 3) {_scored('1')})\n  (else {_scored('2')}))", {"meaning": "else"}),
        ("all.several", "(all Collection 'V Item Item+)", "Action", HOUSE, "Several items for every element.",
         "(all player 'P\n  (move (top (game iloc STOCK)) (top ('P iloc HAND)))\n  (inc ('P sto SCORE) 1))", {"meaning": "all.do"}),
        ("any.several", "(any Collection 'V Item Item+)", "Action", HOUSE, "In a choice: one option for every element, which does several items.",
         "(choice (\n  (any ((current player) iloc HAND) 'C\n    (move 'C (top (game vloc PILE)))\n    (inc ((current player) sto SCORE) 1))))", {"meaning": "any.do"}),
        ("let.several", "(let Value 'V Body Body+)", "Action", HOUSE, "Names a result for several items or blocks.",
         "(let (top (game iloc STOCK)) 'C\n  (move 'C (top (game vloc PILE)))\n  (move 'C (top ((0 player) iloc HAND))))", {"meaning": "let"}),
    ],
    "actions": [
        ("repeat.several", "(repeat Int Item Item+)", "Action", HOUSE, "Several items, n times.",
         f"(repeat 2\n  {_DRAWN}\n  {_scored('1')})", {"meaning": "repeat"}),
        ("move.many", "(move Cards Place)", "Action", HOUSE, "Moves all cards of a collection, as it lists them, one after the other; of nothing it is no action.",
         "(move (top 2 (game iloc STOCK)) (game vloc PILE))",
         {"parts": "cards into", "traits": Traits(moves=Moves("cards", "into"), reads=_PLACES, writes=(Writes(World.PLACES, "cards"), Writes(World.PLACES, "into")), bounded=Bound.ELEMENTS, event="move")}),
        ("forget.all", "(forget Memory)", "Action", HOUSE, "Removes all copies of a memory.",
         "(do (\n  (remember (top (game iloc STOCK)) (game mem LEAD))\n  (forget (game mem LEAD))))",
         {"parts": "memory", "traits": Traits(reads=_PLACES, writes=(Writes(World.PLACES, "memory"),), bounded=Bound.ELEMENTS, event="forget")}),
        ("gather", "(gather Location)", "Action", HOUSE, "Brings every card to a location, in deck order; copies are forgotten.",
         "(do (\n  (gather (game iloc STOCK))\n  (shuffle (game iloc STOCK))))",
         {"parts": "location", "traits": Traits(writes=(Writes(World.PLACES, "location"),), event="gather")}),
        ("gather.back", "(gather Location Name)", "Action", HOUSE, "Brings every card of one back to a location.",
         "(game\n  (setup\n    (create players 2)\n    (create deck RED (game iloc STOCK) (deck (RANK (LOW, HIGH)))))\n  (gather (game iloc STOCK) RED)\n  (shuffle (game iloc STOCK))\n  (inc (((random 1) player) sto SCORE) 1)\n  (scoring max ((current player) sto SCORE)))", {"meaning": "gather"}),
        ("show", "(show Cards)", "Action", HOUSE, "Turns cards face up where they lie: everyone sees them until they move or are hidden.",
         "(show (top 1 ((0 player) iloc HAND)))",
         {"parts": "cards", "traits": Traits(writes=(Writes(World.FACES, "cards"),), bounded=Bound.ELEMENTS, event="show")}),
        ("show.to", "(show Cards Players)", "Action", HOUSE, "These players see the cards now, and know them as long as they can follow them.",
         "(show (top ((0 player) iloc HAND)) (1 player))",
         {"parts": "cards players", "traits": Traits(bounded=Bound.ELEMENTS, event="look")}),
        ("hide", "(hide Cards)", "Action", HOUSE, "Turns cards face down again.",
         "(do (\n  (show (top 1 ((0 player) iloc HAND)))\n  (hide ((0 player) iloc HAND))))",
         {"parts": "cards", "traits": Traits(writes=(Writes(World.FACES, "cards"),), bounded=Bound.ELEMENTS, event="hide")}),
        ("tell", "(tell Players Cards 'V Bool)", "Action", HOUSE, "These players learn of each of the cards whether the condition holds of it; what is asked is public.",
         "(tell (1 player) ((0 player) iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS))",
         {"parts": "players cards variable condition", "traits": Traits(binds=Binds("cards", "condition", by_kind=True), bounded=Bound.ELEMENTS, event="tell")}),
        ("set.who", "(set PlayerStore Player)", "Action", HOUSE, "Stores a player.",
         "(do (\n  (set (game who DEALER) (1 player))\n  (inc ((game who DEALER) sto SCORE) 1)))",
         {"parts": "storage value", "traits": Traits(writes=(Writes(World.STORAGES, "storage"),), event="set")}),
    ],
    "integers": [
        ("max.int", "(max Int Int+)", "Int", HOUSE, "The largest of the integers.",
         _scored("(max 1 (size (game iloc STOCK)))"), {"parts": "terms*", "traits": PLAIN}),
        ("min.int", "(min Int Int+)", "Int", HOUSE, "The smallest of the integers.",
         _scored("(min 3 (size (game iloc STOCK)))"), {"parts": "terms*", "traits": PLAIN}),
        *(
            (f"{name}.over", f"({name} Collection 'V Int)", "Int", HOUSE, f"The {which} over all elements; over nothing it is impossible.",
             _scored(f"({name} player 'P (size ('P iloc HAND)))"),
             Nature(parts="collection variable value", traits=Traits(binds=Binds("collection", "value"), reads=_PLACES, bounded=Bound.ELEMENTS, fails=(Failure("RCY303", "(empty 'collection)"),))))
            for name, which in (("max", "largest"), ("min", "smallest"))
        ),
        ("ints", "(Ints)", "Ints", HOUSE, "A collection of integers, separated by commas.",
         "(all (3, 1, 2) 'N (inc ((0 player) sto SCORE) 'N))", {"parts": "numbers*", "traits": PLAIN}),
        ("cardatt.int", "(cardatt Key Card)", "Int", HOUSE, "The value of an attribute whose values are integers; impossible of no card, or of one that lacks it.",
         "(game\n  (setup\n    (create players 2)\n    (create deck (game iloc STOCK) (deck (NUMBER (range 1 .. 6)))))\n  (inc ((0 player) sto SCORE) (cardatt NUMBER (top (game iloc STOCK))))\n  (scoring max ((current player) sto SCORE)))",
         {"parts": "key card", "traits": Traits(faces=("card",), fails=(Failure("RCY303", "(none 'card)"),))}),
    ],
    "booleans": [
        ("empty", "(empty Collection)", "Bool", HOUSE, "Whether a collection has no element.",
         f"((empty (game vloc PILE))\n  {_DRAWN})", {"parts": "collection", "traits": Traits(reads=_PLACES)}),
        ("shown", "(shown Card)", "Bool", HOUSE, "Whether a card lies face up by `show`.",
         "((shown (top ((0 player) iloc HAND)))\n  (inc ((0 player) sto SCORE) 1))", {"parts": "card", "traits": Traits(reads=frozenset((World.FACES,)))}),
        ("in", "(in Element Collection)", "Bool", HOUSE, "Whether something is an element of a collection.",
         "((in (cardatt RANK (top (game iloc STOCK))) (ACE, KING))\n  (inc ((0 player) sto SCORE) 1))",
         {"parts": "element collection", "traits": Traits(reads=_PLACES, faces=("element", "collection"), bounded=Bound.ELEMENTS)}),
    ],
    "collections of card collections": [
        ("subsets.some", "(subsets Int Cards)", "Groups", HOUSE, "All subsets of so many cards, in the order of combinations.",
         _scored("(size (subsets 2 ((0 player) iloc HAND)))"), {"parts": "low high cards", "traits": _SUBSETS}),
        ("subsets.between", "(subsets Int .. Int Cards)", "Groups", HOUSE, "All subsets of a to b cards, by size.",
         _scored("(size (subsets 1 .. 2 ((0 player) iloc HAND)))"), {"meaning": "subsets.some"}),
        ("sums", "(sums Int Cards using Points)", "Groups", HOUSE, "All subsets whose scores add up to a number, in the order of subsets.",
         _scored("(size (sums 3 ((0 player) iloc HAND) using (points ((RANK : ACE) 3) ((RANK : KING) 2))))"),
         {"parts": "number cards points", "traits": Traits(reads=_PLACES, faces=("cards",), bounded=Bound.COMBINATIONS, sifts=True, fails=(Failure("RCY307", "(or (> (size 'cards) 64) (> (size (sums 'number 'cards using 'points)) 100000))"),))}),
    ],
    "card collections": [
        ("tloc", "(Owner tloc String)", "Location", HOUSE, "A pile of which everyone sees the top card, and nobody the others.",
         "(move (top (game iloc STOCK)) (game tloc DISCARD))",
         {"default": 0, "parts": "owner name index", "traits": Traits(location=Location(Seen.TOP_BY_ALL), fails=(Failure("RCY302", "(or (< 'index 0) (> 'index 255))"),))}),
        ("tloc.indexed", "(Owner tloc String Int)", "Location", HOUSE, "Such a pile with an index from 0 to 255.",
         "(move (top (game iloc STOCK)) (game tloc DISCARD 1))", {"meaning": "tloc"}),
    ],
    "players and teams": [
        ("after", "(Int after Player)", "Player", HOUSE, "The player so many seats on; a negative number goes back.",
         "(inc ((1 after (current player)) sto SCORE) 1)", {"parts": "number player", "traits": Traits(fails=(_NOBODY,))}),
        ("from", "(from Player)", "Players", HOUSE, "All players by seats, beginning with that one.",
         "(all (from (1 player)) 'P (inc ('P sto SCORE) 1))", {"parts": "player", "traits": Traits(fails=(_NOBODY,))}),
        ("who", "(Owner who String)", "PlayerStore", HOUSE, "A player that an owner keeps under a name; public; nobody until it is set.",
         "(do (\n  (set (game who DEALER) (1 player))\n  (inc ((game who DEALER) sto SCORE) 1)))", {"parts": "owner name", "traits": Traits(reads=_STORAGES)}),
        ("nobody", "nobody", "Player", HOUSE, "No player: equal only to itself.",
         "(do (\n  (set (game who DEALER) (1 player))\n  ((!= (game who DEALER) nobody) (inc ((0 player) sto SCORE) 1))))", {"parts": "", "traits": PLAIN}),
    ],
    "point maps": [
        ("points.value", "(points Awards+)", "Points", HOUSE, "A point map as a value.",
         _scored("(sum ((0 player) iloc HAND) using (points ((RANK : ACE) 3)))"), {"parts": "awards*", "traits": PLAIN}),
        ("award.rising", "(Pair+ Int ..)", "Award", HOUSE, "Rising points for the values of a list, one after the other.",
         _scored("(sum ((0 player) iloc HAND) using (points ((RANK : (QUEEN, KING, ACE)) 2 ..)))"), {"parts": "pairs* points", "traits": PLAIN}),
        ("award.each", "(Pair+ Ints)", "Award", HOUSE, "For each value of a list its own points.",
         _scored("(sum ((0 player) iloc HAND) using (points ((RANK : (KING, ACE)) (4, 11))))"),
         {"parts": "pairs* points", "traits": Traits(fails=(Failure("RCY322", "(!= (size 'points) (size 'pairs))"),))}),
        ("award.key", "Key", "Award", HOUSE, "The integer attribute of a card as its points.",
         "(game\n  (setup\n    (create players 2)\n    (create deck (game iloc STOCK) (deck (NUMBER (range 1 .. 6)))))\n  (inc ((0 player) sto SCORE) (sum (game iloc STOCK) using (points NUMBER)))\n  (scoring max ((current player) sto SCORE)))",
         {"parts": "", "traits": PLAIN}),
        ("award.map", "Points", "Award", HOUSE, "All awards of another point map.",
         _scored("(sum ((0 player) iloc HAND) using (points (points ((RANK : ACE) 3)) ((SUIT : HEARTS) 1)))"), {"parts": "points", "traits": PLAIN}),
    ],
    "any value": [
        ("at.any", "(Int Collection)", "Element", HOUSE, "The element of a collection at an index, from 0.",
         "(inc ((0 (other player)) sto SCORE) 1)",
         {"parts": "index collection", "traits": Traits(reads=_PLACES, by_position=("collection",), fails=(Failure("RCY302", "(or (< 'index 0) (>= 'index (size 'collection)))"),))}),
        ("join", "(join Collection+)", "Filtered", HOUSE, "The elements of one collection after those of the other; groups are kept apart.",
         _scored("(size (join (partition SUIT ((0 player) iloc HAND)) (partition RANK ((0 player) iloc HAND))))"),
         {"parts": "collections*", "traits": Traits(reads=_PLACES, bounded=Bound.ELEMENTS)}),
        ("if.value", "(Bool Value Else+)", "Same", HOUSE, "The first value whose condition holds; the last `else` has none.",
         _scored("((> (size (game iloc STOCK)) 5) 2 (else 1))"),
         {"parts": "condition value otherwise", "traits": PLAIN}),
        ("let.value", "(let Value 'V Value)", "Same", HOUSE, "A value in which another one is named.",
         _scored("(let (size (game iloc STOCK)) 'N (* 'N 'N))"),
         {"parts": "value variable result", "traits": Traits(binds=Binds("value", "result", each=False))}),
    ],
}
"""The rows by room, as `form_table.py` has them; `any value` is a room of its own."""
