"""The language server: the texts that editors have open, and the protocol they speak."""
