"""RECYCLE text to a typed, checked program and back."""
