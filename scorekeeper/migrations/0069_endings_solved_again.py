"""Let workers solve the endings of hands again: what was played, who gave a win back and who went out next is stored with each mark now."""

from django.db import migrations

AT_ONCE = 5_000  # hands


def forget_solved(apps, schema_editor):
    """Mark the hands whose endings were solved as waiting, in pieces; what was found stays until then."""
    adjudications = apps.get_model("scorekeeper", "Adjudication").objects.order_by("pk")
    solved = apps.get_model("scorekeeper", "SolvedEnding").objects.order_by("pk")
    hands = list(solved.values_list("pk", flat=True)[:AT_ONCE])
    while hands:
        adjudications.filter(pk__in=hands).update(solved_for="")
        hands = list(solved.filter(pk__gt=hands[-1]).values_list("pk", flat=True)[:AT_ONCE])


class Migration(migrations.Migration):

    atomic = False  # it can be run again after an interruption

    dependencies = [
        ('scorekeeper', '0068_facts_as_files'),
    ]

    operations = [
        migrations.RunPython(forget_solved, migrations.RunPython.noop, elidable=True),
    ]
