"""Puzzles: positions of public hands in which exactly one play wins."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers, viewsets
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper.api.parsers import parse_query
from scorekeeper.models import Difficulty, Puzzle, PuzzleTheme
from scorekeeper.replays.puzzles import puzzle_of_day, puzzles_shown_to


class SolutionQuery(serializers.Serializer[Any]):
    """Says whether the solution is wanted."""

    solution = serializers.BooleanField(required=False, help_text="Add the winning play, its line, the theme and the tree.")  # fmt: skip


class PuzzleSerializer(serializers.ModelSerializer[Puzzle]):
    """A position with all hands open, in which one play of the seat to act lets it go out before the others."""

    choices = serializers.ListField(child=serializers.CharField(), help_text="All that the seat may play, as events.")  # fmt: skip
    difficulty = serializers.ChoiceField(Difficulty.choices, help_text="1 easy, 2 medium, 3 hard.")

    class Meta:
        model = Puzzle
        fields = ("id", "variant", "key", "seat", "cards_left", "choices", "difficulty")


class SolvedPuzzleSerializer(PuzzleSerializer):
    """A puzzle, with its solution if that was asked for."""

    play = serializers.CharField(required=False, help_text="The winning play.")
    line = serializers.ListField(child=serializers.CharField(), required=False, help_text="One way to the end.")  # fmt: skip
    theme = serializers.ChoiceField(PuzzleTheme.choices, required=False)
    tree = serializers.DictField(required=False, help_text="`puzzle-tree/1`: what follows each play, against every reply.")  # fmt: skip

    class Meta(PuzzleSerializer.Meta):
        fields = (*PuzzleSerializer.Meta.fields, "play", "line", "theme", "tree")  # type: ignore[assignment]


class PuzzleViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Puzzle]):
    """The puzzles that you may see, by game, theme and difficulty.  They name nobody."""

    queryset = Puzzle.objects.none()
    serializer_class = PuzzleSerializer
    filterset_fields = ("variant", "theme", "difficulty")
    ordering = ("pk",)

    def get_queryset(self) -> QuerySet[Puzzle]:
        """Return the puzzles that the request's user may see."""
        return puzzles_shown_to(self.request.user).defer("tree", "line")


class PuzzleOfDayView(APIView):
    """The puzzle of the day."""

    @extend_schema(
        operation_id="puzzles_today_retrieve",
        parameters=[SolutionQuery],
        responses=SolvedPuzzleSerializer,
    )
    def get(self, request: Request) -> Response:
        """Return today's puzzle, which is the same for all who see the same puzzles."""
        row = puzzle_of_day(puzzles_shown_to(request.user), timezone.localdate())
        if row is None:
            raise NotFound
        return _answer(request, row)


class PuzzleView(APIView):
    """One puzzle."""

    @extend_schema(
        operation_id="puzzles_retrieve",
        parameters=[SolutionQuery],
        responses=SolvedPuzzleSerializer,
    )
    def get(self, request: Request, pk: UUID) -> Response:
        """Return a puzzle."""
        return _answer(request, get_object_or_404(puzzles_shown_to(request.user), pk=pk))


def _answer(request: Request, row: Puzzle) -> Response:
    is_solved = parse_query(request, SolutionQuery).get("solution", False)
    return Response((SolvedPuzzleSerializer if is_solved else PuzzleSerializer)(row).data)
