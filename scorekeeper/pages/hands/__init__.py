"""Pages of hands: recording, logging, replay, corrections, comments and second logs.

Front door: record_form.HandForm, comments.comments_context, hand_actions (links to what the viewer may do).
"""
