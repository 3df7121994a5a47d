"""Imports: session records in bulk, and clubs from other installations.

Front door:

- ``uploads``: accept and cancel files of records
- ``several_files``: accept files that are reviewed and imported together, spreadsheets among them
- ``readings.read_again``: how sheets are read: under which house rules, in which order dates are written
- ``review.evaluate``: what an import of dry runs will do with the players and the season chosen so far
- ``corrections``: a session brought up to date with a corrected sheet
- ``worker.process_waiting_imports``: processes the accepted files in batches
- ``dry_runs.import_file``: imports a file that was uploaded as a dry run
- ``report.build_report``: totals of an import
- ``session_records``: imports a single session record
- ``club_archive.restore``: a club from an archive of another installation
"""
