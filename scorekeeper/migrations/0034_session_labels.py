"""Keep each event, place, round and table of a club once, for searches.

A trigger notes the labels of every session that is written, so the previous release, imports and corrections need not know of it.
On SQLite a later migration that alters the table of sessions makes that table anew, without its triggers: it must add
``restore_triggers`` at its end.
"""

import django.db.models.deletion
from django.db import migrations, models

NOTE = """
    INSERT INTO scorekeeper_sessionlabel (club_id, kind, text)
    SELECT NEW.club_id, label.kind, label.text FROM (
        SELECT 'event' AS kind, NEW.event AS text UNION ALL SELECT 'place', NEW.place
        UNION ALL SELECT 'round', NEW.round UNION ALL SELECT 'table', NEW."table"
    ) AS label
    WHERE label.text <> '' AND NOT EXISTS (
        SELECT 1 FROM scorekeeper_sessionlabel AS noted
        WHERE noted.club_id = NEW.club_id AND noted.kind = label.kind AND noted.text = label.text
    );
"""
TRIGGERS = {
    "labels_are_noted": "INSERT ON scorekeeper_session",
    "changed_labels_are_noted": 'UPDATE OF event, place, round, "table" ON scorekeeper_session',
}


def add_triggers(apps, schema_editor):
    if schema_editor.connection.vendor != "postgresql":
        restore_triggers(apps, schema_editor)
        return
    schema_editor.execute(
        f"CREATE FUNCTION note_session_labels() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {NOTE} RETURN NULL; END $$"
    )
    for name, when in TRIGGERS.items():
        schema_editor.execute(f"CREATE TRIGGER {name} AFTER {when} FOR EACH ROW EXECUTE FUNCTION note_session_labels()")


def restore_triggers(apps, schema_editor):
    """Add the triggers that are missing on SQLite."""
    if schema_editor.connection.vendor == "sqlite":
        for name, when in TRIGGERS.items():
            schema_editor.execute(f"CREATE TRIGGER IF NOT EXISTS {name} AFTER {when} FOR EACH ROW BEGIN {NOTE} END")


def drop_triggers(apps, schema_editor):
    on_table = " ON scorekeeper_session" if schema_editor.connection.vendor == "postgresql" else ""
    for name in TRIGGERS:
        schema_editor.execute(f"DROP TRIGGER {name}{on_table}")
    if on_table:
        schema_editor.execute("DROP FUNCTION note_session_labels()")


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0033_room_for_month_figures")]

    operations = [
        migrations.CreateModel(
            name="SessionLabel",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=5)),
                ("text", models.CharField(max_length=200)),
                ("club", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="scorekeeper.club")),
            ],
            options={"indexes": [models.Index(fields=["club", "kind", "text"], name="labels_of_a_club")]},
        ),
        migrations.RunPython(add_triggers, drop_triggers),
    ]
