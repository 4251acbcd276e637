"""The warnings and notes: what runs, and is probably not what its author meant."""

from __future__ import annotations

from croupier.recycle.codes import Code
from croupier.text import Severity


def _warning(
    code: str,
    title: str,
    message: str,
    rule: str,
    wrong: str,
    right: str,
    hint: str = "",
    frame: str = "body",
) -> Code:
    return Code(code, title, message, rule, wrong, right, hint, frame, Severity.WARNING)


def _note(
    code: str,
    title: str,
    message: str,
    rule: str,
    wrong: str,
    right: str,
    hint: str = "",
    frame: str = "body",
) -> Code:
    return Code(code, title, message, rule, wrong, right, hint, frame, Severity.NOTE)


_WHOLE = """\
;; High Card
(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (LOW, HIGH)))))
  (do (
    (shuffle (game iloc STOCK))
    (inc (((random 1) player) sto SCORE))))
  (scoring max ((current player) sto SCORE)))
"""
_ROUND = """\
(stage player
  (end (all player 'P (== (size ('P iloc HAND)) 0)))
  (choice (
    (any ((current player) iloc HAND) 'C
      (move 'C (top (game vloc PILE)))))))"""

WARNINGS: tuple[Code, ...] = (
    _warning(
        "RCY005",
        "surplus parenthesis",
        "a `)` too many behind the game ({count} in all)",
        "The game is complete; what closes behind it closes nothing.",
        _WHOLE.rstrip() + ")\n",
        _WHOLE,
        "delete it",
        "file",
    ),
    _warning(
        "RCY011",
        "missing comma",
        "a comma is missing behind `{before}`",
        "Commas separate the names in `(A, B)` and the seats in `(0, 2)`.",
        "(setup\n  (create players 2)\n  (create deck (game iloc STOCK) (deck (RANK (ACE KING)) (SUIT (HEARTS, SPADES)))))",
        "(setup\n  (create players 2)\n  (create deck (game iloc STOCK) (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES)))))",
        frame="setup",
    ),
    _warning(
        "RCY012",
        "comment not UTF-8",
        "byte {byte} in this comment is not UTF-8 text ({count} such)",
        "Program files are UTF-8 text. In a comment other bytes do no harm, but they cannot be shown.",
        ";; Ench\udce8re\n" + _WHOLE,
        _WHOLE,
        "save the file as UTF-8",
        "file",
    ),
    _warning(
        "RCY013",
        "typographic apostrophe",
        "`{text}` is read as `{suggestion}`",
        "A variable begins with a plain apostrophe.",
        "(do ((all player ‘P (inc (‘P sto SCORE)))))",
        "(do ((all player 'P (inc ('P sto SCORE)))))",
    ),
    _warning(
        "RCY101",
        "unused variable",
        "the variable '{name} is never used",
        "A variable that nothing uses is often a slip: another one was meant.",
        "(do ((all player 'P (inc ((0 player) sto SCORE)))))",
        "(do ((all player 'P (inc ('P sto SCORE)))))",
    ),
    _warning(
        "RCY102",
        "unknown attribute",
        "no deck has cards with a {key}",
        '`cardatt` of a key that no card has is always "", and an award on it hits no card.',
        "(do ((all ((0 player) iloc HAND) 'C\n  ((== (cardatt SUTI 'C) HEARTS) (inc ((0 player) sto SCORE))))))",
        "(do ((all ((0 player) iloc HAND) 'C\n  ((== (cardatt SUIT 'C) HEARTS) (inc ((0 player) sto SCORE))))))",
    ),
    _warning(
        "RCY103",
        "unknown value",
        "no card has {value} as its {key}",
        "Comparing with a value that no card has is never true, and an award on it hits no card.",
        "(do ((all ((0 player) iloc HAND) 'C\n  ((== (cardatt SUIT 'C) HEART) (inc ((0 player) sto SCORE))))))",
        "(do ((all ((0 player) iloc HAND) 'C\n  ((== (cardatt SUIT 'C) HEARTS) (inc ((0 player) sto SCORE))))))",
    ),
    _warning(
        "RCY104",
        "never read",
        "{what} is written but never read",
        "A storage that nothing reads changes nothing in the game.",
        "(do ((set (game sto ROUND) 1)))",
        "(do ((inc ((0 player) sto SCORE) 1)))",
    ),
    _warning(
        "RCY105",
        "never written",
        "{what} is read but never written: it is always {default}",
        'An integer storage is 0, a string "" and a point map all 0 until it is set.',
        "(do ((inc ((0 player) sto SCORE) (game sto BONUS))))",
        "(do (\n  (set (game sto BONUS) 2)\n  (inc ((0 player) sto SCORE) (game sto BONUS))))",
    ),
    _warning(
        "RCY106",
        "never filled",
        "nothing is ever put into {what}: it is always empty",
        "A location holds what decks, `move`, `swap` and `remember` put there.",
        "(do ((inc ((0 player) sto SCORE) (size ((0 player) vloc WON)))))",
        "(do (\n  (move (top (game iloc STOCK)) (top ((0 player) vloc WON)))\n  (inc ((0 player) sto SCORE) (size ((0 player) vloc WON)))))",
    ),
    _warning(
        "RCY107",
        "end never changes",
        "nothing in this stage changes its end condition: it ends at once or never",
        "The end condition of a stage should depend on something that the stage changes.",
        "(stage player\n  (end (== (size (game iloc STOCK)) 0))\n  (do ((inc ((current player) sto SCORE)))))",
        "(stage player\n  (end (== (size (game iloc STOCK)) 0))\n  (do (\n    (move (top (game iloc STOCK)) (top (game vloc PILE)))\n    (inc ((current player) sto SCORE)))))",
    ),
    _warning(
        "RCY108",
        "perhaps no option",
        "this choice may be left without an option",
        "A choice without an option stops the game as *stuck*. Either its conditions cover every case, or one item is always "
        "possible, such as `(turn pass)`. An `any` over a plain location is taken to have a card.",
        "(stage player\n  (end (all player 'P (== (size ('P iloc HAND)) 0)))\n  (choice (\n    (any (filter ((current player) iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS)) 'D\n      (move 'D (top (game vloc PILE)))))))",
        "(stage player\n  (end (all player 'P (== (size ('P iloc HAND)) 0)))\n  (choice (\n    (any (filter ((current player) iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS)) 'D\n      (move 'D (top (game vloc PILE))))\n    (turn pass))))",
        "cover the other case, or add `(turn pass)`",
    ),
    _note(
        "RCY109",
        "one name, two places",
        "{name} is also used as {other}: these are two locations",
        "The same name under two visibilities names two locations.",
        "(do (\n  (move (top (game iloc STOCK)) (top (game vloc PILE)))\n  (move (top (game iloc STOCK)) (top (game hloc PILE)))\n  (inc ((0 player) sto SCORE) (+ (size (game vloc PILE)) (size (game hloc PILE))))))",
        "(do (\n  (move (top (game iloc STOCK)) (top (game vloc PILE)))\n  (inc ((0 player) sto SCORE) (size (game vloc PILE)))))",
    ),
    _warning(
        "RCY110",
        "any outside a choice",
        "`any` outside a choice runs for every element, like `all`",
        "`any` over actions offers one option for each element, but only in a choice or directly in a stage.",
        "(do ((any player 'P (inc ('P sto SCORE)))))",
        "(do ((all player 'P (inc ('P sto SCORE)))))",
        "write `all`, or put it into a `choice`",
    ),
    _warning(
        "RCY111",
        "range of unclear dialect",
        "{why}: the range is read as dialect {dialect}, with its last number {included}",
        "`(range a .. b)` leaves b out in dialect 0.4 and includes it since 0.5. Say which in a comment `;; dialect: 0.6`.",
        "(do ((all (range 1 .. 3) 'N (inc ((0 player) sto SCORE) 'N))))",
        ";; dialect: 0.4\n(do ((all (range 1 .. 3) 'N (inc ((0 player) sto SCORE) 'N))))",
        "add a comment `;; dialect: {dialect}`",
    ),
    _warning(
        "RCY112",
        "secret in public",
        "this stores what a hidden card says, and everyone can read {what}",
        "Integers and strings are public. A secret bid is kept as a card in an `iloc`, and turned over later.",
        "(stage player\n  (end (all player 'P (> ('P sto BID) 0)))\n  (choice (\n    (any ((current player) iloc HAND) 'C\n      (set ((current player) sto BID) (score 'C using (game points WORTH))))))\n  (do ((set (game points WORTH) (((RANK : ACE) 3) ((RANK : KING) 2))))))",
        _ROUND,
        "move the card to an `iloc` and score it when it is turned over",
    ),
    _warning(
        "RCY113",
        "stage without end",
        "the end condition is written without `end`",
        "A stage is `(stage player (end BOOLEAN) …)`; older documents leave the `end` out.",
        "(stage player\n  (> ((current player) sto SCORE) 3)\n  (do ((inc ((current player) sto SCORE)))))",
        "(stage player\n  (end (> ((current player) sto SCORE) 3))\n  (do ((inc ((current player) sto SCORE)))))",
        "write `(end BOOLEAN)`",
    ),
    _note(
        "RCY114",
        "teams from 1",
        "no seat here is 0, so the seats are taken to count from 1",
        "Seats in `create teams` count from 0; if none of them is 0, from 1. Everything else always counts from 0.",
        "(setup\n  (create players 2)\n  (create teams (1) (2))\n  (create deck (game iloc STOCK) (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES)))))",
        "(setup\n  (create players 2)\n  (create teams (0) (1))\n  (create deck (game iloc STOCK) (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES)))))",
        frame="setup",
    ),
    _warning(
        "RCY115",
        "choice of a team",
        "in a team stage the current *player* chooses, and stays the same",
        "A team stage changes the current team only.",
        "(stage team\n  (end (> ((current team) sto DONE) 0))\n  (choice (\n    (inc ((current team) sto DONE))\n    (turn pass))))",
        "(stage player\n  (end (> ((team (current player)) sto DONE) 0))\n  (choice (\n    (inc ((team (current player)) sto DONE))\n    (turn pass))))",
        "let a player stage stand inside, or use `(team (current player))`",
    ),
    _warning(
        "RCY116",
        "any behind chance",
        "this `any` stands behind a {what} of the same option: its elements may be gone when it is taken",
        "An option is offered first and run afterwards; what chance decides is only known then.",
        "(choice (\n  (do (\n    (shuffle ((current player) iloc HAND))\n    (any ((current player) iloc HAND) 'C\n      (move 'C (top (game vloc PILE))))))\n  (turn pass)))",
        "(do ((shuffle ((current player) iloc HAND))))\n(choice (\n  (any ((current player) iloc HAND) 'C\n    (move 'C (top (game vloc PILE))))))",
        "write two choices",
    ),
    _warning(
        "RCY117",
        "options tell a hidden card",
        "this looks at a card that the chooser cannot see, so the options give something away",
        "The options of a choice are made from the true cards. A condition on a card that the chooser does not see tells about it; so does an action "
        "that is the same, or impossible, for some cards: options that do the same are one.",
        "(choice (\n  ((== (cardatt SUIT (top (game iloc STOCK))) HEARTS)\n    (move (top (game iloc STOCK)) (top ((current player) iloc HAND))))\n  (turn pass)))",
        "(choice (\n  ((> (size (game iloc STOCK)) 0)\n    (move (top (game iloc STOCK)) (top ((current player) iloc HAND))))\n  (turn pass)))",
        "decide it after the choice, in a `do`",
    ),
    _warning(
        "RCY118",
        "empty stage",
        "this stage ends here with nothing in it",
        "A stage without a body does nothing but pass turns. Often a `)` too many closed it early.",
        "(stage player\n  (end (> (pid (current player)) 0)))",
        "(stage player\n  (end (> (pid (current player)) 0))\n  (do ((inc ((current player) sto SCORE)))))",
        "a `)` too many on this line?",
    ),
    _warning(
        "RCY119",
        "no deck",
        "the setup ends here without a deck",
        "A setup makes at least one deck. Often a `)` too many closed it early.",
        "(setup\n  (create players 2))\n(create deck (game iloc STOCK) (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES))))",
        "(setup\n  (create players 2)\n  (create deck (game iloc STOCK) (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES)))))",
        "a `)` too many on this line?",
        "setup",
    ),
    _warning(
        "RCY120",
        "unknown dialect",
        "there is no dialect {found}",
        "A comment `;; dialect: …` names one of 0.4, 0.5, 0.5.10 and 0.6.",
        ";; dialect: 0.7\n" + _WHOLE,
        ";; dialect: 0.6\n" + _WHOLE,
        "known are 0.4, 0.5, 0.5.10 and 0.6",
        "file",
    ),
    _warning(
        "RCY121",
        "division by 0",
        "this divides by 0: the game fails here",
        "Division by 0 is a run-time error, and ends that game as failed.",
        "(do ((inc ((0 player) sto SCORE) (// 4 0))))",
        "(do ((inc ((0 player) sto SCORE) (// 4 2))))",
    ),
    _warning(
        "RCY122",
        "alternatives in a row",
        "this condition is tested after the `any` before it has been taken: one option may take both",
        "A condition in a `do` of a choice sees what the option has done before. Two conditions that exclude each other may "
        "then both hold, one after the other, and a player plays twice. The items of a choice are alternatives; or a `let` in "
        "front of the `do` keeps what a condition was: `(let (== …) 'WAS (do (('WAS …) ((not 'WAS) …))))`.",
        "(stage player\n  (end (all player 'P (== (size ('P iloc HAND)) 0)))\n  (choice (\n    (do (\n      ((== (size (game vloc PILE)) 0)\n        (any ((current player) iloc HAND) 'C\n          (move 'C (top (game vloc PILE)))))\n      ((> (size (game vloc PILE)) 0)\n        (any ((current player) iloc HAND) 'C\n          (move 'C (bottom (game vloc PILE))))))))))",
        "(stage player\n  (end (all player 'P (== (size ('P iloc HAND)) 0)))\n  (choice (\n    ((== (size (game vloc PILE)) 0)\n      (any ((current player) iloc HAND) 'C\n        (move 'C (top (game vloc PILE)))))\n    ((> (size (game vloc PILE)) 0)\n      (any ((current player) iloc HAND) 'C\n        (move 'C (bottom (game vloc PILE))))))))",
        "make them two items of the choice, or keep the first condition in a `let` in front of the `do`",
    ),
    _warning(
        "RCY123",
        "a hint that cannot be followed",
        "{what}",
        "A comment `;; card: …` at the head of a file says how its cards are drawn: `index RANK; suit SUIT`, "
        "`KIND SKIP = no, WILD = ✦`, `COLOR GINGER = #c2571a`, `back = TREASURE #7a4a21`. Parts of a card are index, suit, "
        "colour, shape, fill, tint and caption. Everything else is left out of the drawings.",
        ";; High Card\n;; card: index RNAK\n" + _WHOLE.partition("\n")[2],
        ";; High Card\n;; card: index RANK\n" + _WHOLE.partition("\n")[2],
        "",
        "file",
    ),
    _note(
        "RCY124",
        "a hint about the table that cannot be followed",
        "{what}",
        "A comment `;; table: …` at the head of a file says how its table is laid: `TRICK trick, BOX hidden, player.ROW tableau, "
        "SCORE score`, `seats order 0 2 1 3`. Roles of places are note, columns, stock, market, pile, centre, hand, held, down, "
        "tableau, trick, played, won and hidden; of stored values score, chip, strip, tag, who, pot and hidden.",
        ";; High Card\n;; table: STOCK shelf\n" + _WHOLE.partition("\n")[2],
        ";; High Card\n;; table: STOCK stock\n" + _WHOLE.partition("\n")[2],
        "",
        "file",
    ),
)
