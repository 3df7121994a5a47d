"""Requests made from the API's own document, by everybody: nothing fails, and every answer is as documented."""

from urllib.parse import urlsplit

import pytest
import requests
import schemathesis
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode, Response, checks
from schemathesis.specs.openapi import checks as documented

from tests.scorekeeper.callers import ROLES, undone
from tests.scorekeeper.routes import filled

pytestmark = pytest.mark.django_db

A_FEW = settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
AS_DOCUMENTED = [
    checks.not_a_server_error,
    documented.status_code_conformance,
    documented.content_type_conformance,
    documented.response_schema_conformance,
]
DOCUMENT = SchemaGenerator().get_schema(request=None, public=True)
OPERATIONS = {
    f"{operation.method.upper()} {operation.path}": operation
    for operation in (
        found.ok() for found in schemathesis.openapi.from_dict(DOCUMENT).get_all_operations()
    )
}


def asked(case: Case, path: str, client) -> Response:
    """What a client is answered, as the checks know answers; a precondition holds, and the credentials are its own."""
    sent = requests.Request(**case.as_transport_kwargs(base_url="http://testserver")).prepare()
    answer = client.generic(
        case.method,
        f"{path}?{urlsplit(sent.url).query}",
        sent.body or b"",
        content_type=sent.headers.get("Content-Type", "application/json"),
        headers={"If-Match": "*"},
    )
    return Response(
        status_code=answer.status_code,
        headers={name.lower(): [value] for name, value in answer.items()},
        content=b"".join(answer.streaming_content) if answer.streaming else answer.content,
        request=sent,
        elapsed=0.0,
        verify=False,
    )


@pytest.mark.parametrize("name", OPERATIONS)
def test_whatever_is_asked_is_answered_as_documented(name, client_of, ids):
    operation = OPERATIONS[name]
    path = filled(operation.path, ids)
    cases = st.one_of(*map(operation.as_strategy, GenerationMode))
    clients = {who: client_of(who) for who in (*ROLES, "anonymous", "link")}

    @A_FEW
    @given(cases, st.sampled_from([*clients]))
    def check(case, who):
        with undone():
            answer = asked(case, path, clients[who])
        case.validate_response(answer, checks=AS_DOCUMENTED)

    check()
