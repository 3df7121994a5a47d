"""The audit log of a club: who changed what, and when."""

from django.db.models import QuerySet
from rest_framework import mixins, serializers, viewsets

from scorekeeper.access import Action
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.permissions import permitted_club
from scorekeeper.models import AuditEntry


class AuditEntrySerializer(serializers.ModelSerializer[AuditEntry]):
    """One change: the action, the row that it changed, and the account and link that it came from."""

    by = serializers.UUIDField(source="by_id", allow_null=True)
    link = serializers.UUIDField(source="link_id", allow_null=True)
    details = serializers.DictField(help_text="Ids, numbers and digests; never names or free text.")

    class Meta:
        model = AuditEntry
        fields = ["id", "at", "by", "link", "act", "kind", "subject", "details"]


class AuditViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[AuditEntry]):
    """Every change in a club, newest first.  Entries are never changed or removed.  For referees and owners."""

    queryset = AuditEntry.objects.none()
    serializer_class = AuditEntrySerializer
    needs = {"list": Action.AUDIT}
    filterset_fields = ("act", "kind", "subject", "by", "link")
    ordering = ("-id",)

    def get_queryset(self) -> QuerySet[AuditEntry]:
        """Return the entries of one club.  Raises PermissionDenied for roles that may not read them."""
        club = permitted_club(self.request, self.kwargs["club"], Action.AUDIT)
        check_audit_version(self, club)
        return AuditEntry.objects.filter(club=club).order_by("-id")
