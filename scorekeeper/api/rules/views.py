"""Questions that anybody may ask the referee without an account.  Nothing is stored."""

import json
from typing import Any

from django.conf import settings
from django.utils import translation
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer, extend_schema
from rest_framework import permissions, serializers
from rest_framework.exceptions import NotFound
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import APIView

import referee
from scorekeeper.accounts.rate_limits import AnonymousRateThrottle
from scorekeeper.api import record_schemas
from scorekeeper.api.etags import check_public_version
from scorekeeper.api.fields import LANGUAGES
from scorekeeper.api.parsers import JSONParser, TOMLParser, check_keys, is_on
from scorekeeper.api.renderers import MarkdownRenderer
from scorekeeper.api.rules import work_budget
from scorekeeper.api.rules.serializers import (
    AnswerShape,
    ClaimQuestionShape,
    QuestionShape,
    RulebookShape,
    VariantsShape,
)
from scorekeeper.api.throttling import CostThrottle

MAX_WITNESSED = 4
"""The number of unproven verdicts of one request for which witnesses are searched: each takes a search."""

WITNESS_STEPS = 20_000
"""The steps of all these searches together: a second of the processor."""

WITNESSES = OpenApiParameter(
    "witnesses",
    bool,
    description=(
        "Add witnesses to unproven events: a deal in which the event was legal and one in which it was not, both fitting "
        f"the record.  Only the first {MAX_WITNESSED} unproven events are searched; the answer says how many those were."
    ),
)

LIVE = OpenApiParameter(
    "live",
    bool,
    description=(
        "For whoever logs a hand while it is played: ``hands`` has the last hand only, and ``situation`` is the table after "
        "its last event, and ``rules`` the rulings behind its verdicts, as `hands/{id}/` returns them."
    ),
)

LANGUAGE = OpenApiParameter(
    "language",
    str,
    enum=LANGUAGES,
    description="The language of the text, by default English.  ``Accept-Language`` has no effect.",
)

SCHEMA_NAME = OpenApiParameter("name", str, OpenApiParameter.PATH, enum=referee.SCHEMAS)

HOUSE_RULES = [
    OpenApiParameter(name, str, description=f"A house rule, if the game has it: {text}")
    for name, text in {
        rule["name"]: rule["text"]
        for variant in referee.variants()
        for rule in variant["house_rules"]
    }.items()
]
"""The house rules of all games as query parameters, in JSON or as a word."""


class AdjudicateView(APIView):
    """The judgement of a whole session record."""

    permission_classes = [permissions.AllowAny]
    throttle_classes = [AnonymousRateThrottle, CostThrottle]
    parser_classes = [JSONParser, TOMLParser]

    @extend_schema(
        request={
            "application/json": record_schemas.SessionRecordShape,
            "application/toml": OpenApiTypes.STR,
        },
        responses=record_schemas.AdjudicationShape,
        parameters=[WITNESSES, LIVE],
        auth=[],
    )
    def post(self, request: Request) -> Response:
        """Judge a session record in JSON or TOML: return verdicts and scores."""
        work_budget.weigh_body(request, self)
        body: Any = request.data
        is_toml = isinstance(body, str) and "toml" in (request.content_type or "")
        record = referee.read_record(body, "toml") if is_toml else referee.parse_record(body)
        wants_witnesses = is_on(request, WITNESSES.name)
        work_budget.spend(request, self, referee.judging_steps(record))
        answer = referee.adjudicate(record)
        if wants_witnesses:
            witnessed = referee.add_witnesses(answer, most=MAX_WITNESSED, steps=WITNESS_STEPS)
            work_budget.spend(request, self, witnessed.steps)
            return Response(witnessed.as_json())
        return Response(
            _last_hand(record, answer) if is_on(request, LIVE.name) else answer.as_json()
        )


