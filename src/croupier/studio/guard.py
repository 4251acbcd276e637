"""Who may ask the server anything, and the headers of every answer.

The owner is served on this machine only, but a page of any other site may send requests to 127.0.0.1 from
here. What it sends carries its own `Origin` and `Sec-Fetch-Site`, and does not know the token. Guests come to
other addresses, each with a token of their own.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
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
MOST_ADDRESSES = 10_000
"""So many addresses with wrong tokens are counted."""
GUEST = "croupier.guest"
"""Where a request has the token of the guest it comes from; nothing if it comes from the owner."""
LOCAL = "127.0.0.1"
"""The address on which the owner's pages are served, as sockets have it."""
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


@dataclass(frozen=True, slots=True)
class Sites:
    """The names under which the studio is asked, as `Host` has them.

    >>> sites = Sites(frozenset({"127.0.0.1:8642"}), frozenset({"https://cards.example.org"}))
    >>> sorted(sites.origins), sites.is_known("cards.example.org"), sites.is_own("cards.example.org")
    (['http://127.0.0.1:8642', 'https://cards.example.org'], True, False)
    """

    own: frozenset[str]
    """Names of this machine for itself. Only here is the owner let in."""
    guests: frozenset[str] = frozenset()
    """Addresses with their scheme, at which guests come."""

    @property
    def origins(self) -> frozenset[str]:
        """The origins of our own pages."""
        return frozenset(f"http://{host}" for host in self.own) | self.guests

    def is_own(self, host: str) -> bool:
        """True for a name of this machine for itself."""
        return host in self.own

    def is_known(self, host: str) -> bool:
        """True for a name of the studio."""
        return host in self.own or host in {address.partition("://")[2] for address in self.guests}


def check_sender(headers: Mapping[str, str], sites: Sites, *, method: str, path: str) -> None:
    """Refuse a request that does not come from a page of ours, or from the address bar.

    `Host` stops names that lead here from elsewhere (DNS rebinding); `Origin` and `Sec-Fetch-Site` stop pages
    of other sites, and of other ports of this machine.
    """
    if not sites.is_known(headers.get("host", "")):
        raise Refusal(421, "This name is not one of the studio's.")
    origin = headers.get("origin")
    if origin is not None and origin not in sites.origins:
        raise Refusal(403, "The request comes from another page.")
    site = headers.get("sec-fetch-site", "none")
    if site in ("none", "same-origin"):
        return
    navigates = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
    if not (navigates and method in ("GET", "HEAD") and not path.startswith("/api/")):
        raise Refusal(403, "The request comes from another page.")


class Guard:
    """Lets through what comes from our own pages with the right token, and refuses everything else."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        sites: Sites,
        token: str,
        is_guest: Callable[[str], bool] = lambda token: False,
    ) -> None:
        self.app = app
        self.sites = sites
        self.token = token
        self.is_guest = is_guest
        """Tells the tokens of guests."""
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
        check_sender(headers, self.sites, method=method, path=path)
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
        """Let the owner in, or a guest; `scope` says afterwards which guest it is."""
        scope[GUEST] = ""
        if hmac.compare_digest(token.encode(), self.token.encode()):
            if self._comes_from_here(scope):
                return
            raise Refusal(403, "The owner's link is good on the machine of the studio only.")
        if token and self.is_guest(token):
            scope[GUEST] = token
            return
        address = str((scope.get("client") or ("",))[0])
        self._wrong[address] += 1
        if len(self._wrong) > MOST_ADDRESSES:
            self._wrong.clear()
        if self._wrong[address] > PATIENCE:
            await asyncio.sleep(PENALTY)
        raise Refusal(401, "This link is of another studio, or it was taken back. Ask for a new one.")

    def _comes_from_here(self, scope: Scope) -> bool:
        """True for a request to this machine's own address, by the name it asks for and by the socket."""
        server = str((scope.get("server") or ("",))[0])
        return server == LOCAL and self.sites.is_own(Headers(scope=scope).get("host", ""))


def _with_headers(send: Send) -> Send:
    """Sends answers with the headers that all of them have."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers: Any = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
