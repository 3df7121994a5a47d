"""Random requests made from the OpenAPI document, as every role: none fails, and every response is as documented."""

from urllib.parse import urlsplit

import pytest
import requests
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.scorekeeper.callers import ROLES, rolled_back
from tests.scorekeeper.public_names import FILE
from tests.scorekeeper.routes import fill_in

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

A_FEW = settings(
    max_examples=5,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
NAMES = [
    line.partition(": ")[2]
    for line in FILE.read_text(encoding="utf-8").splitlines()
    if line.startswith("operation ")
]
"""Every operation of the API by method and path, such as ``GET /api/v1/clubs/``."""


@pytest.fixture(scope="session")
def operations(document):
    """The operations of the API by method and path, from which schemathesis makes requests."""
    import schemathesis  # takes a second to load, and most runs leave these tests out

    results = schemathesis.openapi.from_dict(document).get_all_operations()
    operations = [result.ok() for result in results]
    return {f"{operation.method.upper()} {operation.path}": operation for operation in operations}


@pytest.fixture(scope="session")
def checks():
    """The checks that every response must pass."""
    from schemathesis import checks
    from schemathesis.specs.openapi import checks as documented

    return [
        checks.not_a_server_error,
        documented.status_code_conformance,
        documented.content_type_conformance,
        documented.response_schema_conformance,
    ]


def response_to(case, path, client):
    """Send a generated request with this client's credentials and a precondition that holds; return its response for the checks."""
    from schemathesis import Response

    prepared = requests.Request(**case.as_transport_kwargs(base_url="http://testserver")).prepare()
    answer = client.generic(
        case.method,
        f"{path}?{urlsplit(prepared.url).query}",
        prepared.body or b"",
        content_type=prepared.headers.get("Content-Type", "application/json"),
        headers={"If-Match": "*"},
    )
    return Response(
        status_code=answer.status_code,
        headers={name.lower(): [value] for name, value in answer.items()},
        content=b"".join(answer.streaming_content) if answer.streaming else answer.content,
        request=prepared,
        elapsed=0.0,
        verify=False,
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_response_is_as_documented(name, operations, checks, client_of, ids):
    from schemathesis import GenerationMode

    operation = operations[name]
    path = fill_in(operation.path, ids)
    cases = st.one_of(*map(operation.as_strategy, GenerationMode))
    clients = {who: client_of(who) for who in (*ROLES, "anonymous", "link")}

    @A_FEW
    @given(cases, st.sampled_from([*clients]))
    def check(case, who):
        with rolled_back():
            answer = response_to(case, path, clients[who])
        case.validate_response(answer, checks=checks)

    check()
