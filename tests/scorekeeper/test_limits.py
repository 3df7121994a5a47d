"""Every text and number that people send has a bound, in one place, and what is beyond it is refused."""

import importlib
import pkgutil

import pytest
from django import forms
from django.apps import apps
from django.db import models

from scorekeeper import admin, pages
from scorekeeper.models import limits
from tests.scorekeeper.routes import ROUTES

RECORDS = {
    "HandRecordShapeRequest",
    "NewHandShapeRequest",
    "SessionRecordShapeRequest",
    "SessionRequest",
    "PatchedSessionRequest",
    "EventShapeRequest",
}
"""Session records and their parts: the referee bounds them (docs/specification.md), and the size of the body."""
QUESTIONS = {"QuestionShapeRequest", "ClaimQuestionShapeRequest"}  # the referee's budget of steps
ELSEWHERE = {
    "ChangeShapeRequest.text",  # an event of a record
    "MemberRequest.username",  # looked up, never stored
    "NewImportRequest.source",  # IMPORT_LARGEST
    "RevisionShapeRequest.number",
    "RevisionShapeRequest.digest",  # is only returned
    "SeasonWhatIfShapeRequest.variant",  # one of the games
}

FORMS_ELSEWHERE = {
    "AmendForm.keys",  # a part of a record
    "ImportForm.text",  # IMPORT_LARGEST
    "NamesForm.promised",  # compared with what the page showed
    "NewAccountForm.password1",
    "NewAccountForm.password2",  # Django's own form
    "SignUpAccountForm.password1",
    "SignUpAccountForm.password2",
    "TakeInForm.record",
    "UnstoredHandForm.record",  # record_field.LONGEST
}

NOT_WRITTEN_BY_PEOPLE = {
    "GivenAnswer.body",
    "GivenAnswer.headers",
    "Verdict.reason",
    "Verdict.template",
    "WorkFailure.error",
    "Puzzle.key",
    "Import.source",
    "UploadedFile.text",  # files: IMPORT_LARGEST
    "LoggedEvent.text",  # an event of a record
}


def unbounded(schema, path):
    """Yield the paths of texts and numbers without a bound in a schema."""
    kind = schema.get("type")
    if kind == "string" and not {"maxLength", "enum", "format"} & schema.keys():
        yield path
    if kind in {"integer", "number"} and not {"minimum", "maximum"} <= schema.keys():
        yield path
    for name, value in schema.get("properties", {}).items():
        yield from unbounded(value, f"{path}.{name}")
    if "items" in schema:
        yield from unbounded(schema["items"], path)


def test_every_text_and_number_of_a_request_has_a_bound(document):
    schemas = document["components"]["schemas"]
    sent = {name for name in schemas if name.endswith("Request")} - RECORDS - QUESTIONS
    assert sent
    assert {path for name in sent for path in unbounded(schemas[name], name)} == ELSEWHERE


def every_form(base=forms.BaseForm):
    for kind in base.__subclasses__():
        yield kind
        yield from every_form(kind)


def test_every_field_of_a_form_has_a_bound():
    for package in (pages, admin):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    missing = set()
    for form in every_form():
        for name, field in getattr(form, "base_fields", {}).items():
            is_text = isinstance(field, forms.CharField) and field.max_length is None
            is_number = isinstance(field, forms.IntegerField) and None in (
                field.min_value,
                field.max_value,
            )
            is_ours = form.__module__.startswith("scorekeeper.")
            if is_ours and (is_text or is_number) and not isinstance(field, forms.UUIDField):
                missing.add(f"{form.__name__}.{name}")
    assert missing == FORMS_ELSEWHERE


def test_every_stored_text_that_people_write_is_listed_with_its_length():
    stored = {
        f"{model.__name__}.{field.name}"
        for model in apps.get_app_config("scorekeeper").get_models()
        for field in model._meta.concrete_fields
        if type(field) is models.TextField
    }
    assert stored == {*limits.LONGEST, *NOT_WRITTEN_BY_PEOPLE}


TOO_LONG = {
    "POST hands/{}/comments/": {"text": limits.MAX_WORDS},
    "POST hands/{}/variations/": {"name": limits.MAX_NAME, "comment": limits.MAX_WORDS},
    "POST clubs/{}/awards/": {"name": limits.MAX_NAME},
    "POST hands/{}/disputes/": {
        "claim": limits.MAX_WORDS,
        "grounds": limits.MAX_TEXT,
        "evidence": limits.MAX_TEXT,
    },
    "POST disputes/{}/statements/": {"text": limits.MAX_WORDS},
    "POST disputes/{}/ruling/": {"reason": limits.MAX_WORDS},
    "POST seasons/{}/plan/": {"reason": limits.MAX_WORDS},
    "POST webhooks/": {"address": limits.MAX_ADDRESS, "label": limits.MAX_LABEL},
}


@pytest.mark.django_db
@pytest.mark.parametrize("name", TOO_LONG)
def test_a_longer_text_is_refused(name, ids, people, signed):
    route = next(route for route in ROUTES if route.name == name)
    client = signed(people.alice)
    body = route.body(ids) if callable(route.body) else route.body
    for key, length in TOO_LONG[name].items():
        longer = {**body, key: "x" * (length + 1)}
        answer = route.__class__(route.name, route.needs, longer).send(client, ids)
        assert (answer.status_code, answer.json()["where"]) == (422, key)


@pytest.mark.django_db
@pytest.mark.parametrize("points", [1e10, -1e10, 1e308])
def test_a_ruling_gives_no_more_points_than_can_be_added_up(points, ids, people, signed):
    body = {"decision": "adjustment", "reason": "Seen.", "seat": 1, "points": points}
    answer = signed(people.bob).post(
        f"/api/v1/disputes/{ids['disputes']}/ruling/",
        body,
        format="json",
        headers={"If-Match": "*"},
    )
    assert (answer.status_code, answer.json()["where"]) == (422, "points")
