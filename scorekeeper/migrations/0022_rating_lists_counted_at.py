from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scorekeeper', '0021_import_options'),
    ]

    operations = [
        migrations.AddField(
            model_name='ratinglist',
            name='counted_at',
            field=models.DateTimeField(null=True),
        ),
    ]
