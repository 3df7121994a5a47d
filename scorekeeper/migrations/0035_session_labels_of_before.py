"""Note the labels of the sessions that are there.  What is recorded meanwhile is noted by the triggers; run again, it goes on."""

from django.db import migrations

LABELS = ("event", "place", "round", "table")


def note_earlier_labels(apps, schema_editor):
    Session, SessionLabel = (apps.get_model("scorekeeper", name) for name in ("Session", "SessionLabel"))
    for club in apps.get_model("scorekeeper", "Club").objects.values_list("pk", flat=True):
        for kind in LABELS:
            noted = SessionLabel.objects.filter(club=club, kind=kind).values("text")
            missing = Session.objects.filter(club=club).exclude(**{kind: ""}).exclude(**{f"{kind}__in": noted})
            texts = missing.order_by().values_list(kind, flat=True).distinct()
            SessionLabel.objects.bulk_create(
                [SessionLabel(club_id=club, kind=kind, text=text) for text in texts], batch_size=1000
            )


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("scorekeeper", "0034_session_labels")]

    operations = [migrations.RunPython(note_earlier_labels, migrations.RunPython.noop)]
