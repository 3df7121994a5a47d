"""Serializers that describe a session bundle in the OpenAPI document (docs/bundles.md)."""

from rest_framework import serializers

from scorekeeper.api.record_schemas import AdjudicationShape, Shape


class SealedRevisionShape(Shape):
    """A revision with its digests; docs/bundles.md says how each digest is computed."""

    id = serializers.UUIDField()
    number = serializers.IntegerField()
    kind = serializers.CharField()
    cause = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True)
    by = serializers.UUIDField()
    at = serializers.DateTimeField()
    content = serializers.DictField()
    text = serializers.DictField(help_text="The revision's free text, by key.")
    text_salt = serializers.CharField(allow_blank=True, help_text="Empty if the text was erased.")
    text_digest = serializers.CharField()
    previous_digest = serializers.CharField(allow_blank=True)
    digest = serializers.CharField()


class SealedSessionShape(Shape):
    """The session and its own chain of revisions."""

    id = serializers.UUIDField()
    season = serializers.UUIDField(allow_null=True)
    visibility = serializers.CharField()
    created_at = serializers.DateTimeField()
    created_by = serializers.UUIDField()
    words_erased = serializers.BooleanField()
    head = serializers.CharField()
    revisions = serializers.ListField(child=SealedRevisionShape())


class SealedHandShape(Shape):
    """A hand and its chain of revisions, with confirmations, comments, variations, disputes and second logs."""

    id = serializers.UUIDField()
    position = serializers.IntegerField()
    recorded_by = serializers.UUIDField()
    head = serializers.CharField()
    revisions = serializers.ListField(child=SealedRevisionShape())
    confirmations = serializers.ListField(child=serializers.DictField())
    comments = serializers.ListField(child=serializers.DictField())
    variations = serializers.ListField(child=serializers.DictField())
    disputes = serializers.ListField(child=serializers.DictField())
    transcripts = serializers.ListField(child=serializers.DictField())


class SeatedShape(Shape):
    """A player of the session."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    erased = serializers.BooleanField()


class BundledEntryShape(Shape):
    """The last entry of a fact in the club's journal, with the columns that it seals."""

    number = serializers.IntegerField()
    kind = serializers.CharField()
    subject = serializers.CharField()
    content = serializers.CharField(help_text="The digest of the columns.")
    salted = serializers.CharField(allow_blank=True)
    salt = serializers.CharField(allow_blank=True)
    previous = serializers.CharField(allow_blank=True)
    digest = serializers.CharField()
    columns = serializers.DictField(help_text="Those that never change.")
    open = serializers.ListField(
        child=serializers.CharField(), help_text="The keys in the salted digest."
    )


class BundledJournalShape(Shape):
    """The entries about the facts in the bundle, and the facts that had none yet."""

    entries = serializers.ListField(child=BundledEntryShape())
    unsealed = serializers.ListField(child=serializers.CharField())


class BundleShape(Shape):
    """A session with its history (docs/bundles.md)."""

    format = serializers.ChoiceField(["session-bundle/1"])
    club = serializers.UUIDField()
    session = SealedSessionShape()
    players = serializers.ListField(child=SeatedShape(), help_text="By seat, clockwise.")
    hands = serializers.ListField(child=SealedHandShape())
    adjudication = AdjudicationShape()
    journal = BundledJournalShape()
