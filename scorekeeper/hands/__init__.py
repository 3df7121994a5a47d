"""Hands: recorded, logged event by event, corrected, confirmed, commented on.

Front door:

- ``recording.record_hand``: records a whole hand at the end of its session
- ``live_log.append``: appends events while the hand is played
- ``amendments.amend``: corrects a recorded hand with a new revision
- ``amendment_form``: a record as lines of text, and the amendment that an edited text makes
- ``actions``: correct, go back, confirm and merge as actions for pages
- ``confirmations``, ``comments``, ``variations``, ``second_logs``: what other members add
- ``event_numbers``: an event's number after a change
"""