class AskView(APIView):
    """The judgement of one play."""

    permission_classes = [permissions.AllowAny]
    throttle_classes = [AnonymousRateThrottle]

    @extend_schema(
        request=PolymorphicProxySerializer(
            component_name="AskShape",
            serializers=[QuestionShape, ClaimQuestionShape],
            resource_type_field_name=None,
        ),
        responses=AnswerShape,
        auth=[],
    )
    def post(self, request: Request) -> Response:
        """Judge one play, or in Four Color Cards one claim.  Leave out what nobody knows."""
        work_budget.weigh_body(request, self)
        question: Any = request.data
        is_claim = isinstance(question, dict) and "claim" in question and "play" not in question
        shape = ClaimQuestionShape if is_claim else QuestionShape
        check_keys(shape(), question)
        return Response(referee.ask(question).as_json())


class VariantsView(APIView):
    """The games that the referee knows."""

    permission_classes = [permissions.AllowAny]
    throttle_classes = [AnonymousRateThrottle]

    @extend_schema(responses=VariantsShape, auth=[])
    def get(self, request: Request) -> Response:
        """Return every variant with its house rules."""
        check_public_version(self)
        return Response({"next": None, "previous": None, "results": referee.variants()})


class RulebookView(APIView):
    """A variant's rulebook, printed from the tables that the referee judges by."""

    permission_classes = [permissions.AllowAny]
    throttle_classes = [AnonymousRateThrottle]
    renderer_classes = [MarkdownRenderer, JSONRenderer]

    @extend_schema(
        responses={
            (200, "text/markdown"): OpenApiTypes.STR,
            (200, "application/json"): RulebookShape,
        },
        parameters=[LANGUAGE, *HOUSE_RULES],
        auth=[],
    )
    def get(self, request: Request, slug: str) -> Response:
        """Return a variant's rulebook.  House rules are query parameters, such as ``?pass_locks_out=true``."""
        if slug not in {variant["variant"] for variant in referee.variants()}:
            raise NotFound(f"No variant is called {slug!r}.")
        check_public_version(self)
        params = {
            name: _parse_value(text)
            for name, text in request.query_params.dict().items()
            if name not in {LANGUAGE.name, api_settings.URL_FORMAT_OVERRIDE}
        }
        language = _valid_language(request.query_params.get(LANGUAGE.name, "en"))
        with translation.override(language):
            text = referee.rulebook(slug, params, translation.gettext)
        data: Any = text
        if not isinstance(request.accepted_renderer, MarkdownRenderer):
            effective = dict(referee.rules_for(slug, params).house_rules)
            data = {"variant": slug, "house_rules": effective, "markdown": text}
        return Response(data, headers={"Content-Language": language})


class SchemaView(APIView):
    """The JSON Schema of a format, for editors and for programs that write it."""

    permission_classes = [permissions.AllowAny]
    throttle_classes = [AnonymousRateThrottle]
    renderer_classes = [JSONRenderer]

    @extend_schema(
        operation_id="schemas_retrieve",
        responses=OpenApiTypes.OBJECT,
        parameters=[SCHEMA_NAME],
        auth=[],
    )
    def get(self, request: Request, name: str) -> Response:
        """Return a format as JSON Schema 2020-12, such as `schemas/session-record/1.json`; without its version, the newest."""
        try:
            schema = referee.schema(name)
        except referee.MalformedError as error:
            raise NotFound(error.message) from error
        check_public_version(self)
        return Response(schema)


def _last_hand(
    record: referee.SessionRecord, answer: referee.SessionAdjudication
) -> dict[str, Any]:
    """Return the answer with its last hand only, the situation in it and the rulings behind its verdicts; without hands, neither."""
    whole = {**answer.as_json(), "hands": []}
    if not answer.hands:
        return whole
    last = answer.hands[-1]
    judged = last.as_json()
    rules = referee.rules_for(record.variant, record.house_rules)
    cited = referee.cited_rules(rules, judged)
    return {**whole, "hands": [judged], "situation": last.situation, "rules": cited}


def _valid_language(code: Any) -> str:
    """Return the code of a language of this service.  Raises ValidationError."""
    field = serializers.ChoiceField(settings.LANGUAGES)
    try:
        return str(field.run_validation(code))
    except serializers.ValidationError as error:
        raise serializers.ValidationError({LANGUAGE.name: error.detail}) from error


def _parse_value(text: str) -> Any:
    """Return a house rule's value from the query, parsed as JSON if possible, else as a word."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
