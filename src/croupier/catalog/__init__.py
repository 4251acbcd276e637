"""The only room that knows all games, languages and engines, and chooses among them."""
