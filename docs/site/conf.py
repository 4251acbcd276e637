"""How the site is built; `tools/build_site.py` lays the pages into one tree and calls Sphinx."""

project = "Croupier"
author = "The Croupier maintainers"
copyright = "The Croupier maintainers"  # noqa: A001 - the name is Sphinx's
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "docs/site/index"
html_theme = "furo"
html_title = "Croupier"
html_show_sphinx = False
smartquotes = False
default_role = "literal"
myst_heading_anchors = 5
autodoc_typehints = "description"
# Transcripts of commands and games are shown as they are, also where a lexer stumbles.
suppress_warnings = ["misc.highlighting_failure"]
