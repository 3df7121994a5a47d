"""Backups that each release made with its own `manage.py backup`, and what its API answered about the rows in them.

The second has a public season with a private session, from the last day on which standings were stored in two tables.

A new release is added from its checkout, once with an empty ``DATA_DIR`` (KIND is sqlite3) and once with an empty PostgreSQL database
in ``DATABASE_URL`` (KIND is dump):

    export DJANGO_SETTINGS_MODULE=scorekeeper.settings
    python -m tests.scorekeeper.releases.sample
    python manage.py backup VERSION.KIND && xz -9 --keep VERSION.KIND
    python -m tests.scorekeeper.releases.answers VERSION.KIND.json && xz -9 VERSION.KIND.json

The two compressed files of each kind are added to this directory.
"""
