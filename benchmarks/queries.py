"""How many queries an answer takes: ``python -m benchmarks.queries PATH TOKEN`` asks once and answers in JSON."""

import json
import sys

import django

django.setup()

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext


def queries(path: str, token: str) -> int:
    """Asked by the owner of this token."""
    client = Client(headers={"Authorization": f"Bearer {token}", "Host": "127.0.0.1"})
    with CaptureQueriesContext(connection) as context:
        answer = client.get(path)
    assert answer.status_code == 200, answer.content[:400]
    return len(context)


if __name__ == "__main__":
    print(json.dumps(queries(sys.argv[1], sys.argv[2])))
