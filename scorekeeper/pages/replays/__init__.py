"""Replays of hands on pages: moments, views from a seat, pictures and rebuilds.

Front door: context.watch_hand (a hand as one person watches it), WatchedHand.timeline, timeline.ReplayTimeline.moment,
viewpoints.parse_view, views.is_public.
"""
