"""Who may ask the server anything, and the headers of every answer.

The server listens on this machine only, but a page of any other site may send requests to 127.0.0.1 from
here. What it sends carries its own `Origin` and `Sec-Fetch-Site`, and does not know the token.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.text.errors import CroupierError

SUBPROTOCOL = "croupier.v1"
TOKEN_PREFIX = "token."
"""A WebSocket has no header of its own to carry a token: it is offered as a second subprotocol."""
PATIENCE = 20
"""After so many wrong tokens from one address every further one is answered late."""
PENALTY = 1.0
"""Seconds that such an answer takes."""
_METHODS = ("GET", "HEAD", "POST")
_OPEN = "/api/health"
"""The one question that needs no token: it tells nothing but the version."""


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(24)


def policy(nonce: str) -> str:
    """The content security policy of a page."""
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; "
        "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
    "content-security-policy": policy("none"),
}
"""Headers of every answer; a page brings a policy of its own."""


class Refusal(CroupierError):
    """A request that is refused, with the status of HTTP and a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


def origins_of(hosts: Iterable[str]) -> frozenset[str]:
    """The origins of our own pages.

    >>> sorted(origins_of(["127.0.0.1:8642"]))
    ['http://127.0.0.1:8642']
    """
    return frozenset(f"http://{host}" for host in hosts)


def check_sender(headers: Mapping[str, str], hosts: frozenset[str], *, method: str, path: str) -> None:
    """Refuse a request that does not come from a page of ours, or from the address bar.

    `Host` stops names that lead here from elsewhere (DNS rebinding); `Origin` and `Sec-Fetch-Site` stop pages
    of other sites, and of other ports of this machine.
    """
    if headers.get("host", "") not in hosts:
        raise Refusal(421, "This name is not one of the studio's.")
    origin = headers.get("origin")
    if origin is not None and origin not in origins_of(hosts):
        raise Refusal(403, "The request comes from another page.")
    site = headers.get("sec-fetch-site", "none")
    if site in ("none", "same-origin"):
        return
    navigates = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
    if not (navigates and method in ("GET", "HEAD") and not path.startswith("/api/")):
        raise Refusal(403, "The request comes from another page.")


class Guard:
    """Lets through what comes from our own pages with the right token, and refuses everything else."""

    def __init__(self, app: ASGIApp, *, hosts: Iterable[str], token: str) -> None:
        self.app = app
        self.hosts = frozenset(hosts)
        self.token = token
        self._wrong: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with a refusal."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        try:
            await self._check(scope)
        except Refusal as refusal:
            if scope["type"] == "websocket":
                # Closing before accepting is answered with 403.
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": refusal.sentence})
                return
            answer = JSONResponse({"error": {"code": "refused", "message": refusal.sentence}}, refusal.status)
            await answer(scope, receive, _with_headers(send))
            return
        await self.app(scope, receive, _with_headers(send) if scope["type"] == "http" else send)

    async def _check(self, scope: Scope) -> None:
        headers, path = Headers(scope=scope), scope["path"]
        method = scope.get("method", "GET")
        if method not in _METHODS:
            raise Refusal(405, "Only GET, HEAD and POST are answered.")
        check_sender(headers, self.hosts, method=method, path=path)
        if scope["type"] == "websocket":
            if "origin" not in headers:
                raise Refusal(403, "A connection needs an origin.")
            offered = scope.get("subprotocols", [])
            tokens = [text[len(TOKEN_PREFIX) :] for text in offered if text.startswith(TOKEN_PREFIX)]
            if SUBPROTOCOL not in offered:
                raise Refusal(403, f"The studio speaks {SUBPROTOCOL}.")
            await self._check_token(scope, tokens[0] if tokens else "")
        elif path.startswith("/api/") and path != _OPEN:
            scheme, _, token = headers.get("authorization", "").partition(" ")
            await self._check_token(scope, token if scheme.lower() == "bearer" else "")

    async def _check_token(self, scope: Scope, token: str) -> None:
        if hmac.compare_digest(token.encode(), self.token.encode()):
            return
        address = str((scope.get("client") or ("",))[0])
        self._wrong[address] += 1
        if self._wrong[address] > PATIENCE:
            await asyncio.sleep(PENALTY)
        raise Refusal(401, "This link is of another studio. Start `croupier studio` again and use its link.")


def _with_headers(send: Send) -> Send:
    """Sends answers with the headers that all of them have."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers: Any = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
