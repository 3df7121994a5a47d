import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

ROLES = [("owner", "Owner"), ("referee", "Referee"), ("scorer", "Scorer"), ("member", "Member")]


class Migration(migrations.Migration):

    dependencies = [
        ("scorekeeper", "0012_comments"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="language",
            field=models.CharField(blank=True, db_default="", default="", max_length=10),
        ),
        migrations.AddField(
            model_name="user",
            name="theme",
            field=models.CharField(blank=True, choices=[("light", "Light"), ("dark", "Dark")], db_default="", default="", max_length=10),
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("role", models.CharField(choices=ROLES, max_length=10)),
                ("email", models.EmailField(blank=True, max_length=254)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("club", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="invitations", to="scorekeeper.club")),
                ("created_by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "ordering": ["-created_at", "id"],
            },
        ),
        migrations.CreateModel(
            name="InvitationAcceptance",
            fields=[
                ("invitation", models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name="acceptance", serialize=False, to="scorekeeper.invitation")),
                ("at", models.DateTimeField()),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name="InvitationRevocation",
            fields=[
                ("invitation", models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name="revocation", serialize=False, to="scorekeeper.invitation")),
                ("at", models.DateTimeField()),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
        ),
    ]
