"""Firefox and WebKit at a phone's size, and what a person does in them."""

import json
import os
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.pages import webdriver
from tests.pages.browser_pages import PHONE
from tests.pages.webdriver import Driver, WebDriverError
from tests.prerequisites import firefox_path

PATIENCE = 20.0  # seconds; a busy machine may need them
START = 60.0  # seconds until a browser has started
NOT_YET = {
    "element click intercepted",
    "element not interactable",
    "no such element",
    "stale element reference",
}
"""Errors that go away when the page has drawn what is awaited."""

KEYS = {"Home": "\ue011", "End": "\ue010", "ArrowLeft": "\ue012", "ArrowRight": "\ue014"}


class OtherBrowser:
    """What a person does in a browser: each step waits until it can be done."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.home = ""

    def sign_in(self, home: str, name: str, value: str) -> None:
        """Begin with this cookie at this address."""
        self.home = home
        self.open("/static/icon.svg")
        self.driver.run(webdriver.ADD_COOKIE, cookie={"name": name, "value": value, "path": "/"})

    def open(self, path: str) -> None:
        self.driver.run(webdriver.OPEN, url=self.home + path)

    def reload(self) -> None:
        self.driver.run(webdriver.RELOAD)

    def run(self, script: str, *arguments: Any) -> Any:
        """Run the body of a function in the page and return its value."""
        return self.driver.run(webdriver.RUN, script=script, args=list(arguments))

    def forget(self) -> None:
        """Sign out, and remove what the site stored and its service worker."""
        self.driver.run(webdriver.RUN_ASYNC, script=FORGET, args=[])
        self.driver.run(webdriver.DELETE_COOKIES)
        self.driver.run(webdriver.OPEN, url="about:blank")

    def click(self, selector: str) -> None:
        def clicked() -> bool:
            if not self.driver.run(webdriver.RUN_ASYNC, script=AT_REST, args=[selector]):
                return False
            try:
                found = self.driver.run(webdriver.FIND, using="css selector", value=selector)
                self.driver.run(webdriver.CLICK, id=found[webdriver.ELEMENT])
            except WebDriverError as error:
                if error.args[0] not in NOT_YET:
                    raise
                return False
            return True

        wait(clicked, f"{selector} cannot be clicked")

    def press(self, key: str) -> None:
        actions = [{"type": kind, "value": KEYS[key]} for kind in ("keyDown", "keyUp")]
        self.driver.run(webdriver.ACT, actions=[{"type": "key", "id": "keys", "actions": actions}])

    def expect(self, condition: str, *arguments: Any) -> None:
        """Wait until this JavaScript expression is true."""
        wait(lambda: self.run(f"return Boolean({condition})", *arguments), condition)

    def expect_text(self, selector: str, text: str) -> None:
        """Wait until an element has this in its text."""
        expected = "document.querySelector(arguments[0])?.innerText.includes(arguments[1])"
        self.expect(expected, selector, text)


AT_REST = """const [selector, done] = arguments;
const box = () => JSON.stringify(document.querySelector(selector)?.getBoundingClientRect() ?? null);
document.querySelector(selector)?.scrollIntoView({block: "nearest", behavior: "instant"});
const before = box();
requestAnimationFrame(() => requestAnimationFrame(() => done(before !== "null" && before === box())));"""
"""Whether an element is where it was two frames before: a moving one would be missed."""

FORGET = """const done = arguments[0];
(async () => {
  localStorage.clear();
  sessionStorage.clear();
  for (const worker of await navigator.serviceWorker?.getRegistrations() ?? []) await worker.unregister();
  for (const name of await globalThis.caches?.keys() ?? []) await caches.delete(name);
})().finally(() => done(true));"""


def wait(condition: Callable[[], object], otherwise: str) -> None:
    """Wait until the condition is true; fail with these words."""
    latest = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < latest, otherwise
        time.sleep(0.03)


def _free_port() -> int:
    with closing(socket.socket()) as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@contextmanager
def _process(*command: str, folder: Path, **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program in English, with a home of its own, during the block."""
    own = {"HOME": str(folder), "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}
    environment = {**os.environ, **own, **options.pop("variables", {})}
    with (folder / f"{Path(command[0]).name}.log").open("wb") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log, **options)
        try:
            yield process
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()
            process.wait()


