"""The audit log of a club: who did what, when."""

from django.db.models import QuerySet
from rest_framework import mixins, permissions, serializers, viewsets

from scorekeeper.access import Action
from scorekeeper.api.etags import check_audit_version
from scorekeeper.api.permissions import require, visible_club
from scorekeeper.models import AuditEntry


class AuditEntrySerializer(serializers.ModelSerializer[AuditEntry]):
    """One change: what was done to what, by which account, through which link."""

    by = serializers.UUIDField(source="by_id", allow_null=True)
    link = serializers.UUIDField(source="link_id", allow_null=True)
    details = serializers.DictField(help_text="Ids, numbers and digests; never names or words.")

    class Meta:
        model = AuditEntry
        fields = ["id", "at", "by", "link", "act", "kind", "subject", "details"]


class AuditViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[AuditEntry]):
    """Every change in a club, newest first.  It is only ever added to."""

    queryset = AuditEntry.objects.none()
    serializer_class = AuditEntrySerializer
    permission_classes = [permissions.AllowAny]
    filterset_fields = ("act", "kind", "subject", "by", "link")
    ordering = ("-id",)

    def get_queryset(self) -> QuerySet[AuditEntry]:
        """The entries of one club, for those who look after it."""
        club = visible_club(self.request, self.kwargs["club"])
        require(self.request, Action.AUDIT, club)
        check_audit_version(self, club)
        return AuditEntry.objects.filter(club=club).order_by("-id")
