"""Where a certain win was taken or given away: a row for each hand whose ending workers have solved."""

from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

import scorekeeper.models.fields
from scorekeeper.migrations._journal_triggers import restore_triggers


def restore_bounds(apps, schema_editor):
    for name in ("0034_session_labels", "0045_bounds"):
        import_module(f"scorekeeper.migrations.{name}").restore_triggers(apps, schema_editor)


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0062_parquet_files")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="solves_endings",
            field=models.BooleanField(
                db_default=True,
                default=True,
                help_text="Of finished hands it is found out, with all cards open, where a certain win was taken or given away.",
            ),
        ),
        migrations.AddField(
            model_name="adjudication",
            name="solved_for",
            field=models.CharField(blank=True, db_default="", default="", max_length=80),
        ),
        migrations.CreateModel(
            name="SolvedEnding",
            fields=[
                ("hand", models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="ending", serialize=False, to="scorekeeper.hand")),
                ("input_digest", models.CharField(max_length=80)),
                ("analysis", scorekeeper.models.fields.JSONTextField()),
                ("by_seat", scorekeeper.models.fields.JSONTextField()),
                ("solved_at", models.DateTimeField()),
                ("club", models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="scorekeeper.club")),
            ],
        ),
        migrations.RunPython(restore_triggers, migrations.RunPython.noop),
        migrations.RunPython(restore_bounds, migrations.RunPython.noop),
    ]
