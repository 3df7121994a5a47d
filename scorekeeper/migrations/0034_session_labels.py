"""Keep each event, place, round and table of a club once, for searches: the database notes those of every session that is written."""

import django.db.models.deletion
from django.db import migrations, models

from scorekeeper.migrations._concurrent_indexes import AddIndexWhileServing

COLUMNS = ("event", "place", "round", "table")
POSTGRESQL = """
CREATE OR REPLACE FUNCTION note_session_labels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO scorekeeper_sessionlabel (club_id, text)
    SELECT DISTINCT NEW.club_id, label FROM unnest(ARRAY[NEW.event, NEW.place, NEW.round, NEW."table"]) AS label
    WHERE label <> '' AND NOT EXISTS (SELECT 1 FROM scorekeeper_sessionlabel WHERE club_id = NEW.club_id AND text = label);
    RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER labels_are_noted AFTER INSERT OR UPDATE OF event, place, round, "table" ON scorekeeper_session
    FOR EACH ROW EXECUTE FUNCTION note_session_labels();
"""
ON_SQLITE = """
CREATE TRIGGER IF NOT EXISTS {name} AFTER {when} ON scorekeeper_session FOR EACH ROW BEGIN
    INSERT INTO scorekeeper_sessionlabel (club_id, text)
    SELECT DISTINCT NEW.club_id, label FROM (
        SELECT NEW.event AS label UNION SELECT NEW.place UNION SELECT NEW.round UNION SELECT NEW."table"
    ) WHERE label <> '' AND NOT EXISTS (SELECT 1 FROM scorekeeper_sessionlabel WHERE club_id = NEW.club_id AND text = label);
END
"""
TRIGGERS = {
    "labels_are_noted": "INSERT",
    "changed_labels_are_noted": 'UPDATE OF event, place, round, "table"',
}


def add_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL)
        return
    for name, when in TRIGGERS.items():
        schema_editor.execute(ON_SQLITE.format(name=name, when=when))


def drop_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP TRIGGER labels_are_noted ON scorekeeper_session")
        schema_editor.execute("DROP FUNCTION note_session_labels()")
        return
    for name in TRIGGERS:
        schema_editor.execute(f"DROP TRIGGER {name}")


def note_earlier_labels(apps, schema_editor):
    """Note the labels of the sessions that are there; what is recorded meanwhile is noted by the triggers."""
    Session = apps.get_model("scorekeeper", "Session")
    SessionLabel = apps.get_model("scorekeeper", "SessionLabel")
    noted = set(SessionLabel.objects.values_list("club", "text"))
    for column in COLUMNS:
        labels = Session.objects.exclude(**{column: ""}).order_by().values_list("club", column)
        new = set(labels.distinct()) - noted
        SessionLabel.objects.bulk_create(
            (SessionLabel(club_id=club, text=text) for club, text in new), batch_size=1000
        )
        noted |= new


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("scorekeeper", "0033_room_for_month_figures")]

    operations = [
        migrations.CreateModel(
            name="SessionLabel",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.CharField(max_length=200)),
                ("club", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="scorekeeper.club")),
            ],
            options={"indexes": [models.Index(fields=["club", "text"], name="labels_of_a_club")]},
        ),
        AddIndexWhileServing(
            model_name="session",
            index=models.Index(
                fields=["club", "place", "-created_at"], condition=models.Q(place__gt=""), name="sessions_at_a_place",
            ),
        ),
        migrations.RunPython(add_triggers, drop_triggers),
        migrations.RunPython(note_earlier_labels, migrations.RunPython.noop),
    ]
