"""AllHandsOnDeck: text to a checked program for the script machine, and back."""
