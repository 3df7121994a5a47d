"""Does the queue answer, and how long is it?"""

from typing import Any

from amqp.exceptions import NotFound
from celery import current_app

PATIENCE = 1.0  # seconds that a health check has for a broker


def waiting() -> int | None:
    """How many messages wait for a worker; nothing where the broker is silent."""
    app = current_app
    options = {
        **app.conf.broker_transport_options,
        "socket_connect_timeout": PATIENCE,  # Redis
        "socket_timeout": PATIENCE,
        "max_retries": 0,  # RabbitMQ
    }
    link: Any = app.connection_for_write(connect_timeout=PATIENCE, transport_options=options)
    try:
        with link, link.channel() as channel:
            queue = app.conf.task_default_queue
            return int(channel.queue_declare(queue=queue, passive=True).message_count)
    except (*link.channel_errors, NotFound):
        return 0  # the broker answers that nobody asked for this queue yet
    except (*link.connection_errors, OSError):
        return None
