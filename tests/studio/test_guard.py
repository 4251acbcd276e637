"""Who is answered by the studio, and who is refused: request by request."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from croupier.studio import guard
from croupier.studio.guard import Guard, Sites

TOKEN = "right-token"
HOST = "127.0.0.1:8642"
LAN = "192.168.1.5:8642"
SITES = Sites(frozenset({HOST, "localhost:8642"}), frozenset({f"http://{LAN}", "https://cards.example.org"}))
OURS = {"host": HOST, "authorization": f"Bearer {TOKEN}"}


def answered(
    path: str, headers: dict[str, str], *, method: str = "POST", kind: str = "http", **more: Any
) -> Any:
    """The status of a request, and its headers; of a WebSocket whether it was let in."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if kind == "websocket":
            await send({"type": "websocket.accept"})
            return
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": f"{kind}.connect" if kind == "websocket" else "http.request", "body": b""}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": kind,
        "path": path,
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 5000),
        "server": ("127.0.0.1", 8642),
        **({"method": method} if kind == "http" else {}),
        **more,
    }
    watched = Guard(app, sites=SITES, token=TOKEN, is_guest=lambda text: text == "guest")
    asyncio.run(watched(scope, receive, send))
    return sent


def status(path: str, headers: dict[str, str], **more: Any) -> int:
    found: int = answered(path, headers, **more)[0]["status"]
    return found


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        (OURS, 200),
        ({**OURS, "host": "localhost:8642"}, 200),
        ({**OURS, "host": "evil.example:8642"}, 421),
        ({**OURS, "host": "127.0.0.1:9999"}, 421),
        ({"host": HOST}, 401),
        ({**OURS, "authorization": "Bearer wrong"}, 401),
        ({**OURS, "authorization": f"Basic {TOKEN}"}, 401),
        ({**OURS, "origin": f"http://{HOST}"}, 200),
        ({**OURS, "origin": "http://evil.example"}, 403),
        ({**OURS, "origin": "http://127.0.0.1:9999"}, 403),
        ({**OURS, "origin": "null"}, 403),
        ({**OURS, "sec-fetch-site": "same-origin"}, 200),
        ({**OURS, "sec-fetch-site": "cross-site"}, 403),
        ({**OURS, "sec-fetch-site": "same-site"}, 403),
        (
            {
                **OURS,
                "sec-fetch-site": "cross-site",
                "sec-fetch-mode": "navigate",
                "sec-fetch-dest": "document",
            },
            403,
        ),
    ],
)
def test_questions_need_our_host_our_page_and_the_token(headers: dict[str, str], expected: int) -> None:
    assert status("/api/games", headers) == expected


GUEST = {"host": LAN, "authorization": "Bearer guest"}


@pytest.mark.parametrize(
    ("headers", "server", "expected"),
    [
        (GUEST, "192.168.1.5", 200),
        ({**GUEST, "host": "cards.example.org", "origin": "https://cards.example.org"}, "127.0.0.1", 200),
        ({**GUEST, "host": HOST}, "127.0.0.1", 200),
        ({**GUEST, "host": "192.168.1.5:9999"}, "192.168.1.5", 421),
        ({**GUEST, "origin": "http://evil.example"}, "192.168.1.5", 403),
        # The owner's token goes over no network.
        ({**OURS, "host": LAN}, "192.168.1.5", 403),
        ({**OURS, "host": HOST}, "192.168.1.5", 403),
        ({**OURS, "host": "cards.example.org"}, "127.0.0.1", 403),
    ],
)
def test_guests_come_to_other_addresses_than_the_owner(
    headers: dict[str, str], server: str, expected: int
) -> None:
    assert status("/api/table.join", headers, server=(server, 8642)) == expected


@pytest.mark.parametrize(
    ("path", "more", "expected"),
    [
        ("/", {}, 200),
        ("/assets/index.js", {}, 200),
        ("/api/health", {}, 200),
        (
            "/table/abc",
            {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"},
            200,
        ),
        (
            "/table/abc",
            {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe"},
            403,
        ),
        ("/assets/index.js", {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}, 403),
    ],
)
def test_pages_hold_no_secret_and_need_no_token(path: str, more: dict[str, str], expected: int) -> None:
    assert status(path, {"host": HOST, **more}, method="GET") == expected


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_other_methods_are_refused(method: str) -> None:
    assert status("/", OURS, method=method) == 405


@pytest.mark.parametrize(
    ("headers", "offered", "let_in"),
    [
        ({"origin": f"http://{HOST}"}, ["croupier.v1", f"token.{TOKEN}"], True),
        ({"origin": f"http://{HOST}"}, ["croupier.v1"], False),
        ({"origin": f"http://{HOST}"}, [f"token.{TOKEN}"], False),
        ({"origin": f"http://{HOST}"}, ["croupier.v1", "token.wrong"], False),
        ({"origin": "http://evil.example"}, ["croupier.v1", f"token.{TOKEN}"], False),
        ({}, ["croupier.v1", f"token.{TOKEN}"], False),
    ],
)
def test_connections_need_an_origin_and_the_token(
    headers: dict[str, str], offered: list[str], let_in: bool
) -> None:
    sent = answered("/ws", {"host": HOST, **headers}, kind="websocket", subprotocols=offered)
    assert sent[0]["type"] == ("websocket.accept" if let_in else "websocket.close")


def test_every_answer_forbids_frames_sniffing_and_caching() -> None:
    headers = dict(answered("/", {"host": HOST}, method="GET")[0]["headers"])
    assert headers[b"x-content-type-options"] == b"nosniff"
    assert headers[b"cache-control"] == b"no-store"
    assert b"frame-ancestors 'none'" in headers[b"content-security-policy"]
    assert b"unsafe" not in headers[b"content-security-policy"]


def test_guessing_becomes_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("asyncio.sleep", sleep)

    async def guess() -> None:
        watched = Guard(lambda *_: None, sites=SITES, token=TOKEN)  # type: ignore[arg-type]
        for _ in range(guard.PATIENCE + 3):
            with pytest.raises(guard.Refusal):
                await watched._check_token({"client": ("127.0.0.1", 1)}, "wrong")

    asyncio.run(guess())
    assert slept == [guard.PENALTY] * 3
