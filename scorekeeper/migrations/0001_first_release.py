"""The tables of release 1.0.0 in one migration, so that a new database is there sooner.

It replaces the migrations of that release: to a database that has applied them all, it counts as applied.  They had left
checks of foreign keys in SQLite's tables of derived rows, which the models do not ask for and PostgreSQL's tables do not
have; in a new database there are none, and 0051 removes them from the others.
"""

import uuid

import django.contrib.auth.models
import django.contrib.auth.validators
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from scorekeeper.migrations import _journal_triggers as triggers
from scorekeeper.migrations._together import Together
from scorekeeper.models import fields, revisions, sessions, tokens, webhooks

REPLACED = (
    "0001_clubs_sessions_hands",
    "0002_corrections_disputes_links",
    "0003_audit_entries_stay",
    "0004_hands_recorded_through_links",
    "0005_scoring_plans",
    "0006_rebuilds",
    "0007_ratings",
    "0008_webhooks",
    "0009_showings",
    "0012_comments",
    "0013_invitations",
    "0014_clubs_show_past_tricks",
    "0015_dispute_statements",
    "0016_fewer_indexes",
    "0017_derived_unchecked",
    "0018_token_scopes",
    "0019_journals",
    "0020_uploaded_files",
    "0021_import_options",
)
ROLES = [("owner", "Owner"), ("referee", "Referee"), ("scorer", "Scorer"), ("member", "Member")]
VISIBILITIES = [("private", "Private"), ("public", "Public")]


