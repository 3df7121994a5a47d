"""API of exports.

views        sessions/{session}/bundle/, clubs/{club}/export/
files        clubs/{club}/exports/, exports/{export}/ and its file/
file_response  the file's bytes, from wherever they are
streams      records/ and hands/ of a club or a season
serializers  a session bundle in the OpenAPI document
"""
