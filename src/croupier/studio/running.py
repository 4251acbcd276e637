"""Running the studio: an address, a token, and the server until somebody ends it."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from logging.handlers import RotatingFileHandler
from pathlib import Path
from urllib.parse import quote

import uvicorn

from croupier.studio.errors import Refused
from croupier.studio.guard import Sites, new_token
from croupier.studio.hub import Hub
from croupier.studio.server import LARGEST_MESSAGE, application
from croupier.studio.worker import LOG
from croupier.text.errors import CroupierError

ADDRESS = "127.0.0.1"
PORT = 8642
TRIES = 10
"""So many ports are tried, one after the other, unless one is asked for."""
HEARTBEAT = 20.0
UNREAD = 20_000
"""Milliseconds after which a connection ends whose other side takes nothing of what was sent."""


class PortTaken(CroupierError):
    """Something else listens where the studio was asked to."""


class AddressMissing(CroupierError):
    """The address for guests is none of this machine."""


def listening(port: int | None, share: str = "") -> list[socket.socket]:
    """Sockets on this machine's own address, and on that for guests, if there is one, with the same port.

    The port is the one that is asked for, or a free one of ten.
    """
    addresses = [ADDRESS, *([share] if share not in ("", ADDRESS) else [])]
    for candidate in [port] if port is not None else [*range(PORT, PORT + TRIES), 0]:
        found: list[socket.socket] = []
        try:
            for address in addresses:
                taken = found[0].getsockname()[1] if found else candidate
                found.append(socket.socket(socket.AF_INET, socket.SOCK_STREAM))
                # Without this a port cannot be taken again right after the studio was ended.
                found[-1].setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if sys.platform == "linux":
                    # A page that reads nothing would keep its connection for ever; sockets inherit this.
                    found[-1].setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD)
                found[-1].bind((address, taken))
        except OSError as problem:
            for one in found:
                one.close()
            if problem.errno == errno.EADDRNOTAVAIL or isinstance(problem, socket.gaierror):
                raise AddressMissing(share) from None
            continue
        return found
    raise PortTaken(str(port))


def network_address() -> str:
    """The address by which others on the network reach this machine; nothing if there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, suppress(OSError):
        # Nothing is sent: the system only says which of its addresses it would take. This one is nobody's.
        asking.connect(("192.0.2.1", 9))
        found = str(asking.getsockname()[0])
        return "" if found.startswith("127.") or found == "0.0.0.0" else found
    return ""


def kept_token(data: Path) -> str:
    """The token of this user's studio, kept so that pages find their way back after a new start."""
    path = data / "token"
    # Whatever cannot be read as a token is none: there will be a new one.
    with suppress(OSError, ValueError):
        text = path.read_text(encoding="ascii").strip()
        if len(text) >= 32 and not path.stat().st_mode & 0o077:
            return text
    token = new_token()
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(token)
    return token


def keep_log(data: Path) -> None:
    """Keep what goes wrong in a file that does not grow without bound."""
    handler = RotatingFileHandler(
        data / "studio.log", maxBytes=1_000_000, backupCount=2, encoding="utf-8", delay=True
    )
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    LOG.addHandler(handler)
    LOG.propagate = False


@dataclass(frozen=True, slots=True)
class Beginning:
    """What the studio opens with: a game, a transcript, or nothing."""

    game: str = ""
    file: str = ""
    """A game file of the workspace, which is opened in the editor."""
    transcript: Path | None = None


def can_show() -> bool:
    """Whether there is likely to be a screen for a browser."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


class _Server(uvicorn.Server):
    """Ends at the second Ctrl-C at once."""

    interrupted = 0

    def handle_exit(self, sig: int, frame: object) -> None:
        self.interrupted += 1
        if self.interrupted > 1:
            os._exit(130)
        self.should_exit = True


async def serve(
    hub: Hub, listeners: list[socket.socket], token: str, beginning: Beginning, ready: Callable[[str], None]
) -> None:
    """Serve until Ctrl-C; `ready` is told the address as soon as pages can be asked for."""
    port = listeners[0].getsockname()[1]
    own = frozenset((f"{ADDRESS}:{port}", f"localhost:{port}"))
    sites = Sites(own, frozenset((hub.share,)) if hub.share else frozenset())
    config = uvicorn.Config(
        application(hub, sites=sites, token=token),
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=HEARTBEAT,
        timeout_graceful_shutdown=2,
        server_header=False,
    )
    server = _Server(config)
    running = asyncio.create_task(server.serve(listeners))
    while not server.started and not running.done():
        await asyncio.sleep(0.01)
    if not running.done():
        path = await _first_page(hub, beginning)
        warming = asyncio.create_task(hub.start_desk())
        ready(f"http://{ADDRESS}:{port}{path}#token={token}")
        await running
        await warming


async def _first_page(hub: Hub, beginning: Beginning) -> str:
    if beginning.game:
        return f"/table/{hub.begin_table({'game': beginning.game})}"
    if beginning.file:
        return f"/edit/{quote(beginning.file)}"
    if beginning.transcript is not None:
        try:
            return f"/replay/{(await hub.begin_replay(beginning.transcript))['replay']}"
        except Refused as refusal:
            sys.stderr.write(f"croupier: {refusal.sentence}\n")
    return "/"


def show(address: str) -> None:
    """Open the address in the browser of the user, if there is one; nothing fails if not."""
    if can_show():
        with suppress(webbrowser.Error):
            webbrowser.open(address)