def _connect(port: int) -> socket.socket:
    """Connect to a program that is being started."""
    latest = time.monotonic() + START
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port))
        except ConnectionRefusedError:
            assert time.monotonic() < latest, "the browser has not started"
            time.sleep(0.03)


FIREFOX_PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.safebrowsing.update.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "intl.accept_languages": "en",
    "network.connectivity-service.enabled": False,
    "network.captive-portal-service.enabled": False,
    "services.settings.server": "data:,",
    "ui.useOverlayScrollbars": 1,
    "toolkit.telemetry.server": "data:,",
}
"""English, no requests of its own, and scroll bars over the page, as on a phone."""

PHONE_SIZE = """for (const [side, length] of [["width", arguments[0]], ["height", arguments[1]]])
  for (const limit of ["", "min-", "max-"]) gBrowser.selectedBrowser.style.setProperty(limit + side, `${length}px`);"""


@contextmanager
def run_firefox(folder: Path) -> Iterator[OtherBrowser]:
    """Run Firefox without a window; its page is smaller than its smallest window."""
    port = _free_port()
    preferences = {**FIREFOX_PREFERENCES, "marionette.port": port}
    lines = [
        f"user_pref({json.dumps(key)}, {json.dumps(value)});" for key, value in preferences.items()
    ]
    (folder / "user.js").write_text("\n".join(lines))
    flags = ("--headless", "--marionette", "--remote-allow-system-access", "--no-remote")
    with (
        _process(firefox_path() or "", *flags, "--profile", str(folder), folder=folder),
        closing(_connect(port)) as connection,
        connection.makefile("rb") as received,
    ):
        driver = webdriver.Marionette(connection, received)
        driver.run(webdriver.NEW_SESSION)
        driver.run(webdriver.SET_CONTEXT, value="chrome")
        driver.run(webdriver.RUN, script=PHONE_SIZE, args=[PHONE["width"], PHONE["height"]])
        driver.run(webdriver.SET_CONTEXT, value="content")
        yield OtherBrowser(driver)


@contextmanager
def _display(folder: Path) -> Iterator[str]:
    """Run a display without a screen; yield its name."""
    reading, writing = os.pipe()
    screen = ("-screen", "0", "1024x1024x24", "-nolisten", "tcp")
    with (
        os.fdopen(reading) as number,
        _process("Xvfb", "-displayfd", str(writing), *screen, folder=folder, pass_fds=[writing]),
    ):
        os.close(writing)
        yield f":{number.readline().strip()}"


@contextmanager
def run_webkit(folder: Path) -> Iterator[OtherBrowser]:
    """Run WebKitGTK's small browser over the whole screen, where it has no frame."""
    port = _free_port()
    wanted = {"webkitgtk:browserOptions": {"args": ["--automation", "--full-screen"]}}
    with ExitStack() as running:
        variables = {"DISPLAY": running.enter_context(_display(folder)), "GDK_BACKEND": "x11"}
        command = ("WebKitWebDriver", f"--port={port}")
        running.enter_context(_process(*command, folder=folder, variables=variables))
        _connect(port).close()
        driver = webdriver.OverHttp(f"http://127.0.0.1:{port}")
        session = driver.run(webdriver.NEW_SESSION, capabilities={"alwaysMatch": wanted})
        driver.address += f"/session/{session['sessionId']}"
        driver.run(webdriver.RESIZE, x=0, y=0, **PHONE)
        try:
            yield OtherBrowser(driver)
        finally:
            driver.run(webdriver.END_SESSION)


RUNNERS = {"firefox": run_firefox, "webkit": run_webkit}
