from django.db import migrations, models

from scorekeeper.migrations._journal_triggers import restore_triggers


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0043_set_aside"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="second_step_for",
            field=models.CharField(
                blank=True,
                choices=[("", "Nobody"), ("owners", "Owners"), ("referees", "Referees and owners")],
                db_default="",
                default="",
                help_text="Who has these roles must sign in with a second step; until then a smaller role counts.",
                max_length=10,
            ),
        ),
        migrations.RunPython(restore_triggers, migrations.RunPython.noop),
    ]
