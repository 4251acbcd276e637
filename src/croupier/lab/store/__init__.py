"""Runs on disk: one SQLite file a run, written as results come in, and read by anybody at any time."""
