import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0042_what_ifs"),
    ]

    operations = [
        migrations.CreateModel(
            name="WorkFailure",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("kind", models.CharField(max_length=40)),
                ("row", models.UUIDField()),
                ("part", models.CharField(blank=True, max_length=80)),
                ("version", models.CharField(blank=True, max_length=200)),
                ("error", models.TextField()),
                ("tries", models.PositiveIntegerField(default=0)),
                ("first_at", models.DateTimeField()),
                ("last_at", models.DateTimeField()),
                ("next_try_at", models.DateTimeField(null=True)),
                ("club", models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="scorekeeper.club")),
            ],
            options={
                "ordering": ["-last_at", "-id"],
                "constraints": [models.UniqueConstraint(fields=("kind", "row", "part"), name="failure_of_a_row_is_noted_once", violation_error_message="What failed with a row is noted once.")],
            },
        ),
    ]
