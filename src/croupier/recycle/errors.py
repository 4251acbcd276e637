"""The errors: what cannot run under any reading."""

from __future__ import annotations

from croupier.recycle.codes import Code

ERRORS: tuple[Code, ...] = (
    Code(
        "RCY001", "no game", "there is no `(game …)` in this text",
        "A file holds one game: `(game DECLARE… SETUP BLOCK… SCORING)`.",
        ";; nothing but a comment\n", _GAME := """\
;; High Card
(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (LOW, HIGH)))))
  (do (
    (shuffle (game iloc STOCK))
    (inc ((random 1) player) sto SCORE))))
""".replace("    (inc ((random 1) player) sto SCORE))))", "    (inc (((random 1) player) sto SCORE))))\n  (scoring max ((current player) sto SCORE)))"),
        "a program is one form, `(game …)`", "file",
    ),
    Code(
        "RCY002", "not UTF-8", "byte {byte} is not UTF-8 text ({count} such)",
        "Program files are UTF-8 text. In a comment other bytes do no harm (see RCY012).",
        "(game \udce9)\n", _GAME, "save the file as UTF-8", "file",
    ),
    Code(
        "RCY003", "unexpected text", "`{text}` does not belong into a program",
        "A program is made of parentheses, NAMES, 'VARIABLES, integers, lower-case words and the "
        "operators + - * // % ^ == != < > <= >= .. and :.",
        "(do ((set (game sto ROUND) $5)))", "(do ((inc ((0 player) sto SCORE) 5)))",
        "a comment begins with `;`",
    ),
    Code(
        "RCY004", "unclosed parenthesis", "`{form}` is never closed: indentation says its `)` belongs at the end of line {line}",
        "Every `(` needs its `)`. Where one is missing, the line that is not indented deeper tells where it belongs.",
        "(do (\n  (inc ((0 player) sto SCORE) 1))\n(do (\n  (inc ((1 player) sto SCORE) 1)))",
        "(do (\n  (inc ((0 player) sto SCORE) 1)))\n(do (\n  (inc ((1 player) sto SCORE) 1)))",
    ),
    Code(
        "RCY006", "closed too early", "this `)` closes `{form}` of line {line} too early: line {follows} is indented as a part of it",
        "A surplus `)` ends a form before its author meant to. What follows is checked as if it belonged inside.",
        "(do (\n  (inc ((0 player) sto SCORE) 1))))\n(do (\n  (inc ((1 player) sto SCORE) 1)))",
        "(do (\n  (inc ((0 player) sto SCORE) 1)))\n(do (\n  (inc ((1 player) sto SCORE) 1)))",
        "delete this `)`",
    ),
    Code(
        "RCY007", "a second game", "a second game begins here",
        "A file holds one game; put the other into a file of its own.",
        _GAME + "(game)\n", _GAME, "put it into a file of its own", "file",
    ),
    Code(
        "RCY008", "nested too deeply", "parentheses nest more than {limit} deep here",
        "Parentheses may nest 100 deep; published games stay below 30.",
        "(game " + "(not " * 120 + ")" * 121 + "\n", _GAME,
        "what is deeper has not been checked", "file",
    ),
    Code(
        "RCY009", "integer too large", "this integer does not fit into 64 bits",
        "Integers are 64-bit signed: from -9223372036854775808 to 9223372036854775807.",
        "(do ((inc ((0 player) sto SCORE) 99999999999999999999)))", "(do ((inc ((0 player) sto SCORE) 999)))",
    ),
    Code(
        "RCY010", "not in capitals", "`{text}` is neither a word of the language nor a name: names and variables are in capitals",
        "Names and variables are written in capitals, digits and underscores; the language's own words are lower case.",
        "(do ((shuffle (game iloc Stock))))", "(do ((shuffle (game iloc STOCK))))",
        "did you mean `{suggestion}`?",
    ),
    Code(
        "RCY014", "items outside their list", "the list of `({head} (…))` ends here, but line {line} seems to belong to it",
        "`do` and `choice` take one list in parentheses. A `)` too many ends it early.",
        "(do (\n  (inc ((0 player) sto SCORE) 1))\n  (inc ((1 player) sto SCORE) 1))",
        "(do (\n  (inc ((0 player) sto SCORE) 1)\n  (inc ((1 player) sto SCORE) 1)))",
        "a `)` too many on this line?",
    ),
    Code(
        "RCY015", "empty parentheses", "there is nothing in these parentheses",
        "An empty list is neither a value nor an action; a pass is `(turn pass)`.",
        "(do ())", "(do ((turn pass)))",
    ),
    Code(
        "RCY016", "list parentheses missing", "the items of `{head}` stand in a list of their own: `({head} (ITEM …))`",
        "`do` and `choice` take their items in a second pair of parentheses.",
        "(do (inc ((0 player) sto SCORE) 1))", "(do ((inc ((0 player) sto SCORE) 1)))",
        "add a `(` here and a `)` at the end",
    ),
    Code(
        "RCY017", "not an award", "this is not an award",
        "A point map is filled with awards: attribute and value in parentheses, then the points. "
        "A card scores the sum of all awards that it meets.",
        "(do (\n  (set (game points WORTH) (((RANK : ACE 11))))\n  (inc ((0 player) sto SCORE) (sum ((0 player) iloc HAND) using (game points WORTH)))))",
        "(do (\n  (set (game points WORTH) (((RANK : ACE) 11)))\n  (inc ((0 player) sto SCORE) (sum ((0 player) iloc HAND) using (game points WORTH)))))",
    ),
    Code(
        "RCY018", "not an attribute", "this is not an attribute of a deck",
        "A deck is a list of attributes: `(KEY (VALUE, VALUE))`; a value may bring attributes of its own: "
        "`(COLOR (RED (SUIT (HEARTS, DIAMONDS))))`; `(KEY ('VAR))` takes a declared list.",
        "(setup\n  (create players 2)\n  (create deck (game iloc STOCK) (deck (RANK ACE, KING))))",
        "(setup\n  (create players 2)\n  (create deck (game iloc STOCK) (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES)))))",
        "write `(KEY (VALUE, VALUE))`", "setup",
    ),
    Code(
        "RCY019", "not a constant", "{what} must be known before the game begins",
        "Declared values, the number of players, seats of teams and the values of a deck are made of literals and earlier declares.",
        "(setup\n  (create players (game sto SEATS))\n  (create deck (game iloc STOCK) (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES)))))",
        "(setup\n  (create players 2)\n  (create deck (game iloc STOCK) (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES)))))",
        "use literals and declared variables", "setup",
    ),
    Code(
        "RCY020", "unknown form", "there is no form `{head}`",
        "Every list begins with a word of the language, an owner, or an index. `docs/recycle.md` lists all forms.",
        "(do ((shufle (game iloc STOCK))))", "(do ((shuffle (game iloc STOCK))))",
    ),
    Code(
        "RCY021", "wrong shape", "`{name}`: {what}",
        "A form takes a certain number of parts in a certain order.",
        "(do ((move (top (game iloc STOCK)))))", "(do ((move (top (game iloc STOCK)) (top ((0 player) iloc HAND)))))",
    ),
    Code(
        "RCY022", "wrong type", "{form} takes {expected} here, not {found}",
        "Types are known before the game begins: what a form takes and what it gives is in its signature.",
        "(do ((inc ((0 player) sto SCORE) (game iloc STOCK))))", "(do ((inc ((0 player) sto SCORE) (size (game iloc STOCK)))))",
    ),
    Code(
        "RCY023", "unknown variable", "the variable '{name} is not known here",
        "A variable is known inside the form that binds it (`all`, `any`, `filter`, `let`), a declared one in the whole program.",
        "(do ((all player 'Q (inc ('P sto SCORE) (pid 'Q)))))", "(do ((all player 'Q (inc ('Q sto SCORE) (pid 'Q)))))",
    ),
    Code(
        "RCY024", "stray text", "`{text}` has no meaning here",
        "A single word, name or number is not an action. Often it is the end of a broken comment.",
        "(do (\n  ;; give a point to the first\n  player\n  (inc ((0 player) sto SCORE) 1)))",
        "(do (\n  ;; give a point to the first\n  ;; player\n  (inc ((0 player) sto SCORE) 1)))",
    ),
    Code(
        "RCY025", "something is missing", "{what} is missing",
        "A game has a setup with players, something that is played, and a scoring; a stage has an end condition.",
        "(stage player\n  (do ((inc ((current player) sto SCORE) 1))))",
        "(stage player\n  (end (> ((current player) sto SCORE) 3))\n  (do ((inc ((current player) sto SCORE) 1))))",
    ),
    Code(
        "RCY026", "no such seat", "there is no {what}: they count from {range}",
        "Players and teams count from 0. Only the seats listed in `create teams` may count from 1.",
        "(do ((inc ((2 player) sto SCORE) 1)))", "(do ((inc ((1 player) sto SCORE) 1)))",
    ),
    Code(
        "RCY027", "impossible move", "{what}",
        "Cards move to the top, the bottom or an index of a location. Copies are made by `remember`, into a `mem` location, "
        "and removed by `forget`; they never move.",
        "(do ((move (top (game iloc STOCK)) (top (game mem SEEN)))))",
        "(do ((move (top (game iloc STOCK)) (top (game vloc SEEN)))))",
    ),
    Code(
        "RCY028", "action and value confused", "{found} stands where {expected} is expected",
        "The place decides: a `do` takes actions, a condition takes a Boolean. An action with a condition is one list: `(CONDITION ACTION)`.",
        "(do (\n  (> (size (game iloc STOCK)) 0)\n  (inc ((0 player) sto SCORE) 1)))",
        "(do (\n  ((> (size (game iloc STOCK)) 0)\n    (inc ((0 player) sto SCORE) 1))))",
    ),
    Code(
        "RCY029", "not in here", "{what} cannot stand {where}",
        "Choices and stages stand directly in the game or in a stage. Inside a `do` everything runs at once.",
        "(do (\n  (choice (\n    (turn pass)\n    (inc ((0 player) sto SCORE) 1)))))",
        "(choice (\n  (turn pass)\n  (inc ((0 player) sto SCORE) 1)))",
        "let it stand by itself in the stage",
    ),
    Code(
        "RCY030", "beyond the limit", "{what}: possible is {limit}",
        "At most 16 players and 1 024 cards; indices of locations from 0 to 255.",
        "(setup\n  (create players 17)\n  (create deck (game iloc STOCK) (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES)))))",
        "(setup\n  (create players 2)\n  (create deck (game iloc STOCK) (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES)))))",
        frame="setup",
    ),
    Code(
        "RCY031", "doubled parentheses", "{what} nothing: a list of actions is `(do (…))`, a condition is `(CONDITION ACTION)`",
        "Parentheses are never just for grouping: each pair is a form.",
        "(do (\n  (((> (size (game iloc STOCK)) 0)\n    (inc ((0 player) sto SCORE) 1)))))",
        "(do (\n  ((> (size (game iloc STOCK)) 0)\n    (inc ((0 player) sto SCORE) 1))))",
        "one pair of parentheses too many?",
    ),
    Code(
        "RCY032", "in the wrong place", "{why}",
        "A game is its declares, its setup, what is played, and its scoring, in this order.",
        "(do ((inc ((0 player) sto SCORE) 1)))\n(declare 3 'ROUNDS)",
        "(do ((inc ((0 player) sto SCORE) 1)))",
    ),
    Code(
        "RCY033", "decks without number", "how often this deck is made is not known before the game begins",
        "All cards are known before the game begins. During play a deck can be made directly in the game, or in a `repeat` with a constant.",
        "(stage player\n  (end (> (size (game iloc STOCK)) 99))\n  (do ((create deck (game iloc STOCK) (deck (RANK (ACE)))))))",
        "(repeat 3 (create deck (game iloc STOCK) (deck (RANK (ACE)))))",
        "make it in the setup, or directly in the game",
    ),
    Code(
        "RCY034", "in two teams", "seat {seat} is named twice",
        "A player is in one team at a time.",
        "(setup\n  (create players 2)\n  (create teams (0, 1) (1))\n  (create deck (game iloc STOCK) (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES)))))",
        "(setup\n  (create players 2)\n  (create teams (0, 1))\n  (create deck (game iloc STOCK) (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES)))))",
        frame="setup",
    ),
    Code(
        "RCY035", "said twice", "`{name}` has been said before",
        "A constant is declared once, and the players are created once.",
        "(setup\n  (create players 2)\n  (create players 2)\n  (create deck (game iloc STOCK) (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES)))))",
        "(setup\n  (create players 2)\n  (create deck (game iloc STOCK) (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES)))))",
        frame="setup",
    ),
    Code(
        "RCY036", "no part of a setup", "a setup holds only `create players`, `create teams`, `create deck` and `repeat` of a deck",
        "What is played stands behind the setup.",
        "(setup\n  (create players 2)\n  (create deck (game iloc STOCK) (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES))))\n  (shuffle (game iloc STOCK)))",
        "(setup\n  (create players 2)\n  (create deck (game iloc STOCK) (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES)))))",
        "let it stand behind the setup", "setup",
    ),
    Code(
        "RCY201", "not in that dialect", "{what} cannot be said in dialect {dialect}",
        "`croupier fmt --to` rewrites a program for another dialect as far as that dialect has words for it.",
        "(do ((swap (game iloc STOCK) (game vloc TABLE))))", "(do ((shuffle (game iloc STOCK))))",
        "{why}", "translation",
    ),
    *(
        Code(code, title, "{what}", rule, wrong, right, "", "run")
        for code, title, rule, wrong, right in (
            (
                "RCY301", "no card there", "Only a card that is there can be moved, remembered or forgotten. In a choice, an option that would need one is not offered.",
                "(do ((move (top (game vloc PILE)) (top (game iloc STOCK)))))",
                "(do (((> (size (game vloc PILE)) 0)\n  (move (top (game vloc PILE)) (top (game iloc STOCK))))))",
            ),
            (
                "RCY302", "index outside", "Indices count from 0 up to one less than there are.",
                "(do ((move (6 (game iloc STOCK)) (top (game vloc PILE)))))",
                "(do ((move (1 (game iloc STOCK)) (top (game vloc PILE)))))",
            ),
            (
                "RCY303", "no such card", "Scores, `max`, `min` and `owner` need a card; only a card that lies with a player has an owner.",
                "(do ((cycle next (owner (top (game iloc STOCK))))))",
                "(do ((cycle next (owner (top ((1 player) iloc HAND))))))",
            ),
            (
                "RCY304", "impossible number", "Results fit into 64 bits, nothing is divided by 0, and a random integer needs a range that is not empty.",
                "(do ((inc ((0 player) sto SCORE) (// 4 (size (game vloc PILE))))))",
                "(do ((inc ((0 player) sto SCORE) (// 4 2))))",
            ),
            (
                "RCY306", "cards of a team that is gone", "When teams are made anew during play, team i keeps what it owned; a team that is gone must not own cards.",
                "(do (\n  (move (top (game iloc STOCK)) (top ((1 team) vloc WON)))\n  (create teams (0, 1))))",
                "(do (\n  (move (top (game iloc STOCK)) (top ((0 team) vloc WON)))\n  (create teams (0, 1))))",
            ),
            (
                "RCY307", "too many", "Subsets are made of at most 16 cards, and no form makes more than 100 000 collections or integers.",
                ";; dialect: 0.6\n(do ((inc ((0 player) sto SCORE) (size (range 1 .. 999999)))))",
                ";; dialect: 0.6\n(do ((inc ((0 player) sto SCORE) (size (range 1 .. 999)))))",
            ),
            (
                "RCY308", "chance took it away", "An option is offered before chance decides. If chance then removes what was chosen, the game fails.",
                ";; dialect: 0.6\n(choice (\n  (let (random 999999) 'R\n    (any (range 'R .. 'R) 'N\n      (inc ((0 player) sto SCORE) 'N)))))",
                ";; dialect: 0.6\n(choice (\n  (any (range 0 .. 9) 'N\n    (inc ((0 player) sto SCORE) 'N))))",
            ),
            (
                "RCY310", "stuck", "A choice without an option ends the game as *stuck*. RCY108 warns of such choices.",
                "(choice (\n  ((> (size (game vloc PILE)) 0)\n    (move (top (game vloc PILE)) (top (game iloc STOCK))))))",
                "(choice (\n  ((> (size (game vloc PILE)) 0)\n    (move (top (game vloc PILE)) (top (game iloc STOCK))))\n  (turn pass)))",
            ),
            (
                "RCY311", "without end", "A game that takes too many steps between two decisions, or too many decisions, ends as *unfinished*; both limits can be set.",
                "(stage player\n  (end (> (size (game vloc PILE)) 9))\n  (do ((inc ((current player) sto SCORE) 1))))",
                "(stage player\n  (end (> ((current player) sto SCORE) 9))\n  (do ((inc ((current player) sto SCORE) 1))))",
            ),
        )
    ),
)
