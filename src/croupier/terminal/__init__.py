"""Playing in a terminal, and looking at games that were played."""
