"""Every form of the language, declared once: the rows of the table that `forms.py` reads.

A signature reads like the form itself. Lower-case words and operators stand for themselves
(``next|current``: one of them), ``'V`` is a variable bound for what follows it, a capitalised word is a part of that
kind; ``*`` any number, ``+`` one or more. An example is a whole ``(game …)``, a ``(setup …)``, or a piece of the
body of a game with a STOCK and a HAND for each player. Special can be: ``meaning``, another form that means the same; ``until``, the
last dialect that has it; ``default``, the integer that stands for a last part which this form leaves out.
"""

from __future__ import annotations

from collections.abc import Mapping

V04, V05, V0510, V06 = "0.4", "0.5", "0.5.10", "0.6"

Row = tuple[str, str, str, str, str, str] | tuple[str, str, str, str, str, str, Mapping[str, str | int]]
"""Name, signature, result, the dialect that has it first, one line of documentation, an example; what is special."""

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
         _whole()),
        ("declare", "(declare Constant 'V)", "Declare", V04, "A constant of the whole program; a parameter that can be set from outside.",
         _whole("  (declare 5 'PRIZE)\n", "'PRIZE")),
        ("setup", "(setup Create+)", "Setup", V04, "Players, teams and decks, made in text order before play.",
         _DECK),
        ("create.players", "(create players Int)", "Create", V04, "How many players there are, 1 to 16.",
         _DECK),
        ("create.teams", "(create teams Seats+)", "Action", V04, "Who plays with whom; also during play, where it replaces the teams.",
         "(setup\n  (create players 4)\n  (create teams (0, 2) (1, 3))\n  (create deck (game iloc STOCK) (deck (RANK (ACE, KING, QUEEN, JACK)) (SUIT (HEARTS, SPADES)))))"),
        ("create.deck", "(create deck Location Deck)", "Action", V04, "Makes one card for each combination of attributes and puts it on the location.",
         _DECK),
        ("create.deck.named", "(create deck Name Location Deck)", "Action", V0510, "A deck with a back of its own.",
         "(setup\n  (create players 2)\n  (create deck RED (game iloc STOCK) (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES)))))", {"meaning": "create.deck"}),
        ("deck", "(deck Attribute+)", "Deck", V04, "The product of its attributes, the first one outermost.",
         "(setup\n  (create players 2)\n  (create deck (game iloc STOCK)\n    (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES)))))"),
        ("attribute", "(Key Group+)", "Attribute", V04, "An attribute with its values; a value may bring attributes of its own.",
         "(setup\n  (create players 2)\n  (create deck (game iloc STOCK)\n    (deck\n      (RANK (ACE, KING))\n      (COLOR (RED (SUIT (HEARTS, DIAMONDS))) (BLACK (SUIT (CLUBS, SPADES)))))))"),
        ("stage", "(stage player|team End Block*)", "Block", V04, "Lets the members of a cycle take turns until its end condition holds.",
         "(stage player\n  (end (all player 'P (== (size ('P iloc HAND)) 0)))\n  (choice (\n    (any ((current player) iloc HAND) 'C\n      (move 'C (top (game vloc PILE)))))))"),
        ("end", "(end Bool)", "End", V04, "The end condition of a stage, tested before the first and after every turn.",
         "(stage player\n  (end (== (size (game iloc STOCK)) 0))\n  (move (top (game iloc STOCK)) (top ((current player) iloc HAND))))"),
        ("scoring", "(scoring max|min Int)", "Scoring", V04, "The result, evaluated with each player current in turn; max or min is best.",
         _whole()),
    ],
    "blocks": [
        ("do", "(do Items)", "Action", V04, "Runs its items one after the other.",
         _several("(move (top (game iloc STOCK)) (top (game vloc PILE)))", _scored("1"))),
        ("choice", "(choice Items)", "Block", V04, "The current player chooses among the options that its items offer.",
         "(choice (\n  (any ((current player) iloc HAND) 'C\n    (move 'C (top (game vloc PILE))))\n  (turn pass)))"),
        ("let", "(let Value 'V Body)", "Action", V04, "Evaluates once and names the result for what stands inside.",
         "(let (top (game iloc STOCK)) 'C\n  (move 'C (top (game vloc PILE))))"),
        ("if", "(Bool Item)", "Action", V04, "The item, if the condition holds.",
         "((> (size (game iloc STOCK)) 0)\n  (move (top (game iloc STOCK)) (top (game vloc PILE))))"),
        ("all.do", "(all Collection 'V Item)", "Action", V04, "The item for every element, in order.",
         "(all player 'P\n  (move (top (game iloc STOCK)) (top ('P iloc HAND))))"),
        ("any.do", "(any Collection 'V Item)", "Action", V04, "In a choice: one option for every element.",
         "(choice (\n  (any ((current player) iloc HAND) 'C\n    (move 'C (top (game vloc PILE))))))"),
    ],
    "actions": [
        ("move", "(move Card Place)", "Action", V04, "Moves a card from where it lies to a destination.",
         "(move (top (game iloc STOCK)) (top (game vloc PILE)))"),
        ("swap.locations", "(swap Location Location)", "Action", V06, "Exchanges the contents of two locations.",
         "(swap ((0 player) iloc HAND) ((1 player) iloc HAND))"),
        ("swap.cards", "(swap Card Card)", "Action", V06, "Exchanges two cards in their places.",
         "(swap (top ((0 player) iloc HAND)) (top ((1 player) iloc HAND)))"),
        ("remember", "(remember Card MemoryPlace)", "Action", V04, "Puts a copy of a card into memory, where everyone sees it.",
         _several("(move (top (game iloc STOCK)) (top (game vloc PILE)))", "(remember (top (game vloc PILE)) (top (game mem LEAD)))", _scored("(size (game mem LEAD))"))),
        ("forget", "(forget Copy)", "Action", V04, "Removes a remembered copy.",
         _several("(remember (top (game iloc STOCK)) (top (game mem LEAD)))", "(forget (top (game mem LEAD)))")),
        ("shuffle", "(shuffle Pile)", "Action", V04, "Puts a location into a uniformly random order.",
         "(shuffle (game iloc STOCK))"),
        ("shuffle.faro", "(shuffle faro Location Location)", "Action", V0510, "A perfect riffle of both into the first, beginning with the first.",
         "(shuffle faro ((0 player) iloc HAND) ((1 player) iloc HAND))"),
        ("set.int", "(set IntStore Int)", "Action", V04, "Stores an integer.",
         "(set ((0 player) sto SCORE) 5)"),
        ("inc", "(inc IntStore Int)", "Action", V04, "Adds to a stored integer.",
         "(inc ((0 player) sto SCORE) 5)"),
        ("inc.one", "(inc IntStore)", "Action", V06, "Adds 1 to a stored integer.",
         "(inc ((0 player) sto SCORE))", {"meaning": "inc", "default": 1}),
        ("dec", "(dec IntStore Int)", "Action", V04, "Subtracts from a stored integer.",
         "(dec ((0 player) sto SCORE) 5)"),
        ("dec.one", "(dec IntStore)", "Action", V06, "Subtracts 1 from a stored integer.",
         "(dec ((0 player) sto SCORE))", {"meaning": "dec", "default": 1}),
        ("set.str", "(set StringStore String)", "Action", V0510, "Stores a string.",
         _several("(set (game str TRUMP) HEARTS)", "((== (game str TRUMP) HEARTS) (inc ((0 player) sto SCORE) 1))")),
        ("set.points", "(set PointStore Awards)", "Action", V05, "Fills a point map: a card scores the sum of all awards that it meets.",
         _weighed("(sum ((0 player) iloc HAND) using (game points WORTH))")),
        ("put.points", "(put points PointVariable Awards)", "Action", V04, "Fills the point map of a variable that the whole file knows.",
         _several("(put points 'WORTH (((RANK (ACE)) 3) ((RANK (KING)) 2)))", _scored("(sum ((0 player) iloc HAND) using 'WORTH)")), {"meaning": "set.points", "until": V04}),
        ("cycle", "(cycle next|current Target)", "Action", V04, "Queues who plays next, or changes who is current at once.",
         "(cycle next (1 player))"),
        ("pass", "(turn pass)", "Action", V04, "Does nothing, and counts as a move.",
         "(choice (\n  (inc ((current player) sto SCORE) 1)\n  (turn pass)))"),
        ("repeat", "(repeat Int Item)", "Action", V04, "The item n times, each time evaluated anew.",
         "(repeat 2 (move (top (game iloc STOCK)) (top (game vloc PILE))))"),
        ("repeat.all", "(repeat all MoveOrForget)", "Action", V04, "Moves as many cards as the source held at the beginning.",
         "(repeat all (move (top (game iloc STOCK)) (top (game vloc PILE))))"),
    ],
    "integers": [
        ("add", "(+ Int Int+)", "Int", V04, "The sum.",
         _scored("(+ 1 2 (size (game iloc STOCK)))")),
        ("subtract", "(- Int Int)", "Int", V04, "The difference.",
         _scored("(- 6 (size (game iloc STOCK)))")),
        ("multiply", "(* Int Int+)", "Int", V04, "The product.",
         _scored("(* 2 (size (game iloc STOCK)))")),
        ("divide", "(// Int Int)", "Int", V04, "The quotient, truncated toward 0.",
         _scored("(// (size (game iloc STOCK)) 2)")),
        ("modulo", "(% Int Int)", "Int", V05, "The remainder, with the sign of the dividend.",
         _scored("(% (size (game iloc STOCK)) 2)")),
        ("modulo.word", "(mod Int Int)", "Int", V04, "The remainder, with the sign of the dividend.",
         _scored("(mod (size (game iloc STOCK)) 2)"), {"meaning": "modulo", "until": V04}),
        ("power", "(^ Int Int)", "Int", V0510, "The first to the power of the second.",
         _scored("(^ 2 (size (game iloc STOCK)))")),
        ("tri", "(tri Int)", "Int", V0510, "The triangular number n(n+1)/2.",
         _scored("(tri (size (game iloc STOCK)))")),
        ("fib", "(fib Int)", "Int", V0510, "The Fibonacci number, with F(1) = F(2) = 1.",
         _scored("(fib 7)")),
        ("random", "(random Int)", "Int", V0510, "A random integer from 0 to n, both included.",
         _scored("(random 5)")),
        ("random.between", "(random Int .. Int)", "Int", V0510, "A random integer from a to b, both included.",
         _scored("(random 1 .. 6)")),
        ("size", "(size Collection)", "Int", V04, "How many elements a collection has.",
         _scored("(size (game iloc STOCK))")),
        ("sum", "(sum Cards using Points)", "Int", V04, "The scores of all cards, added up.",
         _weighed("(sum ((0 player) iloc HAND) using (game points WORTH))")),
        ("score", "(score Card using Points)", "Int", V04, "What a card scores.",
         _weighed("(score (top (game iloc STOCK)) using (game points WORTH))")),
        ("scoremax", "(scoremax Cards using Points)", "Int", V06, "The highest score among the cards.",
         _weighed("(scoremax ((0 player) iloc HAND) using (game points WORTH))")),
        ("scoremin", "(scoremin Cards using Points)", "Int", V06, "The lowest score among the cards.",
         _weighed("(scoremin ((0 player) iloc HAND) using (game points WORTH))")),
        ("pid", "(pid Player)", "Int", V06, "The seat number of a player, from 0.",
         _scored("(pid (current player))")),
        ("sto", "(Owner sto String)", "IntStore", V04, "An integer that an owner keeps under a name; public; 0 until it is set.",
         "(inc ((current player) sto SCORE) 1)"),
        ("all.sum", "(all Collection 'V Int)", "Int", V04, "The sum over all elements.",
         _scored("(all player 'P (size ('P iloc HAND)))")),
    ],
    "booleans": [
        ("and", "(and Bool Bool+)", "Bool", V04, "Whether all hold; stops at the first that does not.",
         "((and (> (size (game iloc STOCK)) 0) (< ((0 player) sto SCORE) 9))\n  (inc ((0 player) sto SCORE) 1))"),
        ("or", "(or Bool Bool+)", "Bool", V04, "Whether one holds; stops at the first that does.",
         "((or (> (size (game iloc STOCK)) 0) (< ((0 player) sto SCORE) 9))\n  (inc ((0 player) sto SCORE) 1))"),
        ("not", "(not Bool)", "Bool", V04, "Whether it does not hold.",
         "((not (== (size (game iloc STOCK)) 0))\n  (inc ((0 player) sto SCORE) 1))"),
        ("less", "(< Int Int)", "Bool", V04, "Whether the first is smaller.",
         "((< ((0 player) sto SCORE) 9) (inc ((0 player) sto SCORE) 1))"),
        ("greater", "(> Int Int)", "Bool", V04, "Whether the first is larger.",
         "((> (size (game iloc STOCK)) 0) (inc ((0 player) sto SCORE) 1))"),
        ("at.most", "(<= Int Int)", "Bool", V04, "Whether the first is not larger.",
         "((<= ((0 player) sto SCORE) 9) (inc ((0 player) sto SCORE) 1))"),
        ("at.least", "(>= Int Int)", "Bool", V04, "Whether the first is not smaller.",
         "((>= (size (game iloc STOCK)) 2) (inc ((0 player) sto SCORE) 1))"),
        *(
            (f"{name}.{kind.lower()}", f"({sign} {kind} {kind})", "Bool", V04, f"Whether two {things} are {word}.",
             f"(({sign} {one} {other})\n  {_scored('1')})")
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
         "(stage player\n  (end (all player 'P (== (size ('P iloc HAND)) 0)))\n  (move (top ((current player) iloc HAND)) (top (game vloc PILE))))"),
        ("any.bool", "(any Collection 'V Bool)", "Bool", V04, "Whether it holds for some element; false over nothing.",
         "(stage player\n  (end (any player 'P (== (size ('P iloc HAND)) 0)))\n  (move (top ((current player) iloc HAND)) (top (game vloc PILE))))"),
    ],
    "strings": [
        ("cardatt", "(cardatt String Card)", "String", V04, "The value of a card's attribute; \"\" when the key or the card is missing.",
         "((== (cardatt SUIT (top (game iloc STOCK))) HEARTS)\n  (inc ((0 player) sto SCORE) 1))"),
        ("str", "(Owner str String)", "StringStore", V0510, "A string that an owner keeps under a name; public; \"\" until it is set.",
         _several("(set (game str TRUMP) HEARTS)", "((== (game str TRUMP) HEARTS) (inc ((0 player) sto SCORE) 1))")),
        ("names", "(Names)", "Strings", V04, "A collection of names, separated by commas.",
         "(all (HEARTS, SPADES) 'S\n  ((== (cardatt SUIT (top (game iloc STOCK))) 'S) (inc ((0 player) sto SCORE) 1)))"),
        ("range", "(range Int .. Int)", "Ints", V04, "The integers from a to b; b is excluded in 0.4 and included since 0.5.",
         ";; dialect: 0.6\n(all (range 1 .. 3) 'N (inc ((0 player) sto SCORE) 'N))"),
    ],
    "cards": [
        ("top", "(top Cards)", "Element", V04, "The topmost (last) card.",
         "(move (top (game iloc STOCK)) (top (game vloc PILE)))"),
        ("bottom", "(bottom Cards)", "Element", V04, "The bottom (first) card.",
         "(move (bottom (game iloc STOCK)) (bottom (game vloc PILE)))"),
        ("at", "(Int Cards)", "Element", V04, "The card at an index, counted from the bottom, from 0.",
         "(move (0 (game iloc STOCK)) (top (game vloc PILE)))"),
        ("max", "(max Cards using Points)", "Element", V04, "The card that scores highest; ties are broken at random.",
         _several(_WORTH, "(move (max ((0 player) iloc HAND) using (game points WORTH)) (top (game vloc PILE)))")),
        ("min", "(min Cards using Points)", "Element", V04, "The card that scores lowest; ties are broken at random.",
         _several(_WORTH, "(move (min ((0 player) iloc HAND) using (game points WORTH)) (top (game vloc PILE)))")),
        ("actual", "(actual Card)", "Card", V04, "The card itself, where it now lies.",
         _several("(remember (top (game iloc STOCK)) (top (game mem LEAD)))", "(move (actual (top (game mem LEAD))) (top (game vloc PILE)))")),
    ],
    "card collections": [
        *(
            row
            for vis, since, owner, name, doc in (
                ("vloc", V04, "game", "PILE", "A location that everyone sees."),
                ("iloc", V04, "(0 player)", "CELLAR", "A location that its owner sees (a team's: its members; the game's: nobody)."),
                ("hloc", V04, "game", "BURIED", "A location that nobody sees."),
                ("oloc", V0510, "(0 player)", "FOREHEAD", "A location that everyone but its owner sees."),
            )
            for row in (
                (vis, f"(Owner {vis} String)", "Location", since, doc,
                 f"(move (top (game iloc STOCK)) (top ({owner} {vis} {name})))", {"default": 0}),
                (f"{vis}.indexed", f"(Owner {vis} String Int)", "Location", V06, f"{doc[:-1]}, with an index from 0 to 255.",
                 f"(move (top (game iloc STOCK)) (top ({owner} {vis} {name} 1)))", {"meaning": vis}),
            )
        ),
        ("mem", "(Owner mem String)", "Memory", V04, "Remembered copies of cards, seen by everyone.",
         _several("(remember (top (game iloc STOCK)) (top (game mem LEAD)))", "(forget (top (game mem LEAD)))"), {"default": 0}),
        ("mem.indexed", "(Owner mem String Int)", "Memory", V06, "Remembered copies, with an index from 0 to 255.",
         _several("(remember (top (game iloc STOCK)) (top (game mem SEEN 1)))", "(forget (top (game mem SEEN 1)))"), {"meaning": "mem"}),
        ("filter", "(filter Collection 'V Bool)", "Filtered", V04, "The elements for which the condition holds.",
         _scored("(size (filter ((0 player) iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS)))")),
        *(
            row
            for name, doc in (
                ("union", "All cards of all collections, in order, duplicates kept."),
                ("intersect", "The cards that are in every collection."),
                ("disjunction", "The cards that are in exactly one of the collections."),
            )
            for row in (
                (name, f"({name} Cards*)", "Joined", V04 if name == "union" else V0510, doc,
                 _scored(f"(size ({name} ((0 player) iloc HAND) (game iloc STOCK)))")),
                (f"{name}.groups", f"({name} Groups)", "Joined", V04 if name == "union" else V0510, f"{doc} Over a collection of collections.",
                 _scored(f"(size ({name} (all player 'P ('P iloc HAND))))")),
            )
        ),
        ("sort", "(sort Cards using Points)", "Filtered", V0510, "The cards by rising score; equal scores keep their order.",
         _several(_WORTH, "(move (top (sort ((0 player) iloc HAND) using (game points WORTH))) (top (game vloc PILE)))")),
        ("top.some", "(top Int Cards)", "Filtered", V0510, "The n topmost cards, from the top down; all if there are fewer.",
         "(all (top 2 (game iloc STOCK)) 'C (move 'C (top (game vloc PILE))))"),
        ("bottom.some", "(bottom Int Cards)", "Filtered", V0510, "The n bottom cards, from the bottom up; all if there are fewer.",
         "(all (bottom 2 (game iloc STOCK)) 'C (move 'C (top (game vloc PILE))))"),
        ("run", "(run top|bottom Int Cards using Points)", "Filtered", V0510, "The longest stretch of at least n cards at that end with consecutive scores.",
         _weighed("(size (run top 2 ((0 player) iloc HAND) using (game points WORTH)))")),
        ("top.group", "(top Groups)", "Element", V04, "The first collection (not the last: unlike with cards).",
         _scored("(size (top (partition SUIT ((0 player) iloc HAND))))")),
        ("bottom.group", "(bottom Groups)", "Element", V04, "The last collection (not the first: unlike with cards).",
         _scored("(size (bottom (partition SUIT ((0 player) iloc HAND))))")),
        ("at.group", "(Int Groups)", "Element", V04, "The collection at an index, from 0.",
         _scored("(size (0 (partition SUIT ((0 player) iloc HAND))))")),
    ],
    "collections of card collections": [
        ("tuples", "(tuples Int Cards using Points)", "Groups", V04, "All n-subsets of cards with equal score, by rising score.",
         _weighed("(size (tuples 2 ((0 player) iloc HAND) using (game points WORTH)))")),
        ("partition", "(partition String Cards+)", "Groups", V0510, "Groups by the value of an attribute, in order of first appearance.",
         _scored("(size (partition SUIT ((0 player) iloc HAND)))")),
        ("partition.last", "(partition Cards+ String)", "Groups", V05, "Groups by the value of an attribute; the key stands last.",
         _scored("(size (partition ((0 player) iloc HAND) SUIT))"), {"meaning": "partition", "until": V05}),
        ("subsets", "(subsets Cards)", "Groups", V0510, "All subsets of at most 16 cards, the empty one first.",
         _scored("(size (subsets ((0 player) iloc HAND)))")),
        ("runs", "(runs largest|all Int Cards using Points)", "Groups", V0510, "Chains of at least n cards with consecutive scores: the maximal ones, or every one.",
         _weighed("(size (runs largest 2 ((0 player) iloc HAND) using (game points WORTH)))")),
        ("all.collect", "(all Collection 'V Cards)", "Groups", V04, "One collection for every element.",
         _scored("(size (union (all player 'P ('P iloc HAND))))")),
        ("indexed", "(indexed Owner vloc|iloc|hloc|oloc String)", "Locations", V06, "The indexed locations of that name that hold cards, by rising index.",
         _several("(move (top (game iloc STOCK)) (top (game vloc PILE 1)))", _scored("(size (indexed game vloc PILE))"))),
        ("indexed.mem", "(indexed Owner mem String)", "Memories", V06, "The indexed memories of that name that hold copies, by rising index.",
         _several("(remember (top (game iloc STOCK)) (top (game mem SEEN 1)))", _scored("(size (indexed game mem SEEN))"))),
    ],
    "players and teams": [
        ("player", "(current|next|previous player)", "Player", V04, "The player whose turn it is, comes next (queued, else the next seat), or sits before.",
         "(inc ((next player) sto SCORE) 1)"),
        ("player.seat", "(Int player)", "Player", V04, "The player of a seat, from 0.",
         "(inc ((1 player) sto SCORE) 1)"),
        ("owner", "(owner Card)", "Player", V04, "The player whose location holds the card.",
         "(inc ((owner (top ((0 player) iloc HAND))) sto SCORE) 1)"),
        ("team", "(current|next|previous team)", "Team", V04, "The team whose turn it is, comes next, or sits before.",
         _several("(inc ((current team) sto TRICKS) 1)", _scored("((0 team) sto TRICKS)"))),
        ("team.seat", "(Int team)", "Team", V04, "The team of a number, from 0.",
         _several("(inc ((0 team) sto TRICKS) 1)", _scored("((0 team) sto TRICKS)"))),
        ("team.of", "(team Player)", "Team", V04, "The team of a player.",
         _several("(inc ((team (0 player)) sto TRICKS) 1)", _scored("((0 team) sto TRICKS)"))),
        ("players.other", "(other player)", "Players", V04, "All players but the current one.",
         "(all (other player) 'P (inc ('P sto SCORE) 1))"),
        ("teams.other", "(other team)", "Teams", V04, "All teams but the current one.",
         "(all (other team) 'T (all 'T 'P (inc ('P sto SCORE) 1)))"),
        ("players", "player", "Players", V04, "All players, by seat.",
         "(all player 'P (inc ('P sto SCORE) 1))"),
        ("teams", "team", "Teams", V04, "All teams.",
         "(all team 'T (all 'T 'P (inc ('P sto SCORE) 1)))"),
        ("game.owner", "game", "Game", V04, "The table as an owner.",
         "(shuffle (game iloc STOCK))"),
    ],
    "point maps": [
        ("points", "(Owner points String)", "PointStore", V05, "A point map that an owner keeps under a name; 0 for every card until it is set.",
         _weighed("(sum ((0 player) iloc HAND) using (game points WORTH))")),
        ("points.variable", "PointVariable", "PointStore", V04, "A point map that `put points` fills.",
         _several("(put points 'WORTH (((RANK (ACE)) 3) ((RANK (KING)) 2)))", _scored("(sum ((0 player) iloc HAND) using 'WORTH)")), {"meaning": "points", "until": V04}),
        ("award.list", "(Pair Int)", "Award", V04, "Points for cards with an attribute's value: ((KEY (VALUE)) n).",
         _several("(set (game points WORTH) (((RANK (ACE)) 3) ((RANK (KING)) 2)))", _scored("(sum ((0 player) iloc HAND) using (game points WORTH))")), {"meaning": "award", "until": V05}),
        ("award", "(Pair+ Int)", "Award", V0510, "Points for cards with all these attributes: ((KEY : VALUE) … n).",
         _several("(set (game points WORTH) (((RANK : ACE) 3) ((RANK : ACE) (SUIT : SPADES) 10)))", _scored("(sum ((0 player) iloc HAND) using (game points WORTH))"))),
    ],
}
