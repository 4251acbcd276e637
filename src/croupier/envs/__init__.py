"""Games for learning: side by side as arrays, and as PettingZoo, Gymnasium and OpenSpiel have them."""
