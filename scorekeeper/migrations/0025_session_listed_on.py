"""Store for each session the day by which it is listed where nobody said when it was played."""

import datetime

from django.db import migrations, models
from django.db.models import Case, When
from django.db.models.functions import TruncDate

NO_DAY = datetime.date.min
PIECE = 5_000  # sessions of one UPDATE


def fill(apps, schema_editor):
    """Fill the column piece by piece, each in a transaction of its own.  Run again, it goes on where it was interrupted."""
    session, line = (apps.get_model("scorekeeper", name) for name in ("Session", "ImportLine"))
    lines = line.objects.filter(session__isnull=False)
    for club in apps.get_model("scorekeeper", "Club").objects.values_list("pk", flat=True):
        from_files = lines.filter(within__club=club).order_by().values("session")
        empty = session.objects.filter(club=club, listed_on=None)
        while piece := list(empty.values_list("pk", flat=True)[:PIECE]):
            day = Case(When(pk__in=from_files, then=models.Value(NO_DAY)), default=TruncDate("created_at"))
            session.objects.filter(pk__in=piece).update(listed_on=day)


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('scorekeeper', '0024_rating_lists_counted_at'),
    ]

    operations = [
        migrations.AddField(
            model_name='session',
            name='listed_on',
            field=models.DateField(editable=False, null=True),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
