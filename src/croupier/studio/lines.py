"""The process side of a :class:`~croupier.studio.worker.Worker`: answers and news as lines of JSON."""

from __future__ import annotations

import json
import secrets
import sys
import threading
import traceback
from collections.abc import Callable
from typing import Any

from croupier.studio.errors import Refused
from croupier.text.errors import CroupierError

Message = dict[str, Any]


class Out:
    """Standard output, a line at a time, by whichever thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stream = sys.stdout

    def __call__(self, message: Message) -> None:
        """Send a message."""
        line = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        with self._lock:
            self._stream.write(line + "\n")
            self._stream.flush()


def answered(request: Message, answer: Callable[[], Message], out: Out) -> bool:
    """Answer a question, or say why it is refused; false if it was."""
    number = request.get("id")
    try:
        out({"re": number, **answer()})
        return True
    except Refused as refusal:
        error = {"code": refusal.code, "message": refusal.sentence}
    except (CroupierError, ValueError, OSError) as problem:
        error = {"code": "refused", "message": str(problem)}
    except Exception:
        # The number leads from a report to the place in the log.
        fault = secrets.token_hex(3)
        sys.stderr.write(f"fault {fault}: {request.get('do')}\n{traceback.format_exc()}")
        error = {"code": "fault", "message": f"Fault {fault}: the log of the studio has more."}
    out({"re": number, "error": error})
    return False
