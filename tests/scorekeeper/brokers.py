"""Start a Redis or RabbitMQ for tests, which may kill it and delete its messages."""

import os
import random
import shutil
import signal
import socket
import subprocess
from abc import ABC, abstractmethod
from pathlib import Path

from kombu import Connection

TIMEOUT = 180  # seconds within which a broker starts or ends, on a busy machine
# below the ephemeral ports, so that no connection takes a broker's port while the broker is stopped
PORTS = range(20_000, 32_000)


def free_port() -> int:
    """Return a port on which nothing listens."""
    while True:
        port = random.choice(PORTS)
        if not listens(port):
            return port


def listens(port: int) -> bool:
    """Return whether a program listens on a port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Broker(ABC):
    """A broker with a port and a directory of its own."""

    scheme: str
    program: str
    package: str  # Debian's name of it

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @classmethod
    @abstractmethod
    def path(cls) -> str | None:
        """Return the path of the program; None if it is not installed."""

    @abstractmethod
    def command(self) -> list[str]:
        """Return the command that starts it."""

    @property
    @abstractmethod
    def data_directory(self) -> Path:
        """The directory of its messages."""

    @property
    def url(self) -> str:
        """The URL for its clients."""
        return f"{self.scheme}://127.0.0.1:{self.port}/"

    def environment(self) -> dict[str, str]:
        """Return the environment of the program."""
        return dict(os.environ)

    def start(self) -> None:
        """Start the broker and wait until it accepts connections."""
        self.data_directory.mkdir(parents=True, exist_ok=True)
        with (self.directory / "log").open("ab") as log:
            self._process = subprocess.Popen(
                self.command(),
                env=self.environment(),
                cwd=self.directory,
                start_new_session=True,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        with Connection(self.url, connect_timeout=2) as link:
            link.ensure_connection(
                self._while_it_runs, interval_start=0.2, interval_step=0, timeout=TIMEOUT
            )

    def end(self, by: signal.Signals) -> None:
        """Send a signal to the broker and its child processes, and wait until it has ended."""
        assert self._process
        os.killpg(self._process.pid, by)
        self._process.wait(timeout=TIMEOUT)

    def forget(self) -> None:
        """Delete every message and queue; the broker must have ended."""
        shutil.rmtree(self.data_directory)

    def close(self) -> None:
        """Kill the broker if it still runs."""
        if self._process and self._process.poll() is None:
            self.end(signal.SIGKILL)

    def _while_it_runs(self, error: BaseException, interval: float) -> None:
        assert self._process
        assert self._process.poll() is None, (self.directory / "log").read_text()


class Redis(Broker):
    """Redis with an append-only file, so that messages survive a restart."""

    scheme, program, package = "redis", "redis-server", "redis-server"

    @classmethod
    def path(cls) -> str | None:
        return shutil.which(cls.program)

    @property
    def data_directory(self) -> Path:
        return self.directory / "data"

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
    """A RabbitMQ node with an epmd of its own."""

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
        # Debian's program in the path starts the node of the whole machine
        return shutil.which(cls.program, path="/usr/lib/rabbitmq/bin") or shutil.which(cls.program)

    @property
    def data_directory(self) -> Path:
        return self.directory / "mnesia"

    def command(self) -> list[str]:
        path = self.path()
        assert path
        return [path]

    def environment(self) -> dict[str, str]:
        variables = {
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
        prefixed = {f"RABBITMQ_{name}": value for name, value in variables.items()}
        return {**os.environ, **names, **prefixed, "HOME": str(self.directory)}

    def start(self) -> None:
        """Start epmd first: the node would start one that outlives it."""
        if self._names is None:
            self._names = subprocess.Popen(["epmd"], env=self.environment())
        super().start()

    def close(self) -> None:
        super().close()
        if self._names:
            self._names.kill()
            self._names.wait()


BROKERS = {kind.__name__: kind for kind in (Redis, RabbitMQ)}
