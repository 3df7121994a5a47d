from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scorekeeper', '0023_standing_summaries'),
    ]

    operations = [
        migrations.AddField(
            model_name='ratinglist',
            name='counted_at',
            field=models.DateTimeField(null=True),
        ),
    ]
