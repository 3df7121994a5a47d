"""API of exports.

views        sessions/{session}/bundle/, clubs/{club}/export/
streams      records/ and hands/ of a club or a season
serializers  a session bundle in the OpenAPI document
"""
