"""The findings about forms of the house dialect."""

from __future__ import annotations

from croupier.recycle.codes import Code
from croupier.text import Severity


def _game(before: str, *blocks: str) -> str:
    """A whole game with something before its setup."""
    played = "".join(f"  {block}\n" for block in blocks)
    return f"""\
;; High Card
;; dialect: house
(game
  {before}
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (LOW, HIGH)))))
{played}  (scoring max ((current player) sto SCORE)))
"""


_EARN = "(inc (((random 1) player) sto SCORE) 1)"
_LEVELS = "".join(f"\n  (define A{n}{f' (A{n - 1})' * 8})" for n in range(1, 6))

HOUSE_ERRORS: tuple[Code, ...] = (
    Code(
        "RCY040",
        "not a definition",
        "this is not a definition: {what}",
        "A definition is `(define NAME BODY…)` or `(define (NAME 'A 'B) BODY…)`, with at most 8 parameters, each of another name.",
        _game("(define (EARN 'N 'N) (inc ((0 player) sto SCORE) 'N))", _EARN),
        _game("(define (EARN 'N) (inc ((0 player) sto SCORE) 'N))", "(EARN (random 1))"),
        "",
        "file",
    ),
    Code(
        "RCY041",
        "defined twice",
        "{name} is defined already",
        "A name is defined once, in the program or in a file that it uses.",
        _game("(define PRIZE 3)\n  (define PRIZE 4)", "(inc (((random 1) player) sto SCORE) (PRIZE))"),
        _game("(define PRIZE 3)", "(inc (((random 1) player) sto SCORE) (PRIZE))"),
        "give one of them another name",
        "file",
    ),
    Code(
        "RCY042",
        "a definition that uses itself",
        "{name} uses itself",
        "A definition sees only those before it: there is no recursion.",
        _game(f"(define EARN {_EARN} (EARN))", "(EARN)"),
        _game(f"(define EARN {_EARN})", "(repeat 2 (EARN))"),
        "a stage or `repeat` does something again",
        "file",
    ),
    Code(
        "RCY043",
        "wrong number of arguments",
        "{name} takes {wanted} arguments, and {found} are given",
        "A call gives every parameter of the definition an argument.",
        _game("(define (EARN 'N) (inc ((0 player) sto SCORE) 'N))", "(EARN 1 2)"),
        _game("(define (EARN 'N) (inc ((0 player) sto SCORE) 'N))", "(EARN (random 2))"),
        "",
        "file",
    ),
    Code(
        "RCY044",
        "too large when written out",
        "the calls {chain} make the program too large: at most {calls:,} calls and {forms:,} forms are written out",
        "A call stands for its body, and a program has a size: definitions that call each other many times multiply.",
        _game(f"(define A0 {_EARN}){_LEVELS}", "(A5)"),
        _game(f"(define EARN {_EARN})", "(repeat 30000 (EARN))"),
        "",
        "file",
    ),
    Code(
        "RCY045",
        "integers and names under one key",
        "{what}",
        "The values of an attribute are names in every deck, or integers in every deck; only the latter can be points themselves.",
        ";; dialect: house\n(game\n  (setup\n    (create players 2)\n    (create deck (game iloc STOCK) (deck (RANK (1, 2, 3) (ACE)))))\n"
        "  (inc (((random 1) player) sto SCORE) 1)\n  (scoring max ((current player) sto SCORE)))\n",
        ";; dialect: house\n(game\n  (setup\n    (create players 2)\n    (create deck (game iloc STOCK) (deck (RANK (1, 2, 3)))))\n"
        "  (inc (((random 1) player) sto SCORE) 1)\n  (scoring max ((current player) sto SCORE)))\n",
        "",
        "file",
    ),
    Code(
        "RCY046",
        "outside its limits",
        "{what}",
        "The third part of a `declare` is the collection of values that the constant may have.",
        _game("(declare 12 'PRIZE (range 1 .. 9))", "(inc (((random 1) player) sto SCORE) 'PRIZE)"),
        _game("(declare 2 'PRIZE (range 1 .. 9))", "(inc (((random 1) player) sto SCORE) 'PRIZE)"),
        "",
        "file",
    ),
    Code(
        "RCY047",
        "no such definitions",
        "`(use {name})`: {what}",
        "`(use NAME)` reads name.def.rcy, which holds one form `(definitions …)`: beside the program, else of Croupier's own.",
        _game("(use NOWHERE)", _EARN),
        _game("(use FRENCH)", "(DEAL 1)", _EARN),
        "",
        "file",
    ),
    Code(
        "RCY048",
        "an `else` out of place",
        "{what}",
        "`else` stands behind the items of a condition, the one without a condition last, or behind the first item of a choice. A value needs one.",
        "(inc ((0 player) sto SCORE) ((> (size (game iloc STOCK)) 1) 5 (else (> (size (game iloc STOCK)) 0) 3)))",
        "(inc ((0 player) sto SCORE) ((> (size (game iloc STOCK)) 1) 5 (else (> (size (game iloc STOCK)) 0) 3) (else 1)))",
    ),
    Code(
        "RCY049",
        "a choice or stage where none can be",
        "{what} cannot stand {where}",
        "Choices and stages stand in the game, in a stage, in a `let`, a `do` or behind a condition there; a loop with choices in it is a stage.",
        ";; dialect: house\n(all player 'P\n  (choice (\n    (turn pass)\n    (inc ('P sto SCORE) 1))))",
        ";; dialect: house\n(stage player\n  (end (> (+ ((0 player) sto TURNS) ((1 player) sto TURNS)) 3))\n"
        "  (inc ((current player) sto TURNS) 1)\n  (choice (\n    (turn pass)\n    (inc ((current player) sto SCORE) 1))))",
        "write a stage",
    ),
    Code(
        "RCY050",
        "a stage without an end",
        "this stage cannot be: {what}",
        "A stage of the house dialect begins with `(among PLAYERS)`, `(turns INT)` and `(end BOOL)`, each at most once, and with one of the last two.",
        ";; dialect: house\n(stage player\n  (among (other player))\n  (inc ((current player) sto SCORE) 1))",
        ";; dialect: house\n(stage player\n  (among (other player))\n  (turns 3)\n  (inc ((current player) sto SCORE) 1))",
    ),
    Code(
        "RCY051",
        "not in a choice",
        "{what}",
        "`gather` stands in no choice, and `cycle current` in no choice of several.",
        ";; dialect: house\n(choice (\n  (gather (game iloc STOCK))\n  (turn pass)))",
        ";; dialect: house\n(do (\n  (gather (game iloc STOCK))\n  (shuffle (game iloc STOCK))))",
    ),
    Code(
        "RCY052",
        "`tell` asks for more than the kind of a card",
        "{what}",
        "What `tell` asks of a card is a question about its attributes and scores: the same for all cards that look alike.",
        ";; dialect: house\n(tell (1 player) ((0 player) iloc HAND) 'C (== (owner 'C) (0 player)))",
        ";; dialect: house\n(tell (1 player) ((0 player) iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS))",
        "ask for `(cardatt …)` or `(score …)` of the card",
    ),
    Code(
        "RCY053",
        "numbers and values of an award",
        "{what}",
        "An award with a row of numbers, or with `..`, has exactly one list of values, and as many numbers as values.",
        ";; dialect: house\n(inc ((0 player) sto SCORE) (sum ((0 player) iloc HAND) using (points ((RANK : (KING, ACE)) (1, 2, 3)))))",
        ";; dialect: house\n(inc ((0 player) sto SCORE) (sum ((0 player) iloc HAND) using (points ((RANK : (KING, ACE)) (1, 2)))))",
    ),
    Code(
        "RCY320",
        "nobody there",
        "{what}",
        "`nobody` owns nothing, has no seat and no team, and is never current.",
        ";; dialect: house\n(inc ((game who DEALER) sto SCORE) 1)\n(set (game who DEALER) (0 player))",
        ";; dialect: house\n(set (game who DEALER) (0 player))\n(inc ((game who DEALER) sto SCORE) 1)",
        frame="run",
    ),
    Code(
        "RCY322",
        "numbers and values of an award, in a game",
        "{what}",
        "An award with a row of numbers has as many numbers as values.",
        ";; dialect: house\n(inc ((0 player) sto SCORE) (sum ((0 player) iloc HAND) using\n  (points ((RANK : (KING, ACE)) (range 1 .. (size (game vloc PILE)))))))",
        ";; dialect: house\n(inc ((0 player) sto SCORE) (sum ((0 player) iloc HAND) using\n  (points ((RANK : (KING, ACE)) (range 1 .. 2)))))",
        frame="run",
    ),
)
"""What cannot run under any reading."""

