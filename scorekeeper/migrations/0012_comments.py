import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("scorekeeper", "0009_showings"),
    ]

    operations = [
        migrations.CreateModel(
            name="Comment",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("event", models.PositiveIntegerField(null=True)),
                ("text", models.TextField()),
                ("at", models.DateTimeField()),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("club", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="scorekeeper.club")),
                ("hand", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="comments", to="scorekeeper.hand")),
                ("revision", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="scorekeeper.handrevision")),
            ],
            options={
                "ordering": ["at", "id"],
                "constraints": [models.CheckConstraint(condition=models.Q(("text", ""), _negated=True), name="comment_says_something", violation_error_message="A comment says something.")],
            },
        ),
        migrations.CreateModel(
            name="CommentRemoval",
            fields=[
                ("comment", models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name="removal", serialize=False, to="scorekeeper.comment")),
                ("at", models.DateTimeField()),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
        ),
    ]
