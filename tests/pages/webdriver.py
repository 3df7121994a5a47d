"""The commands of WebDriver over two protocols.

Firefox itself speaks Marionette, the protocol under its WebDriver, so it needs no driver program. WebKitGTK has a
driver that speaks WebDriver over HTTP.
"""

import json
import socket
from typing import Any, BinaryIO, NamedTuple, Protocol

import requests

ANSWER = 60.0  # seconds until a driver has answered; the first time it starts a browser
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key of an element, as the standard has it


class Command(NamedTuple):
    """A WebDriver command: its name in Marionette, and its HTTP request."""

    name: str
    method: str
    path: str


OPEN = Command("WebDriver:Navigate", "POST", "url")
RELOAD = Command("WebDriver:Refresh", "POST", "refresh")
RUN = Command("WebDriver:ExecuteScript", "POST", "execute/sync")
RUN_ASYNC = Command("WebDriver:ExecuteAsyncScript", "POST", "execute/async")
FIND = Command("WebDriver:FindElement", "POST", "element")
CLICK = Command("WebDriver:ElementClick", "POST", "element/{id}/click")
ACT = Command("WebDriver:PerformActions", "POST", "actions")
ADD_COOKIE = Command("WebDriver:AddCookie", "POST", "cookie")
DELETE_COOKIES = Command("WebDriver:DeleteAllCookies", "DELETE", "cookie")
SET_CONTEXT = Command("Marionette:SetContext", "", "")
NEW_SESSION = Command("WebDriver:NewSession", "POST", "session")
END_SESSION = Command("WebDriver:DeleteSession", "DELETE", "")
RESIZE = Command("WebDriver:SetWindowRect", "POST", "window/rect")


class WebDriverError(Exception):
    """A command failed; the first argument is the error's name in the WebDriver standard."""


class Driver(Protocol):
    def run(self, command: Command, **parameters: Any) -> Any:
        """Run a command and return its value; raise WebDriverError if it fails."""


class Marionette:
    """The driver that is part of Firefox: numbered commands as JSON, each after its length."""

    def __init__(self, connection: socket.socket, received: BinaryIO) -> None:
        self.connection = connection
        self.received = received
        self._receive()  # a greeting
        self.last = 0

    def run(self, command: Command, **parameters: Any) -> Any:
        self.last += 1
        text = json.dumps([0, self.last, command.name, parameters])
        self.connection.sendall(f"{len(text)}:{text}".encode())
        _, _, error, result = self._receive()
        if error:
            raise WebDriverError(error["error"], error["message"])
        return result["value"] if result and set(result) == {"value"} else result

    def _receive(self) -> Any:
        length = b""
        while (digit := self.received.read(1)) != b":":
            assert digit, "Firefox has ended"
            length += digit
        return json.loads(self.received.read(int(length)))


class OverHttp:
    """A driver that is a program of its own."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = requests.Session()

    def run(self, command: Command, **parameters: Any) -> Any:
        address = f"{self.address}/{command.path.format(**parameters)}".rstrip("/")
        body = None if command.method == "GET" else parameters
        value = self.http.request(command.method, address, json=body, timeout=ANSWER).json()[
            "value"
        ]
        if isinstance(value, dict) and "error" in value:
            raise WebDriverError(value["error"], value["message"])
        return value