HOUSE_WARNINGS: tuple[Code, ...] = (
    Code(
        "RCY125",
        "read as the house dialect",
        "{what} belongs to the house dialect, in which the file is read",
        "A file that names no dialect and has a form of the house dialect is read as that.",
        "((> (size (game iloc STOCK)) 1)\n  (inc ((0 player) sto SCORE) 1)\n  (inc ((1 player) sto SCORE) 2))",
        ";; dialect: house\n((> (size (game iloc STOCK)) 1)\n  (inc ((0 player) sto SCORE) 1)\n  (inc ((1 player) sto SCORE) 2))",
        "say `;; dialect: house` in the head of the file",
        severity=Severity.NOTE,
    ),
    Code(
        "RCY130",
        "a definition that nothing uses",
        "nothing uses {name}",
        "A definition that nobody calls is only checked for its shape.",
        _game("(define PRIZE 3)", _EARN),
        _game("(define PRIZE 3)", "(inc (((random 1) player) sto SCORE) (PRIZE))"),
        "delete it, or call it",
        "file",
        Severity.WARNING,
    ),
    Code(
        "RCY131",
        "a list of names or a call",
        "this is a list of names, though {name} is defined: {why}",
        "A list whose head is a name defined before it, and which has no comma, is a call; one with commas is a list of names.",
        _game(
            "(define PRIZES (LOW, HIGH))",
            "(all (BOTTOM TOP) 'X\n    ((== 'X LOW) (inc (((random 1) player) sto SCORE) 1)))",
            "(define BOTTOM LOW)",
            "((== (BOTTOM) LOW) (inc ((0 player) sto SCORE) (size (PRIZES))))",
        ),
        _game(
            "(define PRIZES (LOW, HIGH))",
            "(all (BOTTOM, TOP) 'X\n    ((== 'X LOW) (inc (((random 1) player) sto SCORE) 1)))",
            "(define BOTTOM LOW)",
            "((== (BOTTOM) LOW) (inc ((0 player) sto SCORE) (size (PRIZES))))",
        ),
        "write commas for a list, and define before you call",
        "file",
        Severity.WARNING,
    ),
    Code(
        "RCY135",
        "gathered and not shuffled",
        "the cards that are gathered here are not shuffled before anything else is done with them",
        "`gather` brings all cards together in deck order, which everybody knows.",
        ";; dialect: house\n(gather (game iloc STOCK))\n(move (top (game iloc STOCK)) ((0 player) iloc HAND))",
        ";; dialect: house\n(gather (game iloc STOCK))\n(shuffle (game iloc STOCK))\n(move (top (game iloc STOCK)) ((0 player) iloc HAND))",
        "shuffle them",
        severity=Severity.WARNING,
    ),
    Code(
        "RCY132",
        "commitments may collide",
        "two seats can choose the same card here: the later choice is then void",
        "In a choice of several each chooses in the position before any of them has; a choice that has become impossible changes nothing.",
        ";; dialect: house\n(choice (among player) (\n  (any (top 2 (game iloc STOCK)) 'C\n    (move 'C ((current player) iloc HAND)))))",
        ";; dialect: house\n(choice (among player) (\n  (any ((current player) iloc HAND) 'C\n    (move 'C (game vloc PILE)))))",
        "let each choose among cards of its own",
        severity=Severity.NOTE,
    ),
    Code(
        "RCY133",
        "`first` without a pass",
        "nobody can pass in this choice, so that the first who is asked always counts",
        "Of `(choice (first PLAYERS) …)` only the first choice that is not just `(turn pass)` takes effect.",
        ";; dialect: house\n(choice (first (other player)) (\n  (inc ((current player) sto SCORE) 1)\n  (dec ((current player) sto SCORE) 1)))",
        ";; dialect: house\n(choice (first (other player)) (\n  (inc ((current player) sto SCORE) 1)\n  (turn pass)))",
        "add `(turn pass)`",
        severity=Severity.WARNING,
    ),
    Code(
        "RCY136",
        "others choose by what they do not see",
        "those who choose here may not see this card, which comes from outside of the choice",
        "In a choice of others `(current player)` is the one who is asked; a variable from outside keeps what the outer player has.",
        ";; dialect: house\n(let (top ((current player) iloc HAND)) 'MINE\n  (choice (among (other player)) (\n"
        "    (any ((current player) iloc HAND) 'C\n      ((== (cardatt SUIT 'C) (cardatt SUIT 'MINE)) (move 'C (game vloc PILE))))\n    (turn pass))))",
        ";; dialect: house\n(choice (among (other player)) (\n  (any ((current player) iloc HAND) 'C\n"
        "    ((== (cardatt SUIT 'C) HEARTS) (move 'C (game vloc PILE))))\n  (turn pass)))",
        "show the card first, or let them choose by what they see",
        severity=Severity.WARNING,
    ),
    Code(
        "RCY134",
        "an `else` that never counts",
        "the items before this `else` always offer something",
        "`else` in a choice counts when no item before it offers an option.",
        ";; dialect: house\n(choice (\n  (turn pass)\n  (else (inc ((0 player) sto SCORE) 1))))",
        ";; dialect: house\n(choice (\n  (any ((current player) iloc HAND) 'C\n    (move 'C (top (game vloc PILE))))\n  (else (turn pass))))",
        "delete it, or put a condition on the items before it",
        severity=Severity.WARNING,
    ),
)
"""What is suspicious."""
