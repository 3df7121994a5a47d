"""Brokers of our own, which may be killed and may forget everything: nobody else's messages are in them."""

import os
import random
import shutil
import signal
import socket
import subprocess
from abc import ABC, abstractmethod
from pathlib import Path

from kombu import Connection

TIMEOUT = 180  # seconds that a broker may take to start or to end, on a busy machine
# below the ports that connections are given, so that nobody is given a broker's while it is away
PORTS = range(20_000, 32_000)


def free_port() -> int:
    """A port that nobody listens at."""
    while True:
        port = random.choice(PORTS)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port


class Broker(ABC):
    """A broker with a port and a directory of its own."""

    scheme: str
    program: str
    package: str  # Debian's

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @classmethod
    @abstractmethod
    def path(cls) -> str | None:
        """Where the program is, if it is installed."""

    @abstractmethod
    def command(self) -> list[str]:
        """How it is started."""

    @property
    @abstractmethod
    def data_directory(self) -> Path:
        """Where it keeps its messages."""

    @property
    def url(self) -> str:
        """What its clients are told."""
        return f"{self.scheme}://127.0.0.1:{self.port}/"

    def environment(self) -> dict[str, str]:
        """What the program is told beside its command."""
        return dict(os.environ)

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.data_directory.mkdir(parents=True, exist_ok=True)
        with (self.directory / "said").open("ab") as said:
            self._process = subprocess.Popen(
                self.command(), env=self.environment(), cwd=self.directory, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=said, stderr=said,
            )  # fmt: skip
        with Connection(self.url, connect_timeout=2) as link:
            link.ensure_connection(self._while_it_runs, interval_start=0.2, interval_step=0, timeout=TIMEOUT)  # fmt: skip

    def end(self, by: signal.Signals) -> None:
        """End it, politely or not, with all that it has started."""
        assert self._process
        os.killpg(self._process.pid, by)
        self._process.wait(timeout=TIMEOUT)

    def forget(self) -> None:
        """Lose every message and every queue.  It must have ended."""
        shutil.rmtree(self.data_directory)

    def close(self) -> None:
        """For good."""
        if self._process and self._process.poll() is None:
            self.end(signal.SIGKILL)

    def _while_it_runs(self, error: BaseException, interval: float) -> None:
        assert self._process
        assert self._process.poll() is None, (self.directory / "said").read_text()


class Redis(Broker):
    """Redis that writes down every message."""

    scheme, program, package = "redis", "redis-server", "redis-server"

    @classmethod
    def path(cls) -> str | None:
        return shutil.which(cls.program)

    @property
    def kept(self) -> Path:
        return self.directory / "kept"

    def command(self) -> list[str]:
        port = ("--bind", "127.0.0.1", "--port", str(self.port))
        return [
            self.program,
            *port,
            "--dir",
            str(self.data_directory),
            "--save",
            "",
            "--appendonly",
            "yes",
        ]


class RabbitMQ(Broker):
    """A node of RabbitMQ with a name service of its own."""

    scheme, program, package = "amqp", "rabbitmq-server", "rabbitmq-server"

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self._names_port = free_port()
        self._names: subprocess.Popen[bytes] | None = None
        listening = f"listeners.tcp.1 = 127.0.0.1:{self.port}\n"
        (directory / "rabbitmq.conf").write_text(listening)
        (directory / "plugins").write_text("[].\n")

    @classmethod
    def path(cls) -> str | None:
        # what Debian has in the path wants to be the one node of the machine
        return shutil.which(cls.program, path="/usr/lib/rabbitmq/bin") or shutil.which(cls.program)

    @property
    def kept(self) -> Path:
        return self.directory / "mnesia"

    def command(self) -> list[str]:
        path = self.path()
        assert path
        return [path]

    def environment(self) -> dict[str, str]:
        told = {
            "NODENAME": "test@localhost",
            "DIST_PORT": str(free_port()),
            "CONFIG_FILE": str(self.directory / "rabbitmq.conf"),
            "ADVANCED_CONFIG_FILE": str(self.directory / "advanced.config"),
            "CONF_ENV_FILE": os.devnull,
            "ENABLED_PLUGINS_FILE": str(self.directory / "plugins"),
            "MNESIA_BASE": str(self.data_directory),
            "LOG_BASE": str(self.directory),
            "PID_FILE": str(self.directory / "pid"),
        }
        names = {"ERL_EPMD_PORT": str(self._names_port), "ERL_EPMD_ADDRESS": "127.0.0.1"}
        ours = {f"RABBITMQ_{name}": value for name, value in told.items()}
        return {**os.environ, **names, **ours, "HOME": str(self.directory)}

    def start(self) -> None:
        """The name service first: a node would start one that outlives it."""
        if self._names is None:
            self._names = subprocess.Popen(["epmd"], env=self.environment())
        super().start()

    def close(self) -> None:
        super().close()
        if self._names:
            self._names.kill()
            self._names.wait()


BROKERS = {kind.__name__: kind for kind in (Redis, RabbitMQ)}
