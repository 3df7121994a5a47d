from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0046_revisions_by_time"),
    ]

    operations = [
        migrations.CreateModel(
            name="TaskRun",
            fields=[
                ("name", models.CharField(max_length=100, primary_key=True, serialize=False)),
                ("succeeded_at", models.DateTimeField(null=True)),
                ("failed_at", models.DateTimeField(null=True)),
                ("failures", models.PositiveBigIntegerField(default=0)),
                ("retries", models.PositiveBigIntegerField(default=0)),
                ("error", models.CharField(blank=True, max_length=100)),
            ],
        ),
    ]
