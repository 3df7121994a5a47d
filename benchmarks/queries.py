"""Count the queries of a request: ``python -m benchmarks.queries PATH TOKEN`` prints the number as JSON."""

import json
import sys

import django

django.setup()

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext


def count_queries(path: str, token: str) -> int:
    """Return the number of queries of a GET request by the owner of this token."""
    client = Client(headers={"Authorization": f"Bearer {token}", "Host": "127.0.0.1"})
    with CaptureQueriesContext(connection) as context:
        response = client.get(path)
    assert response.status_code == 200, response.content[:400]
    return len(context)


if __name__ == "__main__":
    print(json.dumps(count_queries(sys.argv[1], sys.argv[2])))
