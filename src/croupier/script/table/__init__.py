"""Programs of the script languages as games: decisions, seats, views and results found in an unmodified text."""
