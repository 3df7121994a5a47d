"""Keep in which encoding a sent file was read, where others are possible and somebody has to say which."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0053_time_zones")]

    operations = [
        migrations.AddField(
            model_name="uploadedfile",
            name="encoding",
            field=models.CharField(blank=True, db_default="", default="", max_length=20),
        ),
    ]
