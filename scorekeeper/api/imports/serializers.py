"""What an import is answered: each record of the file, and all of them added up."""

from typing import Any

from rest_framework import serializers

from scorekeeper.api.record_schemas import Shape
from scorekeeper.imports import report as import_report
from scorekeeper.imports.lines import Outcome
from scorekeeper.imports.report import VERDICTS, ImportReport
from scorekeeper.models import Import, ImportLine, ImportState


class VerdictCountsShape(Shape):
    """How many plays the referee finds what."""

    legal = serializers.IntegerField()
    illegal = serializers.IntegerField()
    unproven = serializers.IntegerField()


class MalformedShape(Shape):
    """Why a record was not kept."""

    code = serializers.CharField()
    where = serializers.CharField(allow_blank=True, help_text="A path into the record.")
    message = serializers.CharField()


class ImportedPlayerShape(Shape):
    """Whom a name means.  The name itself is told in dry runs."""

    name = serializers.CharField(required=False)
    player = serializers.UUIDField(allow_null=True, help_text="Null: not there yet.")
    is_new = serializers.BooleanField()
    proposed = serializers.ListField(
        child=serializers.UUIDField(), required=False, help_text="Players with names like it."
    )


class LineSerializer(serializers.ModelSerializer[ImportLine]):
    """What became of one record, or in a dry run would become of it."""

    line = serializers.IntegerField(source="details.line", default=None, help_text="Of the file.")
    outcome = serializers.ChoiceField([str(outcome) for outcome in Outcome])
    variant = serializers.CharField(source="details.variant", default=None)
    hands = serializers.IntegerField(source="details.hands", default=None)
    players = ImportedPlayerShape(source="details.players", many=True, default=())
    verdicts = VerdictCountsShape(source="details.verdicts", default=None)
    error = MalformedShape(source="details.error", default=None)

    class Meta:
        model = ImportLine
        fields = [
            "number", "line", "outcome", "session", "variant", "hands", "players", "verdicts", "error",
        ]  # fmt: skip


class OutcomesShape(Shape):
    """How many records became what."""

    new = serializers.IntegerField()
    known = serializers.IntegerField(help_text="Imported before, and not again.")
    malformed = serializers.IntegerField()
    failed = serializers.IntegerField(help_text="By no fault of theirs: they can be sent again.")


class ProposedShape(Shape):
    """Somebody who may be meant."""

    player = serializers.UUIDField()
    name = serializers.CharField()


class NewNameShape(Shape):
    """A name that no player of the club has; chosen for nobody, it becomes a new player."""

    name = serializers.CharField()
    proposed = serializers.ListField(child=ProposedShape())


class ImportReportShape(Shape):
    """All lines added up."""

    outcomes = OutcomesShape()
    verdicts = VerdictCountsShape()
    new_names = serializers.ListField(child=NewNameShape(), help_text="Told in dry runs.")


class ImportSerializer(serializers.ModelSerializer[Import]):
    """A file of session records: how far it is, and what became of it."""

    club = serializers.UUIDField(source="club_id")
    by = serializers.UUIDField(source="by_id")
    state = serializers.ChoiceField(ImportState.choices)
    lines = serializers.IntegerField(help_text="Records in the file; 0 before work on it begins.")
    done = serializers.IntegerField(help_text="Records worked through.")

    class Meta:
        model = Import
        fields = ["id", "club", "by", "at", "notation", "dry_run", "state", "lines", "done"]
        read_only_fields = fields


class ImportWithReportSerializer(ImportSerializer):
    """The same with its report added up; ``lines/`` has it in full."""

    report = ImportReportShape(source="*")

    class Meta(ImportSerializer.Meta):
        fields = [*ImportSerializer.Meta.fields, "report"]
        read_only_fields = fields

    def to_representation(self, instance: Import) -> dict[str, Any]:
        """The lines are added up as they are read."""
        shown = ImportSerializer(instance).data
        return {**shown, "report": _told(import_report.build_report(instance))}


def _told(report: ImportReport) -> dict[str, Any]:
    return {
        "outcomes": {str(outcome): report.outcomes[outcome] for outcome in Outcome},
        "verdicts": {verdict: report.verdicts[verdict] for verdict in VERDICTS},
        "new_names": [
            {
                "name": new.name,
                "proposed": [{"player": str(one.pk), "name": one.name} for one in new.proposed],
            }
            for new in report.new_names
        ],
    }
