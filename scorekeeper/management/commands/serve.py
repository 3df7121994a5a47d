"""`manage.py serve`: run the whole service on one port until Ctrl-C."""

import errno
import os
import socket
import sys
import time
from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.db import connections

from scorekeeper.management.data_dir_lock import DataDirInUseError, DataDirLock
from scorekeeper.management.private_files import make_private, private_files
from scorekeeper.management.supervisor import Program, Supervisor

PORT_TIMEOUT = 2.0  # seconds that the processes of a killed service may take to free the port


class Command(BaseCommand):
    """Migrate the database, then run web server, worker and scheduler together."""

    help = "Serve until Ctrl-C: pages, API and worker.  HOST, PORT and DATA_DIR say where."
    requires_system_checks = []  # this process only supervises the others

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1")
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT") or 8000))
        parser.add_argument(
            "--parent", type=int, help="end when this process, the parent, has ended"
        )

    def handle(self, *, host: str, port: int, parent: int | None, **options: object) -> None:
        try:
            lock = DataDirLock.acquire(settings.DATA_DIR)
        except DataDirInUseError as error:
            raise CommandError(str(error)) from error
        make_private(settings.DATA_DIR)
        with private_files():
            self._serve(host, port, parent, lock)

    def _serve(self, host: str, port: int, parent: int | None, lock: DataDirLock) -> None:
        listener = _listen(host, port)
        address = f"http://{_url_host(host)}:{listener.getsockname()[1]}/"
        supervisor = Supervisor(_programs(listener), self._say, parent=parent)
        try:
            self._prepare()
            lock.write_address(address)
            self._say(f"The service runs at {address}  (Ctrl-C ends it)")
            supervisor.run()
        except KeyboardInterrupt:
            pass  # before any program was started
        finally:
            lock.write_address("")
            supervisor.stop_programs()
        self._say("The service has ended.")

    def _prepare(self) -> None:
        """Apply migrations; create the public demo club on the very first start."""
        call_command("migrate", interactive=False, verbosity=0)
        first = get_user_model().objects.order_by("date_joined").first()
        if first is not None:
            change = f"{sys.executable} manage.py changepassword {first.get_username()}"
            self._say(f"Forgotten a password?  {change}")
        elif settings.DEMO:
            call_command("demo", public=True, stdout=self.stdout)
        connections.close_all()

    def _say(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()


def _listen(host: str, port: int) -> socket.socket:
    """Open the port here and pass it on, so that it stays open while the web server restarts."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    deadline = time.monotonic() + PORT_TIMEOUT
    while True:
        try:
            return socket.create_server((host, port), family=family, backlog=512)
        except OSError as error:
            if error.errno == errno.EADDRINUSE and time.monotonic() < deadline:
                time.sleep(0.1)
                continue
            raise CommandError(_explain(host, port, error)) from error


def _explain(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken by another program.  Choose another one: make run PORT={port + 1}"
    return f"Cannot serve at {host}:{port}: {error.strerror}.  Choose HOST and PORT."


def _url_host(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _programs(listener: socket.socket) -> list[Program]:
    """Return the programs of the service: web server, worker and scheduler."""
    celery = ("--quiet", "--app", "scorekeeper")
    alone = ("--pool", "solo", "--without-gossip", "--without-mingle", "--without-heartbeat")
    schedule = Path(settings.DATA_DIR) / "beat-schedule"
    return [
        Program(
            name="The web server",
            module="gunicorn",
            arguments=(
                *("--config", "python:scorekeeper.management.gunicorn_conf"),
                *("--bind", f"fd://{listener.fileno()}", "scorekeeper.wsgi"),
            ),
            descriptors=(listener.fileno(),),
        ),
        Program(
            name="The worker",
            module="celery",
            arguments=(*celery, "worker", *alone, "--loglevel", "WARNING"),
        ),
        Program(
            name="The clock",
            module="celery",
            arguments=(*celery, "beat", "--schedule", str(schedule), "--loglevel", "WARNING"),
        ),
    ]
