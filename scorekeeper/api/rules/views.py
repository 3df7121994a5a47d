"""What anybody may ask the referee, without an account: nothing is kept."""

import json
from typing import Any

from django.conf import settings
from django.utils import translation
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import permissions, serializers
from rest_framework.exceptions import NotFound
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import AnonRateThrottle
from rest_framework.views import APIView

import referee
from scorekeeper.api import record_schemas
from scorekeeper.api.etags import check_public_version
from scorekeeper.api.parsers import JSONParser, TOMLParser
from scorekeeper.api.renderers import MarkdownRenderer
from scorekeeper.api.rules import serializers as rules_serializers

MOST_WITNESSED = 4
"""For so many unproven verdicts of one request witnesses are looked for, in order: each takes a search."""

WITNESSES = OpenApiParameter(
    "witnesses",
    bool,
    description=(
        "For an unproven event, a deal in which it was legal and one in which it was not, both fitting the record. "
        f"The first {MOST_WITNESSED} unproven events of the record are looked into; the answer says how many those were."
    ),
)

LANGUAGE = OpenApiParameter(
    "language",
    str,
    enum=[code for code, _ in settings.LANGUAGES],
    description="The language of the text; English unless another is asked for here, whatever the client prefers.",
)


class AdjudicateView(APIView):
    """A whole session record judged."""

    permission_classes = [permissions.AllowAny]
    throttle_classes = [AnonRateThrottle]
    parser_classes = [JSONParser, TOMLParser]

    @extend_schema(
        request={
            "application/json": record_schemas.SessionRecordShape,
            "application/toml": OpenApiTypes.STR,
        },
        responses=record_schemas.AdjudicationShape,
        parameters=[WITNESSES],
        auth=[],
    )
    def post(self, request: Request) -> Response:
        """Judge a session record, in JSON or TOML."""
        sent: Any = request.data
        written = isinstance(sent, str) and "toml" in (request.content_type or "")
        record = referee.read_record(sent, "toml") if written else referee.parse_record(sent)
        asked = serializers.BooleanField().run_validation(
            request.query_params.get("witnesses", "false")
        )
        answer = referee.adjudicate(record)
        if asked:
            return Response(referee.add_witnesses(answer, most=MOST_WITNESSED).as_json())
        return Response(answer.as_json())


class AskView(APIView):
    """One disputed play."""

    permission_classes = [permissions.AllowAny]
    throttle_classes = [AnonRateThrottle]

    @extend_schema(
        request=rules_serializers.QuestionShape, responses=rules_serializers.AnswerShape, auth=[]
    )
    def post(self, request: Request) -> Response:
        """Judge one play; what nobody knows may be left out."""
        return Response(referee.ask(request.data).as_json())


class VariantsView(APIView):
    """The games that the referee knows."""

    permission_classes = [permissions.AllowAny]
    throttle_classes = [AnonRateThrottle]

    @extend_schema(responses=rules_serializers.VariantsShape, auth=[])
    def get(self, request: Request) -> Response:
        """Every variant with its house rules."""
        check_public_version(self)
        return Response({"next": None, "previous": None, "results": referee.variants()})


class RulebookView(APIView):
    """The rules that are actually executed."""

    permission_classes = [permissions.AllowAny]
    throttle_classes = [AnonRateThrottle]
    renderer_classes = [MarkdownRenderer, JSONRenderer]

    @extend_schema(
        responses={
            (200, "text/markdown"): OpenApiTypes.STR,
            (200, "application/json"): rules_serializers.RulebookShape,
        },
        parameters=[LANGUAGE],
        auth=[],
    )
    def get(self, request: Request, slug: str) -> Response:
        """A variant's rulebook; house rules are query parameters, such as ``?pass_locks_out=true``."""
        if slug not in {variant["variant"] for variant in referee.variants()}:
            raise NotFound(f"No variant is called {slug!r}.")
        check_public_version(self)
        chosen = {name: _value(text) for name, text in request.query_params.dict().items()}
        language = _language(chosen.pop(LANGUAGE.name, "en"))
        with translation.override(language):
            text = referee.rulebook(slug, chosen, translation.gettext)
        answer: Any = text
        if not isinstance(request.accepted_renderer, MarkdownRenderer):
            effective = dict(referee.rules_for(slug, chosen).house_rules)
            answer = {"variant": slug, "house_rules": effective, "markdown": text}
        return Response(answer, headers={"Content-Language": language})


def _language(asked: Any) -> str:
    field = serializers.ChoiceField(settings.LANGUAGES)
    try:
        return str(field.run_validation(asked))
    except serializers.ValidationError as error:
        raise serializers.ValidationError({LANGUAGE.name: error.detail}) from error


def _value(text: str) -> Any:
    """A house rule in a query: JSON where it is some, else the word itself."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
