"""A session with its history looks like so (docs/bundles.md)."""

from rest_framework import serializers

from scorekeeper.api.record_schemas import AdjudicationShape, Shape


class SealedRevisionShape(Shape):
    """A revision as it was sealed; how each digest is computed is in docs/bundles.md."""

    id = serializers.UUIDField()
    number = serializers.IntegerField()
    kind = serializers.CharField()
    cause = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True)
    by = serializers.UUIDField()
    at = serializers.DateTimeField()
    content = serializers.DictField()
    text = serializers.DictField(help_text="What people wrote freely.")
    text_salt = serializers.CharField(allow_blank=True, help_text="Empty: the words were erased.")
    text_digest = serializers.CharField()
    previous_digest = serializers.CharField(allow_blank=True)
    digest = serializers.CharField()


class SealedSessionShape(Shape):
    """The session's own chain."""

    id = serializers.UUIDField()
    season = serializers.UUIDField(allow_null=True)
    visibility = serializers.CharField()
    created_at = serializers.DateTimeField()
    created_by = serializers.UUIDField()
    words_erased = serializers.BooleanField()
    head = serializers.CharField()
    revisions = serializers.ListField(child=SealedRevisionShape())


class SealedHandShape(Shape):
    """A hand's chain, and what people said about its versions."""

    id = serializers.UUIDField()
    position = serializers.IntegerField()
    recorded_by = serializers.UUIDField()
    head = serializers.CharField()
    revisions = serializers.ListField(child=SealedRevisionShape())
    confirmations = serializers.ListField(child=serializers.DictField())
    comments = serializers.ListField(child=serializers.DictField())
    disputes = serializers.ListField(child=serializers.DictField())
    transcripts = serializers.ListField(child=serializers.DictField())


class SeatedShape(Shape):
    """Who sits where."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    erased = serializers.BooleanField()


class BundleShape(Shape):
    """A session with its history (docs/bundles.md)."""

    format = serializers.ChoiceField(["session-bundle/1"])
    club = serializers.UUIDField()
    session = SealedSessionShape()
    players = serializers.ListField(child=SeatedShape(), help_text="Clockwise.")
    hands = serializers.ListField(child=SealedHandShape())
    adjudication = AdjudicationShape()
