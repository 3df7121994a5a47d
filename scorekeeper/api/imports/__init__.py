"""API of imports.

views        clubs/{club}/imports/, imports/{import}/ with lines/ and cancellation/
serializers  imports and their reports as JSON
"""
