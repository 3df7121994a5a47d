
import django.db.models.deletion
from django.db import migrations, models

import scorekeeper.models.fields


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0031_scope_standings"),
    ]

    operations = [
        migrations.CreateModel(
            name="FiguresCount",
            fields=[
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="scorekeeper.club",
                    ),
                ),
                ("form", models.PositiveIntegerField(default=0)),
                ("under_way", models.BooleanField(default=False)),
                ("counted_to", models.UUIDField(null=True)),
                ("counted_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="FiguresChange",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("month", models.DateField()),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scorekeeper.club",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scorekeeper.player",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "month", "player"),
                        name="month_is_queued_once_a_player",
                        violation_error_message="A player's month is queued once.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="MonthFigures",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("season", models.UUIDField()),
                ("variant", models.CharField(blank=True, max_length=40)),
                ("public_only", models.BooleanField()),
                ("month", models.DateField()),
                ("totals", scorekeeper.models.fields.JSONTextField()),
                ("details", scorekeeper.models.fields.JSONTextField()),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scorekeeper.club",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scorekeeper.player",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "month figures",
                "indexes": [
                    models.Index(
                        fields=["club", "season", "variant", "public_only", "month"],
                        name="figures_of_a_club",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("player", "season", "variant", "public_only", "month"),
                        name="player_has_one_line_a_month",
                        violation_error_message="A player has one line of figures a month.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SessionFigures",
            fields=[
                (
                    "session",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="scorekeeper.session",
                    ),
                ),
                ("variant", models.CharField(max_length=40)),
                ("public", models.BooleanField()),
                ("day", models.DateField()),
                ("opened_at", models.DateTimeField()),
                ("input_digest", models.CharField(max_length=80)),
                ("figures", scorekeeper.models.fields.JSONTextField()),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scorekeeper.club",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scorekeeper.season",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "session figures",
                "indexes": [models.Index(fields=["club", "day"], name="figures_of_a_month")],
            },
        ),
    ]
