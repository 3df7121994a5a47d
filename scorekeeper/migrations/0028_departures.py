"""Clubs that moved to another installation, and triggers on audit entries that refuse to change such a club.

On PostgreSQL the check takes place when a transaction commits, after it has waited for a move that is being made: it locks the
club's row as a foreign key does, so that no change slips through between the move and the archive.  A release that does not know of moves is refused by the triggers, too.

On SQLite a later migration that makes the table of audit entries anew must add ``add_triggers`` at its end.
"""

import django.db.models.deletion
from django.db import migrations, models

POSTGRESQL = """
CREATE FUNCTION refuse_moved_club() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    moved_to text;
BEGIN
    PERFORM 1 FROM scorekeeper_club WHERE id = NEW.club_id FOR KEY SHARE;
    SELECT address INTO moved_to FROM scorekeeper_departure WHERE club_id = NEW.club_id;
    IF FOUND THEN
        RAISE EXCEPTION USING MESSAGE = 'club_has_moved: ' || moved_to, ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER club_is_here AFTER INSERT ON scorekeeper_auditentry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (NEW.club_id IS NOT NULL AND NEW.act NOT IN ('club exported', 'club moved'))
    EXECUTE FUNCTION refuse_moved_club();
"""
SQLITE = """
CREATE TRIGGER IF NOT EXISTS club_is_here BEFORE INSERT ON scorekeeper_auditentry FOR EACH ROW
    WHEN NEW.act NOT IN ('club exported', 'club moved')
        AND EXISTS (SELECT 1 FROM scorekeeper_departure WHERE club_id = NEW.club_id)
BEGIN SELECT RAISE(ABORT, 'club_has_moved'); END
"""


def add_triggers(apps, schema_editor):
    is_postgresql = schema_editor.connection.vendor == "postgresql"
    schema_editor.execute(POSTGRESQL if is_postgresql else SQLITE)


def drop_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP TRIGGER club_is_here ON scorekeeper_auditentry")
        schema_editor.execute("DROP FUNCTION refuse_moved_club()")
    else:
        schema_editor.execute("DROP TRIGGER club_is_here")


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0027_foreign_key_indexes")]

    operations = [
        migrations.CreateModel(
            name="Departure",
            fields=[
                ("club", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="departure", serialize=False, to="scorekeeper.club")),
                ("address", models.CharField(max_length=200)),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.RunPython(add_triggers, drop_triggers),
    ]
