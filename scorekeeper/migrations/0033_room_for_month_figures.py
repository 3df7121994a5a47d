from django.db import migrations


def leave_room(apps, schema_editor):
    """Leave half of each page free: a month that is added up again updates all lines of a player in their pages (HOT)."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE scorekeeper_monthfigures SET (fillfactor = 50)")


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0032_stored_statistics"),
    ]

    operations = [
        migrations.RunPython(leave_room, migrations.RunPython.noop),
    ]
