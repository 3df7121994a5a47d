"""API of hands.

views                sessions/{session}/hands/, hands/{hand}/ with replay/ and revisions/
live_log             hands/{hand}/events/
amendments           hands/{hand}/amendments/
confirmations        hands/{hand}/confirmations/
comments             hands/{hand}/comments/, comments/{comment}/removal/
lines                hands/{hand}/try/
variations           hands/{hand}/variations/, variations/{variation}/
second_logs          hands/{hand}/transcripts/, transcripts/{transcript}/ with difference/ and merge/
serializers          parts of a hand in the OpenAPI document; ``effect_serializers`` what a change changes
"""
