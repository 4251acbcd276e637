"""Cardigan: text to a checked tree and back, and its values on the script machine."""
