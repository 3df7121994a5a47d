"""Random requests made from the OpenAPI document, as every role: none fails, and every response is as documented."""

from itertools import groupby
from urllib.parse import urlsplit

import pytest
import requests
from django.core.cache import cache
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


def resource_of(name):
    """Return the first word of an operation's path, such as ``clubs``."""
    return name.split("/")[3]


RESOURCES = {
    resource: [*names] for resource, names in groupby(sorted(NAMES, key=resource_of), resource_of)
}
"""The operations by resource: creating the rows that they need takes longer than sending a few requests."""


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


def check_responses(operation, path, clients, checks):
    """Send a few random requests of an operation, each as somebody."""
    from schemathesis import GenerationMode

    cases = st.one_of(*map(operation.as_strategy, GenerationMode))

    @A_FEW
    @given(cases, st.sampled_from([*clients]))
    def check(case, who):
        with rolled_back():
            answer = response_to(case, path, clients[who])
        case.validate_response(answer, checks=checks)

    check()


@pytest.mark.parametrize("resource", RESOURCES)
def test_every_response_is_as_documented(resource, operations, checks, client_of, ids, subtests):
    clients = {who: client_of(who) for who in (*ROLES, "anonymous", "link")}
    for name in RESOURCES[resource]:
        with subtests.test(name):
            cache.clear()  # in which throttles count requests
            path = fill_in(operations[name].path, ids)
            check_responses(operations[name], path, clients, checks)
