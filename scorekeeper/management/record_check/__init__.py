"""Check stored records for the command ``verify_records``.

Front door: ``records.verify_records``.
"""
