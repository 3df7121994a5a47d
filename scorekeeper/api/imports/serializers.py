"""Serializers of imports: their state, the line of the report for each record, and the totals."""

from typing import Any

from rest_framework import serializers

from scorekeeper.api.record_schemas import Shape
from scorekeeper.imports.corrections.hands import HandChange
from scorekeeper.imports.corrections.known_evenings import EveningAnswer
from scorekeeper.imports.lines import LineOutcome
from scorekeeper.imports.options import ImportOptions
from scorekeeper.imports.report import VERDICTS, ImportReport, build_report
from scorekeeper.models import Import, ImportLine, ImportState


class VerdictCountsShape(Shape):
    """The number of plays by verdict."""

    legal = serializers.IntegerField()
    illegal = serializers.IntegerField()
    unproven = serializers.IntegerField()


class MalformedShape(Shape):
    """Why a record was not imported."""

    code = serializers.CharField()
    where = serializers.CharField(allow_blank=True, help_text="A path into the record.")
    message = serializers.CharField()


class ImportedPlayerShape(Shape):
    """The player that a name in the file stands for.  Only dry runs include the name itself."""

    name = serializers.CharField(required=False)
    player = serializers.UUIDField(allow_null=True, help_text="Null for a new player.")
    is_new = serializers.BooleanField()
    proposed = serializers.ListField(
        child=serializers.UUIDField(), required=False, help_text="Players with similar names."
    )


class WrittenHandsShape(Shape):
    """The numbers of the hands of a session that a corrected sheet wrote."""

    changed = serializers.ListField(child=serializers.IntegerField())
    recorded = serializers.ListField(child=serializers.IntegerField(), help_text="At its end.")


class LineSerializer(serializers.ModelSerializer[ImportLine]):
    """The result of one record of the file, in a dry run the result that it would have; null where it has none.

    A malformed or failed record has no verdicts; only these have an error.
    """

    line = serializers.IntegerField(
        source="details.line",
        default=None,
        allow_null=True,
        help_text="Line number in the file; of a table with players in rows, the number of the column.",
    )
    outcome = serializers.ChoiceField([str(outcome) for outcome in LineOutcome])
    variant = serializers.CharField(source="details.variant", default=None, allow_null=True)
    hands = serializers.IntegerField(source="details.hands", default=None, allow_null=True)
    players = ImportedPlayerShape(source="details.players", many=True, default=())
    verdicts = VerdictCountsShape(source="details.verdicts", default=None, allow_null=True)
    error = MalformedShape(source="details.error", default=None, allow_null=True)
    corrected = WrittenHandsShape(
        source="details.corrected",
        default=None,
        allow_null=True,
        help_text="Of a session that was there, and that the record brought up to date.",
    )

    changed_since = serializers.BooleanField(
        source="details.changed_since",
        default=False,
        help_text="Whether the session was imported before, and changed since: it stays as it is.",
    )

    class Meta:
        model = ImportLine
        fields = [
            "number",
            "line",
            "outcome",
            "session",
            "variant",
            "hands",
            "players",
            "verdicts",
            "error",
            "corrected",
            "changed_since",
        ]


class OutcomesShape(Shape):
    """The number of records by outcome."""

    new = serializers.IntegerField()
    known = serializers.IntegerField(help_text="Already imported earlier; not imported again.")
    skipped = serializers.IntegerField(
        help_text="Lines for plays of games that are not refereed here."
    )
    corrected = serializers.IntegerField(
        help_text="Of sessions that were there, and that they brought up to date."
    )
    malformed = serializers.IntegerField()
    failed = serializers.IntegerField(
        help_text="Failed for a reason outside the record; send them again."
    )


class ProposedShape(Shape):
    """A player that a name may stand for."""

    player = serializers.UUIDField()
    name = serializers.CharField()


class NewNameShape(Shape):
    """A name that no player of the club has.  It becomes a new player unless ``names`` assigns it to one."""

    name = serializers.CharField()
    proposed = serializers.ListField(child=ProposedShape())


class ImportReportShape(Shape):
    """Totals over all lines of the report."""

    outcomes = OutcomesShape()
    verdicts = VerdictCountsShape()
    new_names = serializers.ListField(child=NewNameShape(), help_text="In dry runs only.")


class ReviewedSessionShape(Shape):
    """A session that an import would bring."""

    line = serializers.IntegerField()
    played_on = serializers.CharField(allow_null=True)
    variant = serializers.CharField()
    house_rules = serializers.DictField(
        help_text="Under which it is counted, where they differ from the game's: a text score sheet settles by pairs."
    )
    players = serializers.ListField(child=serializers.CharField())
    hands = serializers.IntegerField()
    totals = serializers.ListField(child=serializers.FloatField(), allow_null=True)
    known = serializers.BooleanField(help_text="Whether it was imported before.")


