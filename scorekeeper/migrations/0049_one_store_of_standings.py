"""Read the standings of whole seasons from the rows that 0031 stored for them, and those of public sessions from scopes of their own.

The release before may still write meanwhile: its table of standings and its columns stay until the next release, without keys to
rows that may be deleted.  It sees no scope of public sessions, and what it counts is not taken for a count of these.

Seasons with private sessions are counted again, in the background, since none has such scopes yet.
"""

import django.db.models.deletion
import scorekeeper.models.fields
from django.db import migrations, models


def queue_recounts(apps, schema_editor):
    recount, season = (apps.get_model("scorekeeper", name) for name in ("Recount", "Season"))
    mixed = season.objects.filter(standings_count__isnull=False, sessions__visibility="private").distinct()
    queued = recount.objects.filter(session=None).values("season")
    seasons = mixed.exclude(pk__in=queued).values_list("pk", flat=True)
    recount.objects.bulk_create((recount(season_id=pk) for pk in seasons), batch_size=1000)


def loosened(name, to, **options):
    """Return the operation that takes the database's key away from a column of the former table of standings."""
    return migrations.AlterField(
        "standing", name, models.ForeignKey(to, models.DO_NOTHING, db_constraint=False, **options)
    )


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0048_export_files")]

    operations = [
        migrations.AddField("seasoncount", "public_scopes_at", models.DateTimeField(null=True)),
        migrations.AlterField(
            "countedscope",
            "count",
            models.ForeignKey(
                "scorekeeper.seasoncount", models.CASCADE, null=True, related_name="scopes", db_index=False
            ),
        ),
        migrations.AddField(
            "countedscope",
            "public_count",
            models.ForeignKey(
                "scorekeeper.seasoncount", models.CASCADE, null=True, related_name="public_scopes", db_index=False
            ),
        ),
        migrations.AddConstraint(
            "countedscope",
            models.UniqueConstraint(
                fields=["public_count", "event", "round", "table", "variant"],
                name="public_scope_counted_once",
                violation_error_message="The public sessions of a part of a season are counted once.",
            ),
        ),
        migrations.AlterField(
            "seasoncount", "ties", scorekeeper.models.fields.JSONTextField(default=dict, db_default={})
        ),
        loosened("season", "scorekeeper.season", related_name="standings", db_index=False),
        loosened("club", "scorekeeper.club", related_name="+"),
        loosened("player", "scorekeeper.player", related_name="standings"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveField("seasoncount", "ties"),
                migrations.RemoveField("seasoncount", "public_counted_at"),
                migrations.RemoveField("countedscope", "public_ties"),
                migrations.RemoveField("scopestanding", "public"),
                migrations.DeleteModel("standing"),
            ]
        ),
        migrations.CreateModel(
            name="Standing",
            fields=[],
            options={"proxy": True, "indexes": [], "constraints": []},
            bases=("scorekeeper.scopestanding",),
        ),
        migrations.RunPython(queue_recounts, migrations.RunPython.noop),
    ]
