"""The part of a Celery worker that receives messages: it drops those that cannot be read, and the worker goes on.

Celery itself drops messages of an unknown type or task, but ends with an error at others: a body that is no JSON, a task
without an id.  ``CELERY_WORKER_CONSUMER`` names this class.
"""

import logging
from collections.abc import Callable
from typing import Any

from celery.worker import state
from celery.worker.consumer import Consumer as CeleryConsumer
from kombu.exceptions import MessageStateError

logger = logging.getLogger(__name__)

UNREADABLE = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    MessageStateError,  # a second acknowledgement, which Celery had planned before it could not read on
)
"""What kombu and Celery raise when they take a message apart.  Tasks do not raise through here."""

MOST_IN_A_ROW = 100
"""The number of errors after which the cause is probably no message, but the program: the worker ends."""


class Consumer(CeleryConsumer):
    """Receives messages until the worker stops, whatever they contain.

    It ends with an error if none of many can be read, or without a connection; whatever runs the worker starts it again.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The broker's client has already taken a message that it cannot decode; connecting again goes on after it.
        errors = (*self.connection_errors, *UNREADABLE)  # type: ignore[has-type]
        self.connection_errors = errors
        self._errors_in_a_row = 0

    def create_task_handler(self, *args: Any, **kwargs: Any) -> Callable[[Any], None]:
        """Return a function that starts the task of a message, or drops the message."""
        handle = super().create_task_handler(*args, **kwargs)

        def start_or_drop(message: Any) -> None:
            try:
                handle(message)
            except UNREADABLE as error:
                for request in tuple(state.requests.values()):
                    if request.message is message:
                        state.task_ready(request)  # otherwise the worker would wait for it
                if not message.acknowledged:
                    self.on_decode_error(message, error)  # logs and acknowledges it
                raise  # connecting again frees the process that was to run the task
            self._errors_in_a_row = 0

        return start_or_drop

    def on_connection_error_before_connected(self, exc: Exception) -> None:
        """Connect again, except after an error of the program: there was no message yet that could cause it."""
        if isinstance(exc, UNREADABLE):
            raise exc
        super().on_connection_error_before_connected(exc)

    def on_connection_error_after_connected(self, exc: Exception) -> None:
        """Connect again after the connection was lost, or after a message that could not be decoded.

        Raises the error if that happens again and again, with no readable message between.
        """
        if isinstance(exc, UNREADABLE):
            self._errors_in_a_row += 1
            if self._errors_in_a_row > MOST_IN_A_ROW:
                raise exc
            logger.critical("a message could not be read and was dropped", exc_info=exc)
        try:
            super().on_connection_error_after_connected(exc)
        except AttributeError:  # kombu puts messages back to Redis through a client that is gone
            logger.warning("the lost connection could not be closed", exc_info=True)
