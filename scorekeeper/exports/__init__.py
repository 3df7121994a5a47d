"""Exports: a club, a session with its history, records, hands and scores.

Front door:

- ``club_archive.build_archive``: a whole club as a zip file (club-archive/1)
- ``session_bundle.bundle_for``: a session with its history (session-bundle/1)
- ``streams`` and ``cursor.stream_items``: records, hands or scores, one per line, resumable by cursor
- ``csv_files``: scores for spreadsheets, and CSV
- ``workbooks``: Excel workbooks
- ``parquet.table_chunks``: hands, verdicts, scores and what happened as Parquet, a file per table
- ``tables``: a table as a file, and the headers with which it is sent
- ``file_names.file_name``: the name of a file to download
- ``moving_pictures``: finished hands as GIF or MP4: ``ask``, ``find``
- ``files``: large exports as files: ``ask``, ``seen_by``, ``delete``, ``delete_of_club``; ``file_worker`` makes them
"""
