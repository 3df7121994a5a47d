"""Give the task that counts statistics its new name where it is noted how tasks ended: a failure noted under the old one would stay."""

from django.db import migrations

OLD, NEW = "scorekeeper.tasks.count_showings", "scorekeeper.tasks.count_statistics"


def rename(apps, schema_editor):
    runs = apps.get_model("scorekeeper", "TaskRun").objects
    if not runs.filter(pk=NEW).exists():
        runs.filter(pk=OLD).update(name=NEW)


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0051_derived_unchecked_on_sqlite")]

    operations = [migrations.RunPython(rename, migrations.RunPython.noop)]
