from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("scorekeeper", "0013_invitations"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="shows_past_tricks",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="In Gang of Four, past tricks of an unfinished hand are shown to those who look on (G36).",
            ),
        ),
    ]
