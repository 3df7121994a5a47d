"""Files of what happened in the hands of a club or season."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scorekeeper', '0067_headings_of_files'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='exportfile',
            name='archive_is_of_a_club_and_scores_are_of_a_season',
        ),
        migrations.RemoveConstraint(
            model_name='exportfile',
            name='export_has_a_format_of_its_kind',
        ),
        migrations.AlterField(
            model_name='exportfile',
            name='kind',
            field=models.CharField(choices=[('archive', 'Archive'), ('records', 'Records'), ('hands', 'Hands'), ('verdicts', 'Verdicts'), ('scores', 'Scores'), ('facts', 'Facts'), ('moving', 'Moving picture')], max_length=10),
        ),
        migrations.AddConstraint(
            model_name='exportfile',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'archive'), ('season', None)), models.Q(('kind', 'scores'), ('season__isnull', False)), models.Q(('format', 'parquet'), ('kind', 'scores')), ('kind__in', ('records', 'hands', 'verdicts', 'facts')), models.Q(('kind', 'moving'), ('season', None)), _connector='OR'), name='archive_is_of_a_club_and_scores_are_of_a_season', violation_error_message='An archive is of a whole club, scores are of a season.'),
        ),
        migrations.AddConstraint(
            model_name='exportfile',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('format', 'zip'), ('kind', 'archive')), models.Q(('format', 'ndjson'), ('kind', 'records')), models.Q(('format', 'ndjson'), ('kind', 'hands')), models.Q(('format', 'csv'), ('kind__in', ('hands', 'scores'))), models.Q(('format', 'parquet'), ('kind__in', ('hands', 'verdicts', 'scores', 'facts'))), models.Q(('format__in', ['gif', 'mp4']), ('kind', 'moving')), _connector='OR'), name='export_has_a_format_of_its_kind', violation_error_message='There is no such format of this export.'),
        ),
    ]
