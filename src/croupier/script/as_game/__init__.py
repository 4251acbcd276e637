"""Programs of the script languages as games: decisions, seats, views and results of an unmodified text."""
