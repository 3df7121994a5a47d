"""Random chains of requests to the running service, as every role: a request uses the ids of earlier answers."""

import json
import unicodedata
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from http import HTTPStatus
from itertools import count
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.errors import FlakyStrategyDefinition

from tests.pages.served_club import copy_prepared_club, serve_club
from tests.scorekeeper.embedded_service import Service

pytestmark = [
    pytest.mark.slow,
    pytest.mark.needs("sqlite", "proc"),
    pytest.mark.xdist_group("running service"),  # one for all roles
]

ACCOUNTS = {
    "owner": "demo",
    "referee": "referee",
    "scorer": "scorer",
    "member": "member",
    "stranger": "newcomer",
}
CREATE_TOKENS = """
import json
from scorekeeper.accounts import tokens
from scorekeeper.models import TokenScope, User
print(json.dumps({user.username: tokens.create_token(user, scopes=[*TokenScope])[1] for user in User.objects.all()}))
"""
REQUESTS = 100
"""The least number of requests of each role."""

CHAINS = settings(
    max_examples=5,
    stateful_step_count=12,
    phases=[Phase.generate],
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
REFUSED = ["2xx", "3xx", "401", "403", "404", "409", "412", "422", "428"]
"""Answers to a request that agrees with the document: the referee, or another row, may have something against it."""


class RunningService(NamedTuple):
    """The address of a running service, a token of each account for everything it may do, and ids by kind of row."""

    home: str
    keys: dict[str, str]
    ids: dict[str, str]


@pytest.fixture(scope="module")
def running_service(tmp_path_factory, worker_id) -> Iterator[RunningService]:
    directory = copy_prepared_club(tmp_path_factory, worker_id)
    printed = Service(directory).run("shell", "--no-imports", "--command", CREATE_TOKENS)
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("THROTTLE_ANONYMOUS", "100000/min")
        with serve_club(directory) as served:
            yield RunningService(served.home, json.loads(printed.stdout), served.names)


def kind_of(path: str, parameter: str) -> str:
    """Return the kind of row that a parameter of a path names.

    >>> kind_of("/api/v1/hands/{id}/replay/", "id")
    'hand'
    """
    parts = path.split("/")
    return singular(parts[parts.index(f"{{{parameter}}}") - 1])


def singular(kind: str) -> str:
    return kind.removesuffix("s")


def is_refused_beside_the_document(response, case) -> bool:
    """Return whether the document cannot say what was wrong: options in the query, a day, or signs above U+FFFF in a name."""
    if case.operation.label.endswith("/imports/"):
        return True
    if response.status_code != HTTPStatus.BAD_REQUEST:
        return False
    code = response.json()["code"]
    return code in {"bad-date", "unknown-time-zone"} or (
        code == "bad-name" and is_beyond_a_pattern(case.body["name"])
    )


def is_beyond_a_pattern(name: str) -> bool:
    """Return whether only tables of Unicode tell what is wrong with a name (``limits.NAME_PATTERN``)."""
    is_high = any(letter > "\uffff" for letter in name)
    return is_high or not any(unicodedata.category(letter)[0] in "LNPS" for letter in name)


def chain_class(schema, service: RunningService, headers: dict[str, str], sent: Counter[str]):
    """Return the class of chains that send these headers and count their requests in ``sent``."""
    from schemathesis.specs.openapi import checks

    class Chain(schema.as_state_machine()):
        """A chain of requests about the newest rows of the club: its own, where it has created some."""

        def setup(self):
            self.newest = {**service.ids}

        def before_call(self, case):
            case.headers.pop("If-None-Match", None)  # 304 comes before any check of the query
            own = {*self.newest.values()}
            for name, value in case.path_parameters.items():
                kind = kind_of(case.operation.path, name)
                if value not in own and kind in self.newest:
                    case.path_parameters[name] = self.newest[kind]

        def get_call_kwargs(self, case):
            return {"headers": headers}

        def after_call(self, response, case):
            super().after_call(response, case)
            sent[case.operation.label] += 1
            created = response.json() if response.status_code == HTTPStatus.CREATED else {}
            if "id" in created:
                self.newest[singular(case.operation.path.split("/")[-2])] = created["id"]

        def validate_response(self, response, case, **kwargs):
            left_out = [checks.ignored_auth]  # test_access sends every request without an account
            if is_refused_beside_the_document(response, case):
                left_out.append(checks.positive_data_acceptance)
            case.validate_response(
                response, excluded_checks=left_out, transport_kwargs=kwargs, recorder=self.recorder
            )

    return Chain


@pytest.mark.parametrize("role", [*ACCOUNTS, "anonymous"])
def test_no_chain_of_requests_fails_or_gets_an_undocumented_answer(role, running_service):
    import schemathesis  # takes a second to load, and most runs leave these tests out

    schema = schemathesis.openapi.from_url(f"{running_service.home}/api/v1/schema/?format=json")
    schema.config.checks.positive_data_acceptance.expected_statuses = REFUSED
    headers = {"If-Match": "*"}
    if role in ACCOUNTS:
        headers["Authorization"] = f"Bearer {running_service.keys[ACCOUNTS[role]]}"
    sent = Counter()
    chains = chain_class(schema, running_service, headers, sent)
    for number in count():
        with suppress(FlakyStrategyDefinition):  # an answer depended on what an earlier chain did
            seed(number)(chains).run(settings=CHAINS)
        if sent.total() >= REQUESTS:
            break
    assert len(sent) > 10, "These are few different operations."
