"""The root of the API, and a check for problem documents."""

API = "/api/v1"


def check_problem(response, status, code, where=""):
    """Assert that the response is this problem document (RFC 9457); return its body."""
    assert response["Content-Type"] == "application/problem+json"
    body = response.json()
    assert {"type", "title", "status", "detail", "code", "where"} <= body.keys()
    assert (response.status_code, body["status"]) == (status, status), body
    assert (body["code"], body["where"]) == (code, where), body
    return body
