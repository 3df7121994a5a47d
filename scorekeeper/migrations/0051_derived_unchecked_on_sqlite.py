"""Remove what SQLite databases of 1.0.0 have and new ones do not: foreign key checks in the tables of derived rows."""

from django.db import migrations

DERIVED = ("adjudication", "score", "verdict", "result", "rerating")


def remove_checks(apps, schema_editor):
    """Make each of these tables anew if it still checks a foreign key that the models do not ask it to check."""
    connection = schema_editor.connection
    if connection.vendor != "sqlite":
        return
    for name in DERIVED:
        model = apps.get_model("scorekeeper", name)
        with connection.cursor() as cursor:
            checked = connection.introspection.get_relations(cursor, model._meta.db_table)
        if any(field.column in checked for field in model._meta.local_fields if not getattr(field, "db_constraint", True)):
            schema_editor._remake_table(model)


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0050_sessions_without_a_day")]

    operations = [migrations.RunPython(remove_checks, migrations.RunPython.noop)]
