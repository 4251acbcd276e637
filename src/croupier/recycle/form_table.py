"""Every form of the language, declared once: the rows of the table that `forms.py` reads.

A signature reads like the form itself. Lower-case words and operators stand for themselves
(``next|current``: one of them), ``'V`` is a variable bound for what follows it, a capitalised word is a part of that
kind; ``*`` any number, ``+`` one or more. Special can be: ``meaning``, another form that means the same; ``until``, the
last dialect that has it; ``default``, the integer that stands for a last part which this form leaves out.
"""

from __future__ import annotations

from collections.abc import Mapping

V04, V05, V0510, V06 = "0.4", "0.5", "0.5.10", "0.6"

Row = tuple[str, str, str, str, str] | tuple[str, str, str, str, str, Mapping[str, str | int]]
"""Name, signature, result, the dialect since which it is there, one line of documentation; and what is special."""

ROOMS: dict[str, list[Row]] = {
    "program": [
        ("game", "(game Declare* Setup Block+ Scoring)", "Program", V04, "A whole game."),
        ("declare", "(declare Constant 'V)", "Declare", V04, "A constant of the whole program; a parameter that can be set from outside."),
        ("setup", "(setup Create+)", "Setup", V04, "Players, teams and decks, made in text order before play."),
        ("create.players", "(create players Int)", "Create", V04, "How many players there are, 1 to 16."),
        ("create.teams", "(create teams Seats+)", "Action", V04, "Who plays with whom; also during play, where it replaces the teams."),
        ("create.deck", "(create deck Location Deck)", "Action", V04, "Makes one card for each combination of attributes and puts it on the location."),
        ("create.deck.named", "(create deck Name Location Deck)", "Action", V0510, "A deck with a back of its own.", {"meaning": "create.deck"}),
        ("deck", "(deck Attribute+)", "Deck", V04, "The product of its attributes, the first one outermost."),
        ("attribute", "(Key Group+)", "Attribute", V04, "An attribute with its values; a value may bring attributes of its own."),
        ("stage", "(stage player|team End Block*)", "Block", V04, "Lets the members of a cycle take turns until its end condition holds."),
        ("end", "(end Bool)", "End", V04, "The end condition of a stage, tested before the first and after every turn."),
        ("scoring", "(scoring max|min Int)", "Scoring", V04, "The result, evaluated with each player current in turn; max or min is best."),
    ],
    "blocks": [
        ("do", "(do Items)", "Action", V04, "Runs its items one after the other."),
        ("choice", "(choice Items)", "Block", V04, "The current player chooses among the options that its items offer."),
        ("let", "(let Value 'V Body)", "Action", V04, "Evaluates once and names the result for what stands inside."),
        ("if", "(Bool Item)", "Action", V04, "The item, if the condition holds."),
        ("all.do", "(all Collection 'V Item)", "Action", V04, "The item for every element, in order."),
        ("any.do", "(any Collection 'V Item)", "Action", V04, "In a choice: one option for every element."),
    ],
    "actions": [
        ("move", "(move Card Place)", "Action", V04, "Moves a card from where it lies to a destination."),
        ("swap.locations", "(swap Location Location)", "Action", V06, "Exchanges the contents of two locations."),
        ("swap.cards", "(swap Card Card)", "Action", V06, "Exchanges two cards in their places."),
        ("remember", "(remember Card MemoryPlace)", "Action", V04, "Puts a copy of a card into memory, where everyone sees it."),
        ("forget", "(forget Copy)", "Action", V04, "Removes a remembered copy."),
        ("shuffle", "(shuffle Pile)", "Action", V04, "Puts a location into a uniformly random order."),
        ("shuffle.faro", "(shuffle faro Location Location)", "Action", V0510, "A perfect riffle of both into the first, beginning with the first."),
        ("set.int", "(set IntStore Int)", "Action", V04, "Stores an integer."),
        ("inc", "(inc IntStore Int)", "Action", V04, "Adds to a stored integer."),
        ("inc.one", "(inc IntStore)", "Action", V06, "Adds 1 to a stored integer.", {"meaning": "inc", "default": 1}),
        ("dec", "(dec IntStore Int)", "Action", V04, "Subtracts from a stored integer."),
        ("dec.one", "(dec IntStore)", "Action", V06, "Subtracts 1 from a stored integer.", {"meaning": "dec", "default": 1}),
        ("set.str", "(set StringStore String)", "Action", V0510, "Stores a string."),
        ("set.points", "(set PointStore Awards)", "Action", V05, "Fills a point map: a card scores the sum of all awards that it meets."),
        ("put.points", "(put points PointVariable Awards)", "Action", V04, "Fills the point map of a variable that the whole file knows.", {"meaning": "set.points", "until": V04}),
        ("cycle", "(cycle next|current Target)", "Action", V04, "Queues who plays next, or changes who is current at once."),
        ("pass", "(turn pass)", "Action", V04, "Does nothing, and counts as a move."),
        ("repeat", "(repeat Int Item)", "Action", V04, "The item n times, each time evaluated anew."),
        ("repeat.all", "(repeat all MoveOrForget)", "Action", V04, "Moves as many cards as the source held at the beginning."),
    ],
    "integers": [
        ("add", "(+ Int Int+)", "Int", V04, "The sum."),
        ("subtract", "(- Int Int)", "Int", V04, "The difference."),
        ("multiply", "(* Int Int+)", "Int", V04, "The product."),
        ("divide", "(// Int Int)", "Int", V04, "The quotient, truncated toward 0."),
        ("modulo", "(% Int Int)", "Int", V05, "The remainder, with the sign of the dividend."),
        ("modulo.word", "(mod Int Int)", "Int", V04, "The remainder, with the sign of the dividend.", {"meaning": "modulo", "until": V04}),
        ("power", "(^ Int Int)", "Int", V0510, "The first to the power of the second."),
        ("tri", "(tri Int)", "Int", V0510, "The triangular number n(n+1)/2."),
        ("fib", "(fib Int)", "Int", V0510, "The Fibonacci number, with F(1) = F(2) = 1."),
        ("random", "(random Int)", "Int", V0510, "A random integer from 0 to n, both included."),
        ("random.between", "(random Int .. Int)", "Int", V0510, "A random integer from a to b, both included."),
        ("size", "(size Collection)", "Int", V04, "How many elements a collection has."),
        ("sum", "(sum Cards using Points)", "Int", V04, "The scores of all cards, added up."),
        ("score", "(score Card using Points)", "Int", V04, "What a card scores."),
        ("scoremax", "(scoremax Cards using Points)", "Int", V06, "The highest score among the cards."),
        ("scoremin", "(scoremin Cards using Points)", "Int", V06, "The lowest score among the cards."),
        ("pid", "(pid Player)", "Int", V06, "The seat number of a player, from 0."),
        ("sto", "(Owner sto String)", "IntStore", V04, "An integer that an owner keeps under a name; public; 0 until it is set."),
        ("all.sum", "(all Collection 'V Int)", "Int", V04, "The sum over all elements."),
    ],
    "booleans": [
        ("and", "(and Bool Bool+)", "Bool", V04, "Whether all hold; stops at the first that does not."),
        ("or", "(or Bool Bool+)", "Bool", V04, "Whether one holds; stops at the first that does."),
        ("not", "(not Bool)", "Bool", V04, "Whether it does not hold."),
        ("less", "(< Int Int)", "Bool", V04, "Whether the first is smaller."),
        ("greater", "(> Int Int)", "Bool", V04, "Whether the first is larger."),
        ("at.most", "(<= Int Int)", "Bool", V04, "Whether the first is not larger."),
        ("at.least", "(>= Int Int)", "Bool", V04, "Whether the first is not smaller."),
        *(
            (f"{name}.{kind.lower()}", f"({sign} {kind} {kind})", "Bool", V04, f"Whether two {things} are {word}.")
            for sign, name, word in (("==", "equal", "the same"), ("!=", "unequal", "different"))
            for kind, things in (("Int", "integers"), ("String", "strings"), ("Card", "cards"), ("Player", "players"), ("Team", "teams"))
        ),
        ("all.bool", "(all Collection 'V Bool)", "Bool", V04, "Whether it holds for every element; true over nothing."),
        ("any.bool", "(any Collection 'V Bool)", "Bool", V04, "Whether it holds for some element; false over nothing."),
    ],
    "strings": [
        ("cardatt", "(cardatt String Card)", "String", V04, "The value of a card's attribute; \"\" when the key or the card is missing."),
        ("str", "(Owner str String)", "StringStore", V0510, "A string that an owner keeps under a name; public; \"\" until it is set."),
        ("names", "(Names)", "Strings", V04, "A collection of names, separated by commas."),
        ("range", "(range Int .. Int)", "Ints", V04, "The integers from a to b; b is excluded in 0.4 and included since 0.5."),
    ],
    "cards": [
        ("top", "(top Cards)", "Element", V04, "The topmost (last) card."),
        ("bottom", "(bottom Cards)", "Element", V04, "The bottom (first) card."),
        ("at", "(Int Cards)", "Element", V04, "The card at an index, counted from the bottom, from 0."),
        ("max", "(max Cards using Points)", "Element", V04, "The card that scores highest; ties are broken at random."),
        ("min", "(min Cards using Points)", "Element", V04, "The card that scores lowest; ties are broken at random."),
        ("actual", "(actual Card)", "Card", V04, "The card itself, where it now lies."),
    ],
    "card collections": [
        *(
            row
            for vis, since, doc in (
                ("vloc", V04, "A location that everyone sees."),
                ("iloc", V04, "A location that its owner sees (a team's: its members; the game's: nobody)."),
                ("hloc", V04, "A location that nobody sees."),
                ("oloc", V0510, "A location that everyone but its owner sees."),
            )
            for row in (
                (vis, f"(Owner {vis} String)", "Location", since, doc, {"default": 0}),
                (f"{vis}.indexed", f"(Owner {vis} String Int)", "Location", V06, f"{doc[:-1]}, with an index from 0 to 255.", {"meaning": vis}),
            )
        ),
        ("mem", "(Owner mem String)", "Memory", V04, "Remembered copies of cards, seen by everyone.", {"default": 0}),
        ("mem.indexed", "(Owner mem String Int)", "Memory", V06, "Remembered copies, with an index from 0 to 255.", {"meaning": "mem"}),
        ("filter", "(filter Collection 'V Bool)", "Filtered", V04, "The elements for which the condition holds."),
        *(
            row
            for name, doc in (
                ("union", "All cards of all collections, in order, duplicates kept."),
                ("intersect", "The cards that are in every collection."),
                ("disjunction", "The cards that are in exactly one of the collections."),
            )
            for row in (
                (name, f"({name} Cards*)", "Joined", V04 if name == "union" else V0510, doc),
                (f"{name}.groups", f"({name} Groups)", "Joined", V04 if name == "union" else V0510, f"{doc} Over a collection of collections."),
            )
        ),
        ("sort", "(sort Cards using Points)", "Filtered", V0510, "The cards by rising score; equal scores keep their order."),
        ("top.some", "(top Int Cards)", "Filtered", V0510, "The n topmost cards, from the top down; all if there are fewer."),
        ("bottom.some", "(bottom Int Cards)", "Filtered", V0510, "The n bottom cards, from the bottom up; all if there are fewer."),
        ("run", "(run top|bottom Int Cards using Points)", "Filtered", V0510, "The longest stretch of at least n cards at that end with consecutive scores."),
        ("top.group", "(top Groups)", "Element", V04, "The first collection (not the last: unlike with cards)."),
        ("bottom.group", "(bottom Groups)", "Element", V04, "The last collection (not the first: unlike with cards)."),
        ("at.group", "(Int Groups)", "Element", V04, "The collection at an index, from 0."),
    ],
    "collections of card collections": [
        ("tuples", "(tuples Int Cards using Points)", "Groups", V04, "All n-subsets of cards with equal score, by rising score."),
        ("partition", "(partition String Cards+)", "Groups", V0510, "Groups by the value of an attribute, in order of first appearance."),
        ("partition.last", "(partition Cards+ String)", "Groups", V05, "Groups by the value of an attribute; the key stands last.", {"meaning": "partition", "until": V05}),
        ("subsets", "(subsets Cards)", "Groups", V0510, "All subsets of at most 16 cards, the empty one first."),
        ("runs", "(runs largest|all Int Cards using Points)", "Groups", V0510, "Chains of at least n cards with consecutive scores: the maximal ones, or every one."),
        ("all.collect", "(all Collection 'V Cards)", "Groups", V04, "One collection for every element."),
        ("indexed", "(indexed Owner vloc|iloc|hloc|oloc String)", "Locations", V06, "The indexed locations of that name that hold cards, by rising index."),
        ("indexed.mem", "(indexed Owner mem String)", "Memories", V06, "The indexed memories of that name that hold copies, by rising index."),
    ],
    "players and teams": [
        ("player", "(current|next|previous player)", "Player", V04, "The player whose turn it is, comes next (queued, else the next seat), or sits before."),
        ("player.seat", "(Int player)", "Player", V04, "The player of a seat, from 0."),
        ("owner", "(owner Card)", "Player", V04, "The player whose location holds the card."),
        ("team", "(current|next|previous team)", "Team", V04, "The team whose turn it is, comes next, or sits before."),
        ("team.seat", "(Int team)", "Team", V04, "The team of a number, from 0."),
        ("team.of", "(team Player)", "Team", V04, "The team of a player."),
        ("players.other", "(other player)", "Players", V04, "All players but the current one."),
        ("teams.other", "(other team)", "Teams", V04, "All teams but the current one."),
        ("players", "player", "Players", V04, "All players, by seat."),
        ("teams", "team", "Teams", V04, "All teams."),
        ("game.owner", "game", "Game", V04, "The table as an owner."),
    ],
    "point maps": [
        ("points", "(Owner points String)", "PointStore", V05, "A point map that an owner keeps under a name; 0 for every card until it is set."),
        ("points.variable", "PointVariable", "PointStore", V04, "A point map that `put points` fills.", {"meaning": "points", "until": V04}),
        ("award.list", "(Pair Int)", "Award", V04, "Points for cards with an attribute's value: ((KEY (VALUE)) n).", {"meaning": "award", "until": V05}),
        ("award", "(Pair+ Int)", "Award", V0510, "Points for cards with all these attributes: ((KEY : VALUE) … n)."),
    ],
}
