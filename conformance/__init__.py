"""The conformance kit: numbered cases that any referee of these games, in any language, can be tested with.

The kit starts the program under test, sends it session records and questions, and compares what matters in the answers.
It needs the standard library only and nothing of this project, and reads its cases from ``cases/<game>/<level>.ndjson``.
"""
