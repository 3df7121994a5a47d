"""Files that are moving pictures of hands: of a hand, for everybody who sees the same."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scorekeeper', '0055_separators_of_files'),
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
        migrations.AddField(
            model_name='exportfile',
            name='hand',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='scorekeeper.hand'),
        ),
        migrations.AddField(
            model_name='exportfile',
            name='language',
            field=models.CharField(blank=True, db_default='', default='', max_length=16),
        ),
        migrations.AddField(
            model_name='exportfile',
            name='seat',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='exportfile',
            name='shows',
            field=models.CharField(blank=True, db_default='', default='', max_length=64),
        ),
        migrations.AlterField(
            model_name='exportfile',
            name='asked_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='exportfile',
            name='format',
            field=models.CharField(choices=[('zip', 'Zip'), ('ndjson', 'Ndjson'), ('csv', 'Csv'), ('gif', 'Gif'), ('mp4', 'Mp4')], max_length=10),
        ),
        migrations.AlterField(
            model_name='exportfile',
            name='kind',
            field=models.CharField(choices=[('archive', 'Archive'), ('records', 'Records'), ('hands', 'Hands'), ('scores', 'Scores'), ('moving', 'Moving picture')], max_length=10),
        ),
        migrations.AddConstraint(
            model_name='exportfile',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'archive'), ('season', None)), models.Q(('kind', 'scores'), ('season__isnull', False)), ('kind__in', ('records', 'hands')), models.Q(('kind', 'moving'), ('season', None)), _connector='OR'), name='archive_is_of_a_club_and_scores_are_of_a_season', violation_error_message='An archive is of a whole club, scores are of a season.'),
        ),
        migrations.AddConstraint(
            model_name='exportfile',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('format', 'zip'), ('kind', 'archive')), models.Q(('format', 'ndjson'), ('kind', 'records')), models.Q(('format__in', ('ndjson', 'csv')), ('kind', 'hands')), models.Q(('format', 'csv'), ('kind', 'scores')), models.Q(('format__in', ['gif', 'mp4']), ('kind', 'moving')), _connector='OR'), name='export_has_a_format_of_its_kind', violation_error_message='There is no such format of this export.'),
        ),
        migrations.AddConstraint(
            model_name='exportfile',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('asked_by', None), ('hand__isnull', False), ('kind', 'moving'), models.Q(('shows', ''), _negated=True)), models.Q(models.Q(('kind', 'moving'), _negated=True), ('asked_by__isnull', False), ('hand', None), ('language', ''), ('seat', None), ('shows', '')), _connector='OR'), name='moving_picture_is_of_a_hand_and_for_everybody', violation_error_message='A moving picture is of a hand; everything else is for who asked for it.'),
        ),
        migrations.AddConstraint(
            model_name='exportfile',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'moving')), fields=('hand', 'shows', 'format'), name='moving_picture_is_made_once', violation_error_message='There is such a moving picture of the hand.'),
        ),
    ]
