import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

import scorekeeper.models.fields


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0041_report_questions"),
    ]

    operations = [
        migrations.CreateModel(
            name="WhatIf",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("variant", models.CharField(max_length=40)),
                ("house_rules", scorekeeper.models.fields.JSONTextField(null=True)),
                ("at", models.DateTimeField()),
                ("tried_at", models.DateTimeField(null=True)),
                ("apply_from", models.DateTimeField(null=True)),
                ("reason", models.TextField(blank=True)),
                ("applied_at", models.DateTimeField(null=True)),
                ("cancelled_at", models.DateTimeField(null=True)),
                ("sessions", models.PositiveIntegerField(null=True)),
                ("left", models.PositiveIntegerField(null=True)),
                ("changed", models.PositiveIntegerField(default=0)),
                ("failed", models.PositiveIntegerField(default=0)),
                ("players", scorekeeper.models.fields.JSONTextField(default=list)),
                ("season_version", models.CharField(blank=True, max_length=80)),
                ("apply_by", models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("club", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="scorekeeper.club")),
                ("season", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="what_ifs", to="scorekeeper.season")),
            ],
            options={
                "indexes": [
                    models.Index(condition=Q(("cancelled_at", None), Q(("tried_at", None), Q(("applied_at", None), ("apply_from__isnull", False)), _connector="OR")), fields=["at", "id"], name="what_ifs_under_way"),
                ],
                "constraints": [
                    models.UniqueConstraint(condition=Q(("applied_at", None), ("apply_from__isnull", False), ("cancelled_at", None)), fields=("season", "variant"), name="one_application_in_a_season_at_a_time", violation_error_message="House rules are being applied to these sessions already."),
                ],
            },
        ),
        migrations.CreateModel(
            name="WhatIfSession",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("next_step", models.CharField(choices=[("try", "Try"), ("apply", "Apply"), ("nothing", "Nothing")], max_length=10)),
                ("input_digest", models.CharField(blank=True, max_length=80)),
                ("effects", scorekeeper.models.fields.JSONTextField(null=True)),
                ("outcome", scorekeeper.models.fields.JSONTextField(null=True)),
                ("failure", scorekeeper.models.fields.JSONTextField(null=True)),
                ("club", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="scorekeeper.club")),
                ("session", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="scorekeeper.session")),
                ("what_if", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="steps", to="scorekeeper.whatif")),
            ],
            options={
                "indexes": [
                    models.Index(condition=Q(("next_step", "nothing"), _negated=True), fields=["what_if", "id"], name="what_if_sessions_to_do"),
                    models.Index(condition=Q(("effects__isnull", False), ("failure__isnull", False), _connector="OR"), fields=["what_if", "id"], name="what_if_sessions_listed"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("what_if", "session"), name="session_is_tried_once_by_a_what_if", violation_error_message="Other house rules are tried once on a session."),
                ],
            },
        ),
    ]
