"""Once an answer is written, nothing of its request is left for the collector of garbage."""

import gc
import json

import pytest
from django.db import models
from django.test import RequestFactory
from django.test.client import ClientHandler
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper.models import Token
from tests.scorekeeper.conftest import SHEET

API = "/api/v1"
HELD = (Request, Response, APIView, models.Model)


@pytest.fixture
def left(people, settings):
    """What Carol's request leaves to the collector, when it is answered and the answer is gone."""
    settings.SECURE_SSL_REDIRECT = False
    settings.ALLOWED_HOSTS = ["testserver"]
    handler = ClientHandler()
    _, key = Token.objects.create(user=people.carol)

    def answered(path, body, expected, headers):
        asked = RequestFactory(headers={"Authorization": f"Bearer {key}", **headers})
        sent = (
            asked.get(path)
            if body is None
            else asked.post(path, json.dumps(body), content_type="application/json")
        )
        assert handler(sent.environ).status_code == expected

    def run(path, body=None, *, expected, **headers):
        answered(path, body, expected, {})  # what is made once is made now
        gc.collect()
        gc.disable()
        gc.set_debug(gc.DEBUG_SAVEALL)
        try:
            answered(path, body, expected, headers)
            gc.collect()
            return [type(thing).__name__ for thing in gc.garbage if isinstance(thing, HELD)]
        finally:
            gc.set_debug(0)
            gc.garbage.clear()
            gc.enable()

    return run


@pytest.mark.django_db
def test_a_hand_that_was_sent_leaves_nothing(session, left):
    path = f"{API}/sessions/{session.pk}/hands/"
    assert left(path, SHEET, expected=201) == []
    assert left(path, SHEET, expected=201, **{"Idempotency-Key": "k"}) == []


@pytest.mark.django_db
def test_an_answer_lets_go_of_its_request_and_its_view(left):
    assert left(f"{API}/variants/", expected=200) == []
