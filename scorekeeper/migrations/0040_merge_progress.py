import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0039_filings_by_index"),
    ]

    operations = [
        migrations.CreateModel(
            name="MergeProgress",
            fields=[
                ("merge", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="progress", serialize=False, to="scorekeeper.playermerge")),
                ("sessions", models.PositiveIntegerField(null=True)),
                ("left", models.PositiveIntegerField(null=True)),
                ("after", models.UUIDField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                ("club", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="scorekeeper.club")),
            ],
            options={
                "verbose_name_plural": "progress of merges",
            },
        ),
    ]
