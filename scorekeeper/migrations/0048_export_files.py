import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0047_task_runs"),
    ]

    operations = [
        migrations.CreateModel(
            name="ExportFile",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("kind", models.CharField(choices=[("archive", "Archive"), ("records", "Records"), ("hands", "Hands"), ("scores", "Scores")], max_length=10)),
                ("format", models.CharField(choices=[("zip", "Zip"), ("ndjson", "Ndjson"), ("csv", "Csv")], max_length=10)),
                ("leave_out", models.CharField(blank=True, choices=[("", "Nothing"), ("unfinished", "Unfinished")], max_length=10)),
                ("asked_at", models.DateTimeField()),
                ("name", models.CharField(blank=True, max_length=60)),
                ("started_at", models.DateTimeField(null=True)),
                ("failed_at", models.DateTimeField(null=True)),
                ("worked_on_at", models.DateTimeField(null=True)),
                ("last_line", models.BigIntegerField(default=0)),
                ("done", models.PositiveIntegerField(default=0)),
                ("total", models.PositiveIntegerField(null=True)),
                ("size", models.PositiveBigIntegerField(null=True)),
                ("sha256", models.CharField(blank=True, max_length=64)),
                ("finished_at", models.DateTimeField(null=True)),
                ("expires_at", models.DateTimeField(null=True)),
                ("asked_by", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("club", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="scorekeeper.club")),
                ("season", models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="scorekeeper.season")),
            ],
            options={
                "ordering": ["-asked_at", "id"],
                "indexes": [
                    models.Index(condition=models.Q(("finished_at", None)), fields=["asked_at", "id"], name="export_files_to_make"),
                    models.Index(fields=["expires_at"], name="export_files_by_expiry"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("name", ""), _negated=True),
                        fields=("name",),
                        name="file_in_the_storage_has_one_row",
                        violation_error_message="A file in the storage belongs to one export.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "archive"), ("season", None)),
                            models.Q(("kind", "scores"), ("season__isnull", False)),
                            ("kind__in", ("records", "hands")),
                            _connector="OR",
                        ),
                        name="archive_is_of_a_club_and_scores_are_of_a_season",
                        violation_error_message="An archive is of a whole club, scores are of a season.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("format", "zip"), ("kind", "archive")),
                            models.Q(("format", "ndjson"), ("kind", "records")),
                            models.Q(("format__in", ("ndjson", "csv")), ("kind", "hands")),
                            models.Q(("format", "csv"), ("kind", "scores")),
                            _connector="OR",
                        ),
                        name="export_has_a_format_of_its_kind",
                        violation_error_message="There is no such format of this export.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("leave_out", ""), ("kind", "archive"), _connector="OR"),
                        name="only_archives_leave_sessions_out",
                        violation_error_message="Sessions are left out of archives only.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("finished_at", None),
                            models.Q(
                                ("expires_at__isnull", False),
                                ("size__isnull", False),
                                models.Q(("name", ""), _negated=True),
                                models.Q(("sha256", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="finished_file_has_name_size_digest_and_end",
                        violation_error_message="A finished file has a name, a size, a digest and a day on which it is deleted.",
                    ),
                ],
            },
        ),
    ]
