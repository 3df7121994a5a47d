import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("scorekeeper", "0014_clubs_show_past_tricks"),
    ]

    operations = [
        migrations.CreateModel(
            name="DisputeStatement",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("text", models.TextField()),
                ("at", models.DateTimeField()),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("club", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="scorekeeper.club")),
                ("dispute", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="statements", to="scorekeeper.dispute")),
            ],
            options={
                "ordering": ["at", "id"],
                "constraints": [models.CheckConstraint(condition=models.Q(("text", ""), _negated=True), name="statement_says_something", violation_error_message="A statement says something.")],
            },
        ),
    ]
