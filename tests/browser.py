"""A headless Chromium for tests: open a page, ask it things, press keys, take pictures.

It is spoken to by its DevTools protocol. Where there is no Chromium, the tests that take one are skipped and
say so; `CROUPIER_CHROMIUM` names one that is not on the path.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SECONDS = 60.0


def chromium() -> str | None:
    """Where the browser is."""
    named = os.environ.get("CROUPIER_CHROMIUM")
    return named or next((found for name in NAMES if (found := shutil.which(name))), None)


class Tab:
    """A page in the browser."""

    def __init__(self, link: ClientConnection, session: str) -> None:
        self._link = link
        self._session = session
        self._number = 0
        self.problems: list[str] = []
        """Errors and warnings of the console, exceptions, and whatever the page's policy has refused."""
        self._asked: dict[str, str] = {}

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """A command of the DevTools protocol, and its result."""
        self._number += 1
        message = {
            "id": self._number,
            "sessionId": self._session,
            "method": method,
            "params": parameters,
        }
        self._link.send(json.dumps(message))
        while True:
            told = self._heard()
            if told.get("id") == self._number and told.get("sessionId") == self._session:
                if "error" in told:
                    raise AssertionError(f"{method}: {told['error']['message']}")
                result: dict[str, Any] = told["result"]
                return result

    def _heard(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self._link.recv(timeout=SECONDS))
        if told.get("sessionId") == self._session and "method" in told:
            self._note(told["method"], told["params"])
        return told

    def _note(self, method: str, what: dict[str, Any]) -> None:
        if method == "Runtime.consoleAPICalled" and what["type"] in ("error", "warning", "assert"):
            self.problems.append(" ".join(str(arg.get("value", arg)) for arg in what["args"]))
        elif method == "Runtime.exceptionThrown":
            details = what["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded" and what["entry"]["level"] in ("error", "warning"):
            self.problems.append(what["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self._asked[what["requestId"]] = what["request"]["url"]
        elif method == "Network.loadingFailed" and what.get("blockedReason"):
            self._asked.pop(what["requestId"], None)

    @property
    def requests(self) -> list[str]:
        """What has been fetched, the page itself included; not what its policy has refused."""
        return list(self._asked.values())

    def forget(self) -> None:
        """Begin anew with problems and requests."""
        self.problems.clear()
        self._asked.clear()

    def open(self, path: Path, fragment: str = "") -> None:
        """Open a file and wait until it is loaded."""
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        # Left first, since a fragment alone would not load the page again.
        for url in ("about:blank", path.resolve().as_uri() + fragment):
            self.call("Page.navigate", url=url)
            while self.run("[document.readyState, location.href]") != ["complete", url]:
                time.sleep(0.01)

    def run(self, expression: str) -> Any:
        """What an expression of JavaScript comes to in the page; promises are awaited."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise AssertionError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def key(self, name: str, *, shift: bool = False) -> None:
        """Press a key by its name: `ArrowRight`, `Home`, `Tab`, `Enter`, ` `."""
        codes = {
            "ArrowRight": 39,
            "ArrowLeft": 37,
            "ArrowUp": 38,
            "ArrowDown": 40,
            "Home": 36,
            "End": 35,
            "Tab": 9,
            "Enter": 13,
            " ": 32,
        }
        about = {
            "key": name,
            "code": "Space" if name == " " else name,
            "windowsVirtualKeyCode": codes.get(name, 0),
            "modifiers": 8 if shift else 0,
        }
        text = {"Enter": "\r", " ": " "}.get(name)
        self.call("Input.dispatchKeyEvent", type="keyDown", **about, **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", **about)

    def click(self, selector: str) -> None:
        """Click on an element as a mouse does: where it is on the screen."""
        self.run(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'center'}})")
        box = self.run(
            f"(r => [r.x + r.width / 2, r.y + r.height / 2])"
            f"(document.querySelector({json.dumps(selector)}).getBoundingClientRect())"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    def look(self, *, width: int = 1000, height: int = 800, dark: bool = False, print_: bool = False) -> None:
        """Look at the page on a screen of this width, light or dark, or on paper."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        self.call(
            "Emulation.setEmulatedMedia",
            media="print" if print_ else "screen",
            features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}],
        )

    def screenshot(self, path: Path) -> Path:
        """A picture of the whole page as it is looked at."""
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 16_000), "scale": 1}
        shot = self.call("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(shot["data"]))
        return path

    def pdf(self, path: Path) -> Path:
        """The page as it prints."""
        # Else it would print as on the screen that is emulated.
        self.call("Emulation.setEmulatedMedia", media="", features=[])
        path.write_bytes(base64.b64decode(self.call("Page.printToPDF", printBackground=False)["data"]))
        return path

    @property
    def overflow(self) -> int:
        """By how many pixels the page is wider than its screen: 0 where nothing has to be scrolled aside."""
        found: int = self.run("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        return found


@contextmanager
def running(folder: Path) -> Iterator[Tab]:
    """A browser with one empty page; `folder` takes its profile."""
    program = chromium()
    assert program is not None
    command = [
        program,
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
        "--hide-scrollbars",
        "--remote-debugging-port=0",
        f"--user-data-dir={folder}",
        "about:blank",
    ]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet) as process:
        try:
            port, path = _address(process, folder / "DevToolsActivePort")
            with connect(f"ws://127.0.0.1:{port}{path}", max_size=None, compression=None, proxy=None) as link:
                yield _first_tab(link)
        finally:
            process.kill()


def _address(process: subprocess.Popen[bytes], told: Path) -> tuple[str, str]:
    """Where the browser listens, as soon as it has written it down."""
    last = time.monotonic() + SECONDS
    while time.monotonic() < last and process.poll() is None:
        lines = told.read_text().splitlines() if told.exists() else []
        if len(lines) == 2:
            return lines[0], lines[1]
        time.sleep(0.02)
    raise AssertionError("the browser does not start")


def _first_tab(link: ClientConnection) -> Tab:
    def ask(number: int, method: str, **parameters: Any) -> dict[str, Any]:
        link.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            told: dict[str, Any] = json.loads(link.recv(timeout=SECONDS))
            if told.get("id") == number:
                result: dict[str, Any] = told["result"]
                return result

    target = ask(1, "Target.createTarget", url="about:blank")["targetId"]
    session = ask(2, "Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    return Tab(link, session)


@pytest.fixture(scope="session")
def a_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """One browser for all tests of a process."""
    if chromium() is None:
        pytest.skip("no Chromium here: install the Debian package `chromium`, or set CROUPIER_CHROMIUM")
    with running(tmp_path_factory.mktemp("chromium")) as tab:
        yield tab


@pytest.fixture
def browser(a_browser: Tab) -> Tab:
    """A page in headless Chromium, as on a light screen 1000 pixels wide."""
    a_browser.forget()
    a_browser.look()
    return a_browser
