"""Let clubs choose a time zone.

Clubs of before have none of their own: the installation's counts for them, as it did, so no day changes.  The days of
sessions are filled in for a club when it chooses one.
"""

from importlib import import_module

import scorekeeper.models.time_zones
from django.db import migrations, models

from scorekeeper.migrations._journal_triggers import restore_triggers


def restore_bounds(apps, schema_editor):
    for name in ("0034_session_labels", "0045_bounds"):
        import_module(f"scorekeeper.migrations.{name}").restore_triggers(apps, schema_editor)


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0052_task_that_counts_statistics")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="time_zone",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="Decides on which day something happened, by its IANA name; empty: the installation's.",
                max_length=64,
                validators=[scorekeeper.models.time_zones.check_time_zone],
            ),
        ),
        migrations.AddField(
            model_name="session",
            name="entered_on",
            field=models.DateField(editable=False, null=True),
        ),
        migrations.RunPython(restore_triggers, migrations.RunPython.noop),
        migrations.RunPython(restore_bounds, migrations.RunPython.noop),
    ]
