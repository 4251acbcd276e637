"""The server of the studio: pages, questions by HTTP, and connections of pages. It imports no engine."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from croupier import __version__
from croupier.studio.company import MOST_WATCHERS, Client
from croupier.studio.guard import GUEST, SUBPROTOCOL, Guard, Sites, policy
from croupier.studio.hub import Hub
from croupier.wire.feed import PROTOCOL

Message = dict[str, Any]

LARGEST_MESSAGE = 16 * 1024 * 1024
MOST_CONNECTIONS = 256
KEPT_FOR_OWNER = 16
"""So many of the connections guests can never take."""
MESSAGES_A_SECOND = 50
LARGEST_OF_GUESTS = 16 * 1024
"""Bytes of a guest's message: a choice is some dozens."""
MOST_WAITING = 4 * 1024 * 1024
"""Bytes. A page that takes no more messages than that is dropped; it comes again and gets a snapshot."""
FAREWELL = 1.0
"""Seconds in which a page that is dropped may be told so."""
_KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


def application(hub: Hub, *, sites: Sites, token: str) -> Starlette:
    """The studio as an ASGI application, behind its guard."""
    static = files("croupier.studio") / "static"
    index = (static / "index.html").read_text(encoding="utf-8")
    connections: list[str] = []

    async def page(request: Request) -> Response:
        nonce = secrets.token_urlsafe(12)
        text = index.replace("__NONCE__", nonce)
        return HTMLResponse(text, headers={"content-security-policy": policy(nonce)})

    async def asset(request: Request) -> Response:
        name = request.path_params["name"]
        entry = static / "assets" / name
        ending = name[name.rfind(".") :]
        if "/" in name or "\\" in name or ending not in _KINDS or not entry.is_file():
            return JSONResponse({"error": {"code": "missing", "message": "There is no such file."}}, 404)
        return Response(entry.read_bytes(), media_type=_KINDS[ending])

    async def health(request: Request) -> Response:
        return JSONResponse({"croupier": __version__, "protocol": PROTOCOL})

    async def ask(request: Request) -> Response:
        body, guest = b"", request.scope[GUEST]
        async for piece in request.stream():
            body += piece
            if len(body) > (LARGEST_OF_GUESTS if guest else LARGEST_MESSAGE):
                return JSONResponse({"error": {"code": "large", "message": "The question is too long."}}, 413)
        question = _object(body or b"{}")
        if question is None:
            return JSONResponse(
                {"error": {"code": "nonsense", "message": "The question is no JSON object."}}, 400
            )
        found = await hub.answer({**question, "do": request.path_params["name"]}, None, guest)
        return JSONResponse(found, 400 if "error" in found else 200)

    async def connect(socket: WebSocket) -> None:
        guest = socket.scope[GUEST]
        full = len(connections) >= (MOST_CONNECTIONS - KEPT_FOR_OWNER if guest else MOST_CONNECTIONS)
        if full or (guest and connections.count(guest) >= MOST_WATCHERS):
            await socket.close(1013, "There are too many connections.")
            return
        await socket.accept(SUBPROTOCOL)
        connections.append(guest)
        try:
            await Connection(socket, hub, guest).serve()
        finally:
            connections.remove(guest)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await hub.start()
        yield
        await hub.stop()

    return Starlette(
        routes=[
            Route("/api/health", health, methods=["GET"]),
            Route("/api/{name}", ask, methods=["POST"]),
            Route("/assets/{name}", asset, methods=["GET"]),
            Route("/", page, methods=["GET"]),
            Route("/{page:path}", page, methods=["GET"]),
            WebSocketRoute("/ws", connect),
        ],
        middleware=[
            Middleware(Guard, sites=sites, token=token, is_guest=lambda text: hub.link_of(text) is not None)
        ],
        lifespan=lifespan,
    )


class Connection:
    """One page: questions in, answers and news out, in order."""

    def __init__(self, socket: WebSocket, hub: Hub, guest: str = "") -> None:
        self.socket = socket
        self.hub = hub
        self.client = Client(self.send, guest)
        self._largest = LARGEST_OF_GUESTS if guest else LARGEST_MESSAGE
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._bytes = 0
        self._dropped = asyncio.Event()
        self._times: deque[float] = deque(maxlen=MESSAGES_A_SECOND)
        self._answering: set[asyncio.Task[None]] = set()

    def send(self, message: Message) -> None:
        """Queue a message; a page that does not take them is dropped."""
        if self._dropped.is_set():
            return
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        self._bytes += len(text)
        self._waiting.put_nowait(text)
        if self._bytes > MOST_WAITING + len(text):
            # It comes again and gets a snapshot. Nothing is kept for it until then.
            self._dropped.set()

    async def serve(self) -> None:
        """Answer until the page is gone, or does not keep up."""
        tasks = [asyncio.create_task(work) for work in (self._send(), self._receive(), self._dropped.wait())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.hub.leave(self.client)
            for task in (*tasks, *self._answering):
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if self._dropped.is_set():
            # A page that reads nothing does not read a farewell either.
            with suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
                await asyncio.wait_for(self.socket.close(1013, "The page does not keep up."), FAREWELL)

    async def _receive(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, KeyError):
            # The page leaves, or sends bytes instead of text.
            while True:
                text = await self.socket.receive_text()
                if len(text) > self._largest:
                    return
                await self._slow_down()
                self._take(text)

    async def _slow_down(self) -> None:
        """A flood is answered no faster than it may be asked."""
        now = time.monotonic()
        if len(self._times) == MESSAGES_A_SECOND and now - self._times[0] < 1:
            await asyncio.sleep(1 - (now - self._times[0]))
        self._times.append(time.monotonic())

    def _take(self, text: str) -> None:
        question = _object(text)
        number = question.get("id") if question is not None else None
        if question is None or not isinstance(number, int):
            self.send(
                {
                    "re": None,
                    "error": {"code": "nonsense", "message": "A question is a JSON object with an id."},
                }
            )
            return
        task = asyncio.create_task(self._answer(number, question))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _answer(self, number: int, question: Message) -> None:
        self.send({"re": number, **await self.hub.answer(question, self.client)})

    async def _send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                text = await self._waiting.get()
                await self.socket.send_text(text)
                self._bytes -= len(text)


def _object(text: str | bytes) -> Message | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
