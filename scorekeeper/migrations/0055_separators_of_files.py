"""Keep which separator the reader of a CSV file chose that a worker makes; files of before have commas."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0054_file_encodings")]

    operations = [
        migrations.AddField(
            model_name="exportfile",
            name="separator",
            field=models.CharField(
                choices=[("comma", "Comma"), ("semicolon", "Semicolon")],
                db_default="comma",
                default="comma",
                max_length=10,
            ),
        ),
    ]
