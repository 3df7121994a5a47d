"""The root of the API, and a check that an answer is a problem document."""

API = "/api/v1"


def check_problem(response, status, code, where=""):
    """Is it this problem, in the form of RFC 9457?"""
    assert response["Content-Type"] == "application/problem+json"
    body = response.json()
    assert {"type", "title", "status", "detail", "code", "where"} <= body.keys()
    assert (response.status_code, body["status"]) == (status, status), body
    assert (body["code"], body["where"]) == (code, where), body
    return body
