"""Spreadsheets of old results, saved as CSV: reading the file, what its columns mean, and the session records in it.

Front door:

- ``table.decode`` and ``table.read``: a CSV file as text, and as a table within limits
- ``columns.SheetColumns``: what each column means, and the game; ``guesses.guess`` proposes it, ``games`` the game
- ``records.entries``: the session records of a file and the lines that cannot be read
"""
