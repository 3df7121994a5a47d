"""The root of the API, and a check for problem documents."""

from django.core.signals import request_finished
from django.db import close_old_connections

API = "/api/v1"


def close(response):
    """Close an answer as a server does, and as Django's test client does: without losing the test's own connection."""
    request_finished.disconnect(close_old_connections)
    response.close()
    request_finished.connect(close_old_connections)


def check_problem(response, status, code, where=""):
    """Assert that the response is this problem document (RFC 9457); return its body."""
    assert response["Content-Type"] == "application/problem+json"
    body = response.json()
    assert {"type", "title", "status", "detail", "code", "where"} <= body.keys()
    assert (response.status_code, body["status"]) == (status, status), body
    assert (body["code"], body["where"]) == (code, where), body
    return body
