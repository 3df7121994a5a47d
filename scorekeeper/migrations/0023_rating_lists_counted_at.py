from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scorekeeper', '0022_stored_ties'),
    ]

    operations = [
        migrations.AddField(
            model_name='ratinglist',
            name='counted_at',
            field=models.DateTimeField(null=True),
        ),
    ]