class Migration(migrations.Migration):

    initial = True
    replaces = [("scorekeeper", name) for name in REPLACED]
    dependencies = [("auth", "0012_alter_user_first_name_max_length")]

    operations = [
        Together([
            migrations.CreateModel(
                name="User",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("password", models.CharField(max_length=128, verbose_name="password")),
                    ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                    ("is_superuser", models.BooleanField(default=False, help_text="Designates that this user has all permissions without explicitly assigning them.", verbose_name="superuser status")),
                    ("username", models.CharField(error_messages={"unique": "A user with that username already exists."}, help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.", max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name="username")),
                    ("first_name", models.CharField(blank=True, max_length=150, verbose_name="first name")),
                    ("last_name", models.CharField(blank=True, max_length=150, verbose_name="last name")),
                    ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                    ("is_staff", models.BooleanField(default=False, help_text="Designates whether the user can log into this admin site.", verbose_name="staff status")),
                    ("is_active", models.BooleanField(default=True, help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.", verbose_name="active")),
                    ("date_joined", models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined")),
                    ("language", models.CharField(blank=True, db_default="", default="", max_length=10)),
                    ("theme", models.CharField(blank=True, choices=[("light", "Light"), ("dark", "Dark")], db_default="", default="", max_length=10)),
                    ("groups", models.ManyToManyField(blank=True, help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.", related_name="user_set", related_query_name="user", to="auth.group", verbose_name="groups")),
                    ("user_permissions", models.ManyToManyField(blank=True, help_text="Specific permissions for this user.", related_name="user_set", related_query_name="user", to="auth.permission", verbose_name="user permissions")),
                ],
                options={
                    "verbose_name": "user",
                    "verbose_name_plural": "users",
                },
                managers=[("objects", django.contrib.auth.models.UserManager())],
            ),
            migrations.CreateModel(
                name="Club",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("name", models.CharField(max_length=200)),
                    ("visibility", models.CharField(choices=VISIBILITIES, default="private", max_length=10)),
                    ("rules_on_own_hands", models.BooleanField(default=False, help_text="A referee may rule on a hand they played in; it is then said.")),
                    ("shows_past_tricks", models.BooleanField(db_default=False, default=False, help_text="In Gang of Four, past tricks of an unfinished hand are shown to those who look on (G36).")),
                    ("created_at", models.DateTimeField(auto_now_add=True)),
                ],
                options={
                    "ordering": ["name", "id"],
                    "constraints": [
                        models.CheckConstraint(condition=~models.Q(name=""), name="club_has_a_name", violation_error_message="A club needs a name."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Season",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.PROTECT, related_name="seasons")),
                    ("name", models.CharField(max_length=200)),
                    ("starts_on", models.DateField(blank=True, null=True)),
                    ("ends_on", models.DateField(blank=True, null=True)),
                    ("visibility", models.CharField(choices=VISIBILITIES, default="private", max_length=10)),
                    ("created_at", models.DateTimeField(auto_now_add=True)),
                ],
                options={
                    "ordering": ["-starts_on", "name", "id"],
                    "constraints": [
                        models.CheckConstraint(condition=~models.Q(name=""), name="season_has_a_name", violation_error_message="A season needs a name."),
                        models.UniqueConstraint(fields=("club", "name"), name="season_named_once_in_a_club", violation_error_message="Two seasons of a club cannot have the same name."),
                        models.CheckConstraint(condition=models.Q(ends_on__gte=models.F("starts_on")) | models.Q(starts_on=None) | models.Q(ends_on=None), name="season_ends_after_it_starts", violation_error_message="A season cannot end before it starts."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Session",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.PROTECT, related_name="sessions")),
                    ("season", models.ForeignKey("scorekeeper.season", models.PROTECT, blank=True, null=True, related_name="sessions")),
                    ("visibility", models.CharField(choices=VISIBILITIES, default="private", max_length=10)),
                    ("created_at", models.DateTimeField()),
                    ("created_by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                    ("head", models.OneToOneField("scorekeeper.sessionrevision", models.PROTECT, related_name="+")),
                    ("variant", models.CharField(choices=sessions.variant_choices, max_length=40)),
                    ("played_on", models.DateField(blank=True, null=True)),
                    ("place", models.CharField(blank=True, max_length=200)),
                    ("event", models.CharField(blank=True, max_length=200)),
                    ("round", models.CharField(blank=True, max_length=200)),
                    ("table", models.CharField(blank=True, max_length=200)),
                ],
                options={
                    "ordering": ["-created_at", "id"],
                    "indexes": [
                        models.Index(fields=["club", "-created_at"], name="sessions_of_a_club"),
                        models.Index(fields=["club", "event", "round", "table"], name="sessions_of_an_event"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Link",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.PROTECT, related_name="+")),
                    ("session", models.ForeignKey("scorekeeper.session", models.PROTECT, related_name="links")),
                    ("label", models.CharField(blank=True, max_length=200)),
                    ("created_by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                    ("created_at", models.DateTimeField()),
                    ("expires_at", models.DateTimeField()),
                ],
                options={
                    "ordering": ["-created_at", "id"],
                },
            ),
            migrations.CreateModel(
                name="Hand",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.PROTECT, db_index=False, related_name="hands")),
                    ("session", models.ForeignKey("scorekeeper.session", models.PROTECT, db_index=False, related_name="hands")),
                    ("position", models.PositiveIntegerField()),
                    ("recorded_by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, db_index=False, related_name="+")),
                    ("recorded_through", models.ForeignKey("scorekeeper.link", models.PROTECT, db_index=False, null=True, related_name="+")),
                    ("head", models.OneToOneField("scorekeeper.handrevision", models.PROTECT, related_name="+")),
                ],
                options={
                    "ordering": ["position"],
                    "indexes": [
                        models.Index(fields=["club", "id"], name="hands_of_a_club"),
                    ],
                    "constraints": [
                        models.UniqueConstraint(fields=("session", "position"), name="hand_numbered_once", violation_error_message="Two hands of a session cannot have the same position."),
                        models.CheckConstraint(condition=models.Q(position__gte=1), name="hands_count_from_one", violation_error_message="Hands count from 1."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="HandRevision",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.PROTECT, db_index=False, related_name="+")),
                    ("number", models.PositiveIntegerField()),
                    ("kind", models.CharField(choices=revisions.kind_choices, max_length=20)),
                    ("cause", models.CharField(blank=True, choices=revisions.cause_choices, max_length=20)),
                    ("reason", models.TextField(blank=True)),
                    ("by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, db_index=False, related_name="+")),
                    ("at", models.DateTimeField()),
                    ("content", fields.CanonicalJSONField()),
                    ("text", fields.CanonicalJSONField()),
                    ("text_salt", models.CharField(blank=True, max_length=64)),
                    ("text_digest", models.CharField(max_length=80)),
                    ("previous_digest", models.CharField(blank=True, max_length=80)),
                    ("digest", models.CharField(max_length=80)),
                    ("hand", models.ForeignKey("scorekeeper.hand", models.PROTECT, db_index=False, related_name="revisions")),
                    ("session", models.ForeignKey("scorekeeper.session", models.PROTECT, related_name="+")),
                    ("position", models.PositiveIntegerField()),
                ],
                options={
                    "ordering": ["number"],
                    "constraints": [
                        models.UniqueConstraint(fields=("hand", "number"), name="hand_revision_numbered_once", violation_error_message="A hand has one revision of each number."),
                        models.CheckConstraint(condition=models.Q(number__gte=1), name="hand_revisions_count_from_one", violation_error_message="Revisions count from 1."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Member",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.CASCADE, related_name="members")),
                    ("user", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="memberships")),
                    ("role", models.CharField(choices=ROLES, max_length=10)),
                    ("since", models.DateTimeField()),
                ],
                options={
                    "ordering": ["since", "id"],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "user"), name="member_has_one_role", violation_error_message="A member has one role in a club."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="MembershipChange",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.PROTECT, related_name="membership_changes")),
                    ("user", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                    ("role", models.CharField(blank=True, choices=ROLES, max_length=10)),
                    ("by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                    ("at", models.DateTimeField()),
                ],
                options={
                    "ordering": ["at", "id"],
                },
            ),
            migrations.CreateModel(
                name="Player",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.PROTECT, related_name="players")),
                    ("name", models.CharField(max_length=200)),
                    ("user", models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, blank=True, help_text="The member whose account this player is.", null=True, related_name="players")),
                    ("created_at", models.DateTimeField(auto_now_add=True)),
                ],
                options={
                    "ordering": ["name", "id"],
                    "constraints": [
                        models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name", violation_error_message="A player needs a name."),
                        models.UniqueConstraint(fields=("club", "name"), name="player_named_once_in_a_club", violation_error_message="Two players of a club cannot have the same name."),
                        models.UniqueConstraint(fields=("club", "user"), name="account_plays_as_one_player_in_a_club", violation_error_message="An account belongs to one player of a club."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Score",
                fields=[
                    ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                    ("hand", models.ForeignKey("scorekeeper.hand", models.CASCADE, db_constraint=False, db_index=False, related_name="scores")),
                    ("club", models.ForeignKey("scorekeeper.club", models.CASCADE, db_constraint=False, db_index=False, related_name="+")),
                    ("seat", models.PositiveSmallIntegerField()),
                    ("player", models.ForeignKey("scorekeeper.player", models.PROTECT, db_constraint=False, related_name="scores")),
                    ("points", models.FloatField(null=True)),
                    ("place", models.PositiveSmallIntegerField(null=True)),
                    ("cards_left", models.PositiveSmallIntegerField(null=True)),
                ],
                options={
                    "ordering": ["seat"],
                    "constraints": [
                        models.UniqueConstraint(fields=("hand", "seat"), name="seat_scores_once_a_hand", violation_error_message="A seat has one score a hand."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Seat",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("session", models.ForeignKey("scorekeeper.session", models.CASCADE, related_name="seats")),
                    ("player", models.ForeignKey("scorekeeper.player", models.PROTECT, related_name="seats")),
                    ("number", models.PositiveSmallIntegerField()),
                ],
                options={
                    "ordering": ["number"],
                    "constraints": [
                        models.UniqueConstraint(fields=("session", "number"), name="seat_taken_once", violation_error_message="Two players cannot share a seat."),
                        models.UniqueConstraint(fields=("session", "player"), name="player_seated_once", violation_error_message="A player cannot take two seats."),
                        models.CheckConstraint(condition=models.Q(number__gte=1), name="seats_count_from_one", violation_error_message="Seats count from 1."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="SessionRevision",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.PROTECT, db_index=False, related_name="+")),
                    ("number", models.PositiveIntegerField()),
                    ("kind", models.CharField(choices=revisions.kind_choices, max_length=20)),
                    ("cause", models.CharField(blank=True, choices=revisions.cause_choices, max_length=20)),
                    ("reason", models.TextField(blank=True)),
                    ("by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, db_index=False, related_name="+")),
                    ("at", models.DateTimeField()),
                    ("content", fields.CanonicalJSONField()),
                    ("text", fields.CanonicalJSONField()),
                    ("text_salt", models.CharField(blank=True, max_length=64)),
                    ("text_digest", models.CharField(max_length=80)),
                    ("previous_digest", models.CharField(blank=True, max_length=80)),
                    ("digest", models.CharField(max_length=80)),
                    ("session", models.ForeignKey("scorekeeper.session", models.PROTECT, related_name="revisions")),
                ],
                options={
                    "ordering": ["number"],
                    "constraints": [
                        models.UniqueConstraint(fields=("session", "number"), name="session_revision_numbered_once", violation_error_message="A session has one revision of each number."),
                        models.CheckConstraint(condition=models.Q(number__gte=1), name="session_revisions_count_from_one", violation_error_message="Revisions count from 1."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Token",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("token_key", models.CharField(db_index=True, max_length=25)),
                    ("user", models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="auth_token_set")),
                    ("created", models.DateTimeField(auto_now_add=True)),
                    ("expiry", models.DateTimeField(blank=True, null=True)),
                    ("digest", models.CharField(max_length=128, unique=True)),
                    ("label", models.CharField(blank=True, max_length=200)),
                    ("scopes", fields.JSONTextField(db_default=["read", "log", "referee", "administer"], default=tokens.least_scopes)),
                    ("only_club", models.ForeignKey("scorekeeper.club", models.CASCADE, null=True, related_name="+")),
                ],
                options={
                    "ordering": ["-created"],
                },
            ),
            migrations.CreateModel(
                name="Verdict",
                fields=[
                    ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                    ("hand", models.ForeignKey("scorekeeper.hand", models.CASCADE, db_constraint=False, db_index=False, related_name="verdicts")),
                    ("club", models.ForeignKey("scorekeeper.club", models.CASCADE, db_constraint=False, db_index=False, related_name="+")),
                    ("event", models.PositiveIntegerField()),
                    ("seat", models.PositiveSmallIntegerField(null=True)),
                    ("verdict", models.CharField(max_length=20)),
                    ("fault", models.CharField(blank=True, max_length=40)),
                    ("rule", models.CharField(blank=True, max_length=40)),
                    ("template", models.TextField(blank=True)),
                    ("parameters", fields.JSONTextField(default=dict)),
                    ("reason", models.TextField(blank=True)),
                ],
                options={
                    "ordering": ["event"],
                    "indexes": [
                        models.Index(fields=["club", "fault", "rule"], name="verdicts_by_fault"),
                    ],
                    "constraints": [
                        models.UniqueConstraint(fields=("hand", "event"), name="event_judged_once", violation_error_message="An event has one verdict."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Replay",
                fields=[
                    ("hand", models.OneToOneField("scorekeeper.hand", models.CASCADE, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.CASCADE, related_name="+")),
                    ("input_digest", models.CharField(max_length=80)),
                    ("frame_version", models.PositiveIntegerField()),
                    ("frames", fields.JSONTextField()),
                    ("built_at", models.DateTimeField()),
                ],
                options={
                    "indexes": [
                        models.Index(fields=["frame_version", "hand"], name="replays_by_form"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Adjudication",
                fields=[
                    ("hand", models.OneToOneField("scorekeeper.hand", models.CASCADE, db_constraint=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.CASCADE, db_constraint=False, db_index=False, related_name="+")),
                    ("input_digest", models.CharField(max_length=80)),
                    ("rules_digest", models.CharField(max_length=80)),
                    ("carried_in", fields.JSONTextField()),
                    ("carried_out", fields.JSONTextField()),
                    ("status", models.CharField(max_length=20)),
                    ("answer", fields.JSONTextField()),
                    ("replay", models.OneToOneField("scorekeeper.replay", models.SET_NULL, null=True, related_name="+")),
                ],
                options={
                    "indexes": [
                        models.Index(condition=models.Q(replay=None), fields=["hand"], name="replays_to_build"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Result",
                fields=[
                    ("session", models.OneToOneField("scorekeeper.session", models.CASCADE, db_constraint=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.CASCADE, db_constraint=False, db_index=False, related_name="+")),
                    ("input_digest", models.CharField(max_length=80)),
                    ("hands", models.PositiveIntegerField()),
                    ("totals", fields.JSONTextField(null=True)),
                    ("over", models.BooleanField()),
                    ("winners", fields.JSONTextField()),
                    ("showings", fields.JSONTextField(null=True)),
                ],
                options={
                    "indexes": [
                        models.Index(condition=models.Q(showings=None), fields=["session"], name="showings_to_count"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="PlayerMerge",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.PROTECT, related_name="+")),
                    ("player", models.ForeignKey("scorekeeper.player", models.PROTECT, related_name="merges")),
                    ("into", models.ForeignKey("scorekeeper.player", models.PROTECT, related_name="absorbed")),
                    ("by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                    ("at", models.DateTimeField()),
                ],
                options={
                    "ordering": ["at", "id"],
                    "constraints": [
                        models.CheckConstraint(condition=~models.Q(player=models.F("into")), name="nobody_is_merged_into_themselves", violation_error_message="A player cannot be merged into themselves."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Dispute",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.PROTECT, related_name="disputes")),
                    ("hand", models.ForeignKey("scorekeeper.hand", models.PROTECT, related_name="disputes")),
                    ("revision", models.ForeignKey("scorekeeper.handrevision", models.PROTECT, related_name="+")),
                    ("event", models.PositiveIntegerField(null=True)),
                    ("claim", models.TextField()),
                    ("grounds", models.TextField(blank=True)),
                    ("evidence", models.TextField(blank=True)),
                    ("verdict", fields.JSONTextField(null=True)),
                    ("fault", models.CharField(blank=True, max_length=40)),
                    ("rule", models.CharField(blank=True, max_length=40)),
                    ("raised_by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                    ("raised_at", models.DateTimeField()),
                ],
                options={
                    "ordering": ["-raised_at", "id"],
                    "indexes": [
                        models.Index(fields=["club", "fault", "rule"], name="disputes_by_fault"),
                    ],
                    "constraints": [
                        models.CheckConstraint(condition=~models.Q(claim=""), name="dispute_says_what_is_wrong", violation_error_message="A dispute says what is wrong."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Erasure",
                fields=[
                    ("player", models.OneToOneField("scorekeeper.player", models.PROTECT, primary_key=True, related_name="erasure", serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.PROTECT, related_name="+")),
                    ("number", models.PositiveIntegerField()),
                    ("by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                    ("at", models.DateTimeField()),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "number"), name="erased_player_numbered_once", violation_error_message="Two erased players cannot have the same number."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="GivenAnswer",
                fields=[
                    ("id", models.BigAutoField(primary_key=True, serialize=False)),
                    ("owner", models.CharField(max_length=80)),
                    ("key", models.CharField(max_length=255)),
                    ("request_digest", models.CharField(max_length=80)),
                    ("status", models.PositiveSmallIntegerField(default=0)),
                    ("headers", models.TextField(default="{}")),
                    ("body", models.TextField(default="")),
                    ("at", models.DateTimeField(db_index=True)),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("owner", "key"), name="key_used_once", violation_error_message="A key stands for one request."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Import",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.PROTECT, related_name="imports")),
                    ("by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                    ("at", models.DateTimeField()),
                    ("notation", models.CharField(max_length=10)),
                    ("source", models.TextField()),
                    ("source_digest", models.CharField(max_length=80)),
                    ("names", fields.JSONTextField(default=dict)),
                    ("options", fields.JSONTextField(db_default={}, default=dict)),
                    ("dry_run", models.BooleanField(default=False)),
                    ("state", models.CharField(choices=[("waiting", "Waiting"), ("running", "Running"), ("done", "Done"), ("failed", "Failed"), ("cancelled", "Cancelled")], default="waiting", max_length=10)),
                    ("lines", models.PositiveIntegerField(default=0)),
                    ("done", models.PositiveIntegerField(default=0)),
                    ("worked_on_at", models.DateTimeField(null=True)),
                ],
                options={
                    "ordering": ["-at", "id"],
                },
            ),
            migrations.CreateModel(
                name="ImportLine",
                fields=[
                    ("id", models.BigAutoField(primary_key=True, serialize=False)),
                    ("within", models.ForeignKey("scorekeeper.import", models.CASCADE, related_name="report")),
                    ("number", models.PositiveIntegerField()),
                    ("outcome", models.CharField(max_length=20)),
                    ("session", models.UUIDField(null=True)),
                    ("details", fields.JSONTextField(default=dict)),
                ],
                options={
                    "ordering": ["number"],
                    "constraints": [
                        models.UniqueConstraint(fields=("within", "number"), name="line_reported_once", violation_error_message="A line of an import is reported once."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="LinkRevocation",
                fields=[
                    ("link", models.OneToOneField("scorekeeper.link", models.PROTECT, primary_key=True, related_name="revocation", serialize=False)),
                    ("by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                    ("at", models.DateTimeField()),
                ],
            ),
            migrations.CreateModel(
                name="AuditEntry",
                fields=[
                    ("id", models.BigAutoField(primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.PROTECT, db_index=False, null=True, related_name="audit_entries")),
                    ("at", models.DateTimeField()),
                    ("by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="audit_entries")),
                    ("link", models.ForeignKey("scorekeeper.link", models.PROTECT, null=True, related_name="audit_entries")),
                    ("act", models.CharField(max_length=60)),
                    ("kind", models.CharField(max_length=40)),
                    ("subject", models.CharField(max_length=40)),
                    ("details", fields.JSONTextField(default=dict)),
                ],
                options={
                    "ordering": ["-id"],
                    "verbose_name_plural": "audit entries",
                    "indexes": [
                        models.Index(fields=["club", "-id"], name="audit_of_a_club"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="LoggedEvent",
                fields=[
                    ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                    ("hand", models.ForeignKey("scorekeeper.hand", models.PROTECT, related_name="logged_events")),
                    ("event", models.UUIDField()),
                    ("number", models.PositiveIntegerField()),
                    ("text", models.TextField()),
                    ("revision", models.ForeignKey("scorekeeper.handrevision", models.PROTECT, related_name="+")),
                ],
                options={
                    "ordering": ["number"],
                    "constraints": [
                        models.UniqueConstraint(fields=("hand", "event"), name="event_logged_once", violation_error_message="An event is logged once."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="MergeReversal",
                fields=[
                    ("merge", models.OneToOneField("scorekeeper.playermerge", models.PROTECT, primary_key=True, related_name="reversal", serialize=False)),
                    ("by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                    ("at", models.DateTimeField()),
                ],
            ),
            migrations.CreateModel(
                name="Ruling",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.PROTECT, related_name="rulings")),
                    ("dispute", models.OneToOneField("scorekeeper.dispute", models.PROTECT, related_name="ruling")),
                    ("revision", models.ForeignKey("scorekeeper.handrevision", models.PROTECT, related_name="+")),
                    ("decision", models.CharField(choices=[("stands", "Stands"), ("taken-back", "Taken Back"), ("adjustment", "Adjustment"), ("annulled", "Annulled"), ("replayed", "Replayed")], max_length=20)),
                    ("seat", models.PositiveSmallIntegerField(null=True)),
                    ("points", models.FloatField(null=True)),
                    ("reason", models.TextField()),
                    ("fault", models.CharField(blank=True, max_length=40)),
                    ("rule", models.CharField(blank=True, max_length=40)),
                    ("by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                    ("at", models.DateTimeField()),
                    ("own_hand", models.BooleanField(default=False)),
                ],
                options={
                    "ordering": ["-at", "id"],
                    "indexes": [
                        models.Index(fields=["club", "fault", "rule"], name="rulings_by_fault"),
                    ],
                    "constraints": [
                        models.CheckConstraint(condition=~models.Q(reason=""), name="ruling_says_why", violation_error_message="A ruling says why."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Transcript",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.PROTECT, related_name="+")),
                    ("hand", models.ForeignKey("scorekeeper.hand", models.PROTECT, related_name="transcripts")),
                    ("by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                    ("link", models.ForeignKey("scorekeeper.link", models.PROTECT, null=True, related_name="+")),
                    ("at", models.DateTimeField()),
                    ("content", fields.CanonicalJSONField()),
                    ("text", fields.CanonicalJSONField()),
                ],
                options={
                    "ordering": ["at", "id"],
                },
            ),
            migrations.CreateModel(
                name="Confirmation",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.PROTECT, related_name="+")),
                    ("hand", models.ForeignKey("scorekeeper.hand", models.PROTECT, related_name="confirmations")),
                    ("revision", models.ForeignKey("scorekeeper.handrevision", models.PROTECT, related_name="confirmations")),
                    ("seat", models.PositiveSmallIntegerField(null=True)),
                    ("by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                    ("at", models.DateTimeField()),
                ],
                options={
                    "ordering": ["at", "id"],
                    "constraints": [
                        models.UniqueConstraint(fields=("revision", "by"), name="revision_confirmed_once_by_each", violation_error_message="Somebody confirms a revision once."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Withdrawal",
                fields=[
                    ("dispute", models.OneToOneField("scorekeeper.dispute", models.PROTECT, primary_key=True, related_name="withdrawal", serialize=False)),
                    ("by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                    ("at", models.DateTimeField()),
                ],
            ),
            migrations.CreateModel(
                name="Recount",
                fields=[
                    ("id", models.BigAutoField(primary_key=True, serialize=False)),
                    ("season", models.ForeignKey("scorekeeper.season", models.CASCADE, related_name="recounts")),
                    ("session", models.ForeignKey("scorekeeper.session", models.CASCADE, null=True, related_name="+")),
                ],
                options={
                    "ordering": ["id"],
                },
            ),
            migrations.CreateModel(
                name="ScoringPlan",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.PROTECT, related_name="+")),
                    ("season", models.ForeignKey("scorekeeper.season", models.PROTECT, related_name="plans")),
                    ("number", models.PositiveIntegerField()),
                    ("plan", fields.CanonicalJSONField()),
                    ("by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                    ("at", models.DateTimeField()),
                    ("reason", models.TextField(blank=True)),
                ],
                options={
                    "ordering": ["number"],
                    "constraints": [
                        models.UniqueConstraint(fields=("season", "number"), name="plan_numbered_once", violation_error_message="A season has one scoring plan of each number."),
                        models.CheckConstraint(condition=models.Q(number__gte=1), name="plans_count_from_one", violation_error_message="Scoring plans count from 1."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Standing",
                fields=[
                    ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                    ("season", models.ForeignKey("scorekeeper.season", models.CASCADE, related_name="standings")),
                    ("club", models.ForeignKey("scorekeeper.club", models.CASCADE, related_name="+")),
                    ("player", models.ForeignKey("scorekeeper.player", models.PROTECT, related_name="standings")),
                    ("line", fields.JSONTextField()),
                    ("input_digest", models.CharField(max_length=80)),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("season", "player"), name="player_stands_once_in_a_season", violation_error_message="A player has one standing in a season."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Tally",
                fields=[
                    ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                    ("session", models.ForeignKey("scorekeeper.session", models.CASCADE, related_name="tallies")),
                    ("club", models.ForeignKey("scorekeeper.club", models.CASCADE, related_name="+")),
                    ("seat", models.PositiveSmallIntegerField()),
                    ("player", models.ForeignKey("scorekeeper.player", models.PROTECT, related_name="tallies")),
                    ("input_digest", models.CharField(max_length=80)),
                    ("lowest_wins", models.BooleanField()),
                    ("hands", models.PositiveIntegerField()),
                    ("unproved", models.PositiveIntegerField()),
                    ("points", models.FloatField()),
                    ("adjustments", models.FloatField()),
                    ("places", fields.JSONTextField()),
                    ("illegal", models.PositiveIntegerField()),
                    ("place", models.PositiveSmallIntegerField(null=True)),
                ],
                options={
                    "ordering": ["seat"],
                    "verbose_name_plural": "tallies",
                    "constraints": [
                        models.UniqueConstraint(fields=("session", "seat"), name="seat_tallied_once", violation_error_message="A seat has one tally a session."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Rebuild",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.PROTECT, related_name="rebuilds")),
                    ("season", models.ForeignKey("scorekeeper.season", models.PROTECT, null=True, related_name="rebuilds")),
                    ("session", models.ForeignKey("scorekeeper.session", models.PROTECT, null=True, related_name="rebuilds")),
                    ("by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                    ("at", models.DateTimeField()),
                    ("cancelled_at", models.DateTimeField(null=True)),
                    ("done_at", models.DateTimeField(null=True)),
                ],
                options={
                    "ordering": ["at", "id"],
                    "indexes": [
                        models.Index(condition=models.Q(cancelled_at=None, done_at=None), fields=["at", "id"], name="rebuilds_under_way"),
                    ],
                    "constraints": [
                        models.CheckConstraint(condition=models.Q(season=None) | models.Q(session=None), name="rebuild_of_a_season_or_a_session", violation_error_message="A rebuild is of a club, of a season or of a session."),
                        models.CheckConstraint(condition=models.Q(cancelled_at=None) | models.Q(done_at=None), name="rebuild_ends_once", violation_error_message="What is done is not cancelled."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="RebuildFailure",
                fields=[
                    ("id", models.BigAutoField(primary_key=True, serialize=False)),
                    ("within", models.ForeignKey("scorekeeper.rebuild", models.CASCADE, related_name="failures")),
                    ("hand", models.ForeignKey("scorekeeper.hand", models.CASCADE, related_name="+")),
                    ("at", models.DateTimeField()),
                ],
                options={
                    "ordering": ["id"],
                    "constraints": [
                        models.UniqueConstraint(fields=("within", "hand"), name="failure_noted_once", violation_error_message="A rebuild fails once for a hand."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="RatingList",
                fields=[
                    ("id", models.BigAutoField(primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.CASCADE, related_name="+")),
                    ("season", models.ForeignKey("scorekeeper.season", models.CASCADE, null=True, related_name="+")),
                    ("variant", models.CharField(blank=True, max_length=40)),
                    ("method", models.CharField(max_length=80)),
                    ("counted_from", models.CharField(blank=True, max_length=60)),
                    ("under_way", models.BooleanField(default=False)),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("season", "variant"), name="season_has_one_list_a_game", violation_error_message="A season has one list of ratings a game."),
                        models.UniqueConstraint(condition=models.Q(season=None), fields=("club", "variant"), name="club_has_one_list_a_game", violation_error_message="A club has one list of ratings a game."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Rating",
                fields=[
                    ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                    ("list", models.ForeignKey("scorekeeper.ratinglist", models.CASCADE, db_index=False, related_name="ratings")),
                    ("club", models.ForeignKey("scorekeeper.club", models.CASCADE, related_name="+")),
                    ("player", models.ForeignKey("scorekeeper.player", models.PROTECT, related_name="+")),
                    ("moment", models.CharField(max_length=60)),
                    ("mu", models.FloatField()),
                    ("sigma", models.FloatField()),
                    ("hands", models.PositiveIntegerField()),
                    ("input_digest", models.CharField(max_length=80)),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("list", "player"), name="player_is_rated_once_in_a_list", violation_error_message="A player has one rating in a list."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="RatingStep",
                fields=[
                    ("id", models.BigAutoField(primary_key=True, serialize=False)),
                    ("list", models.ForeignKey("scorekeeper.ratinglist", models.CASCADE, db_index=False, related_name="steps")),
                    ("club", models.ForeignKey("scorekeeper.club", models.CASCADE, db_index=False, related_name="+")),
                    ("session", models.ForeignKey("scorekeeper.session", models.CASCADE, related_name="+")),
                    ("player", models.ForeignKey("scorekeeper.player", models.PROTECT, related_name="+")),
                    ("moment", models.CharField(max_length=60)),
                    ("mu", models.FloatField()),
                    ("sigma", models.FloatField()),
                    ("hands", models.PositiveIntegerField()),
                    ("input_digest", models.CharField(max_length=80)),
                ],
                options={
                    "ordering": ["moment"],
                    "indexes": [
                        models.Index(fields=["list", "moment"], name="steps_in_order_of_play"),
                    ],
                    "constraints": [
                        models.UniqueConstraint(fields=("list", "player", "moment"), name="session_leaves_a_player_somewhere_once", violation_error_message="A player has one rating after a session."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Rerating",
                fields=[
                    ("id", models.BigAutoField(primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.CASCADE, db_constraint=False, related_name="+")),
                    ("session", models.ForeignKey("scorekeeper.session", models.CASCADE, db_constraint=False, db_index=False, related_name="reratings")),
                ],
                options={
                    "ordering": ["id"],
                },
            ),
            migrations.CreateModel(
                name="RatedSession",
                fields=[
                    ("session", models.OneToOneField("scorekeeper.session", models.CASCADE, primary_key=True, related_name="for_ratings", serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.CASCADE, related_name="+")),
                    ("season", models.ForeignKey("scorekeeper.season", models.CASCADE, null=True, related_name="+")),
                    ("variant", models.CharField(max_length=40)),
                    ("moment", models.CharField(max_length=60)),
                    ("players", fields.JSONTextField()),
                    ("places", fields.JSONTextField()),
                    ("hands", models.PositiveIntegerField()),
                    ("input_digest", models.CharField(max_length=80)),
                ],
                options={
                    "indexes": [
                        models.Index(fields=["club", "moment"], name="club_in_order_of_play"),
                        models.Index(fields=["season", "moment"], name="season_in_order_of_play"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Webhook",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.PROTECT, related_name="webhooks")),
                    ("label", models.CharField(blank=True, max_length=200)),
                    ("address", models.TextField()),
                    ("kinds", fields.JSONTextField()),
                    ("created_by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                    ("created_at", models.DateTimeField()),
                    ("secret_number", models.PositiveIntegerField(default=1)),
                    ("secret_since", models.DateTimeField()),
                    ("failing_since", models.DateTimeField(null=True)),
                    ("paused_at", models.DateTimeField(null=True)),
                    ("pause", models.CharField(blank=True, choices=webhooks.pause_choices, max_length=10)),
                ],
                options={
                    "ordering": ["created_at", "id"],
                    "constraints": [
                        models.CheckConstraint(condition=models.Q(pause="", paused_at=None) | (models.Q(paused_at__isnull=False) & ~models.Q(pause="")), name="webhook_paused_for_a_reason", violation_error_message="A webhook that is paused says why."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Delivery",
                fields=[
                    ("id", models.BigAutoField(primary_key=True, serialize=False)),
                    ("message", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                    ("webhook", models.ForeignKey("scorekeeper.webhook", models.CASCADE, related_name="deliveries")),
                    ("club", models.ForeignKey("scorekeeper.club", models.PROTECT, related_name="+")),
                    ("kind", models.CharField(max_length=40)),
                    ("at", models.DateTimeField()),
                    ("data", fields.JSONTextField()),
                    ("state", models.CharField(choices=webhooks.delivery_state_choices, default="waiting", max_length=10)),
                    ("attempts", models.PositiveIntegerField(default=0)),
                    ("next_try_at", models.DateTimeField(null=True)),
                    ("tried_at", models.DateTimeField(null=True)),
                    ("status_code", models.PositiveSmallIntegerField(null=True)),
                    ("problem", models.CharField(blank=True, max_length=200)),
                ],
                options={
                    "ordering": ["-id"],
                    "verbose_name_plural": "deliveries",
                    "indexes": [
                        models.Index(fields=["webhook", "-id"], name="deliveries_of_a_webhook"),
                        models.Index(condition=models.Q(state="waiting"), fields=["next_try_at"], name="deliveries_to_send"),
                        models.Index(fields=["at"], name="deliveries_by_age"),
                    ],
                    "constraints": [
                        models.CheckConstraint(condition=models.Q(next_try_at__isnull=False, state="waiting") | models.Q(~models.Q(state="waiting"), next_try_at=None), name="delivery_waits_for_a_try", violation_error_message="What waits has a next try, and nothing else has."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Comment",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.PROTECT, related_name="+")),
                    ("hand", models.ForeignKey("scorekeeper.hand", models.PROTECT, related_name="comments")),
                    ("revision", models.ForeignKey("scorekeeper.handrevision", models.PROTECT, related_name="+")),
                    ("event", models.PositiveIntegerField(null=True)),
                    ("text", models.TextField()),
                    ("by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                    ("at", models.DateTimeField()),
                ],
                options={
                    "ordering": ["at", "id"],
                    "constraints": [
                        models.CheckConstraint(condition=~models.Q(text=""), name="comment_says_something", violation_error_message="A comment says something."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="CommentRemoval",
                fields=[
                    ("comment", models.OneToOneField("scorekeeper.comment", models.PROTECT, primary_key=True, related_name="removal", serialize=False)),
                    ("by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                    ("at", models.DateTimeField()),
                ],
            ),
            migrations.CreateModel(
                name="Invitation",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.PROTECT, related_name="invitations")),
                    ("role", models.CharField(choices=ROLES, max_length=10)),
                    ("email", models.EmailField(blank=True, max_length=254)),
                    ("created_by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                    ("created_at", models.DateTimeField()),
                    ("expires_at", models.DateTimeField()),
                ],
                options={
                    "ordering": ["-created_at", "id"],
                },
            ),
            migrations.CreateModel(
                name="InvitationAcceptance",
                fields=[
                    ("invitation", models.OneToOneField("scorekeeper.invitation", models.PROTECT, primary_key=True, related_name="acceptance", serialize=False)),
                    ("user", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                    ("at", models.DateTimeField()),
                ],
            ),
            migrations.CreateModel(
                name="InvitationRevocation",
                fields=[
                    ("invitation", models.OneToOneField("scorekeeper.invitation", models.PROTECT, primary_key=True, related_name="revocation", serialize=False)),
                    ("by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                    ("at", models.DateTimeField()),
                ],
            ),
            migrations.CreateModel(
                name="DisputeStatement",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.PROTECT, related_name="+")),
                    ("dispute", models.ForeignKey("scorekeeper.dispute", models.PROTECT, related_name="statements")),
                    ("text", models.TextField()),
                    ("by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                    ("at", models.DateTimeField()),
                ],
                options={
                    "ordering": ["at", "id"],
                    "constraints": [
                        models.CheckConstraint(condition=~models.Q(text=""), name="statement_says_something", violation_error_message="A statement says something."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Journal",
                fields=[
                    ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ],
            ),
            migrations.CreateModel(
                name="JournalEntry",
                fields=[
                    ("id", models.BigAutoField(primary_key=True, serialize=False)),
                    ("journal", models.ForeignKey("scorekeeper.journal", models.PROTECT, db_index=False, related_name="entries")),
                    ("number", models.PositiveBigIntegerField()),
                    ("kind", models.CharField(max_length=40)),
                    ("subject", models.CharField(max_length=40)),
                    ("content", models.CharField(blank=True, max_length=80)),
                    ("salted", models.CharField(blank=True, max_length=80)),
                    ("salt", models.CharField(blank=True, max_length=64)),
                    ("digest", models.CharField(max_length=80)),
                ],
                options={
                    "ordering": ["number"],
                    "verbose_name_plural": "journal entries",
                    "indexes": [
                        models.Index(fields=["subject", "kind"], name="journal_entries_of_a_row"),
                    ],
                    "constraints": [
                        models.UniqueConstraint(fields=("journal", "number"), name="journal_entry_numbered_once", violation_error_message="A journal has one entry of each number."),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Unsealed",
                fields=[
                    ("id", models.BigAutoField(primary_key=True, serialize=False)),
                    ("kind", models.CharField(max_length=40)),
                    ("subject", models.CharField(blank=True, max_length=40)),
                    ("and_later", models.BooleanField(db_default=False, default=False)),
                ],
                options={
                    "verbose_name_plural": "unsealed",
                    "indexes": [
                        models.Index(fields=["kind", "subject"], name="unsealed_rows"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="ColumnMapping",
                fields=[
                    ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                    ("club", models.ForeignKey("scorekeeper.club", models.PROTECT, related_name="column_mappings")),
                    ("by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                    ("at", models.DateTimeField()),
                    ("columns", fields.JSONTextField(default=dict)),
                ],
                options={
                    "ordering": ["-at", "id"],
                },
            ),
            migrations.CreateModel(
                name="UploadedFile",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("upload", models.UUIDField()),
                    ("club", models.ForeignKey("scorekeeper.club", models.PROTECT, related_name="uploaded_files")),
                    ("by", models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")),
                    ("at", models.DateTimeField()),
                    ("number", models.PositiveSmallIntegerField()),
                    ("name", models.CharField(blank=True, max_length=200)),
                    ("notation", models.CharField(blank=True, max_length=10)),
                    ("text", models.TextField(blank=True)),
                    ("digest", models.CharField(max_length=80)),
                    ("problem", fields.JSONTextField(default=dict)),
                    ("dry_run", models.ForeignKey("scorekeeper.import", models.SET_NULL, null=True, related_name="uploaded_files")),
                ],
                options={
                    "ordering": ["upload", "number"],
                    "constraints": [
                        models.UniqueConstraint(fields=("upload", "number"), name="file_numbered_once", violation_error_message="A file of an upload has a number of its own."),
                    ],
                },
            ),
        ]),
        migrations.RunPython(triggers.add_triggers, triggers.drop_triggers),
    ]
