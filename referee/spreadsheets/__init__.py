"""Spreadsheets of old results: bytes, a table, its meaning with evidence, session records; at each step what may mean two things is asked.

Front door:

- ``reading.read_text`` and ``read_sheet``: a file's text (``encodings``, ``workbooks``), and what it means (``SheetReading``)
- ``table.read``: a text as a table within limits
- ``meaning.find_meaning``: what the columns and rows are (``columns.SheetColumns``), and what is to be asked (``questions``)
- ``records.entries``: the session records of a sheet and the lines that cannot be read
- ``remembered``: whether columns mean in one file what they meant in another

``python -m referee convert`` uses it, and the service.  Only workbooks need another package, which ``workbooks`` imports.
"""