class DifferentHandShape(Shape):
    """A hand of which a session and a sheet say different things."""

    hand = serializers.IntegerField()
    change = serializers.ChoiceField(
        [str(change) for change in HandChange],
        help_text="What becomes of it when the session is brought up to date.",
    )
    before = serializers.DictField(
        allow_null=True, help_text="What the session says: ``cards_left``, ``points`` …"
    )
    after = serializers.DictField(allow_null=True, help_text="What the sheet says.")
    reason = serializers.CharField(allow_null=True, help_text="Why it is left alone.")


class KnownSessionShape(Shape):
    """A session that the club has of the day, game and players of a record, and what the record says otherwise.

    Lists are in the order of the session's seats.
    """

    line = serializers.IntegerField()
    session = serializers.UUIDField()
    version = serializers.CharField(
        help_text="Of the session as it was compared.  An answer such as ``bring-up-to-date@<version>`` is for no other:"
        " if the session was changed since, the import is refused (409 ``unanswered``) with a new review."
    )
    answer = serializers.ChoiceField(
        [str(answer) for answer in EveningAnswer], help_text="What becomes of the record."
    )
    players = serializers.ListField(child=serializers.UUIDField())
    hands = serializers.ListField(child=DifferentHandShape())
    totals = serializers.ListField(
        child=serializers.FloatField(allow_null=True),
        allow_null=True,
        help_text="When it is brought up to date.",
    )
    refusal = serializers.CharField(
        allow_null=True, help_text="Why it cannot be brought up to date."
    )


class SheetQuestionShape(Shape):
    """What the file may mean in two ways."""

    id = serializers.CharField(help_text="Names the question in ``answers``.")
    code = serializers.CharField()
    line = serializers.IntegerField(allow_null=True)
    message = serializers.CharField()
    assumed = serializers.CharField()
    answers = serializers.ListField(child=serializers.CharField())


class RefusedShape(Shape):
    """A row or a record that cannot be read."""

    line = serializers.IntegerField()
    code = serializers.CharField()
    message = serializers.CharField()


class ReviewShape(Shape):
    """What an import would bring with the assumed answers, what is asked, and what is refused."""

    sessions = serializers.ListField(child=ReviewedSessionShape())
    known_sessions = serializers.ListField(
        child=KnownSessionShape(), help_text="Sessions of which the file may be a corrected sheet."
    )
    questions = serializers.ListField(child=SheetQuestionShape())
    refused = serializers.ListField(child=RefusedShape())


class ImportSerializer(serializers.ModelSerializer[Import]):
    """An import of a file of session records: its options, state and progress."""

    club = serializers.UUIDField(source="club_id")
    by = serializers.UUIDField(source="by_id")
    state = serializers.ChoiceField(ImportState.choices)
    lines = serializers.IntegerField(help_text="Records in the file; 0 until the import starts.")
    done = serializers.IntegerField(help_text="Records processed so far.")
    edited_lines = serializers.SerializerMethodField(
        help_text="The numbers of the lines that were corrected before reading."
    )

    def get_edited_lines(self, row: Import) -> list[int]:
        """Return the numbers of the corrected lines."""
        return [*ImportOptions.from_json(row.options).edited_lines]

    class Meta:
        model = Import
        fields = [
            "id",
            "club",
            "by",
            "at",
            "notation",
            "dry_run",
            "state",
            "lines",
            "done",
            "edited_lines",
        ]
        read_only_fields = fields


class TriedImportSerializer(ImportSerializer):
    """The answer to a file that was sent: the import, and of a dry run its review."""

    report = ImportReportShape(source="*")
    review = ReviewShape(required=False, source="*", help_text="In answers to dry runs only.")

    class Meta(ImportSerializer.Meta):
        fields = [*ImportSerializer.Meta.fields, "report", "review"]
        read_only_fields = fields


class ImportWithReportSerializer(ImportSerializer):
    """An import with the totals of its report; ``lines/`` has the report line by line."""

    report = ImportReportShape(source="*")

    class Meta(ImportSerializer.Meta):
        fields = [*ImportSerializer.Meta.fields, "report"]
        read_only_fields = fields

    def to_representation(self, instance: Import) -> dict[str, Any]:
        """Return the import as JSON, with totals over its current lines."""
        data = ImportSerializer(instance).data
        return {**data, "report": _report_json(build_report(instance))}


def _report_json(report: ImportReport) -> dict[str, Any]:
    return {
        "outcomes": {str(outcome): report.outcomes[outcome] for outcome in LineOutcome},
        "verdicts": {verdict: report.verdicts[verdict] for verdict in VERDICTS},
        "new_names": [
            {
                "name": new.name,
                "proposed": [
                    {"player": str(player.pk), "name": player.name} for player in new.proposed
                ],
            }
            for new in report.new_names
        ],
    }
