"""Sources, spans, diagnostics as data, and their rendering."""

from croupier.text.diagnostic import Diagnostic, Fix, Note, Severity
from croupier.text.errors import CroupierError
from croupier.text.nearest import Guesses, did_you_mean, nearest
from croupier.text.render import as_json, columns, fitting, place, printable, render, render_all, summary
from croupier.text.source import DEFAULT_MAX_BYTES, Source, SourceError, Span, word_past_limit
from croupier.text.undisturbed import undisturbed

__all__ = [
    "DEFAULT_MAX_BYTES",
    "CroupierError",
    "Diagnostic",
    "Fix",
    "Guesses",
    "Note",
    "Severity",
    "Source",
    "SourceError",
    "Span",
    "as_json",
    "columns",
    "did_you_mean",
    "fitting",
    "nearest",
    "place",
    "printable",
    "render",
    "render_all",
    "summary",
    "undisturbed",
    "word_past_limit",
]
