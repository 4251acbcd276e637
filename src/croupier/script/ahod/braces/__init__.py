"""The braces dialect: its own lexer, parser and strict checker, onto the tree and machine of AHOD."""
