"""Replays of hands: frames, built by workers, and what each person sees of them.

Front door:

- ``frames``: ``frames_of``; ``stale`` and ``rebuild_stale``
- ``perspective.hand_from``: a hand from one seat, or in an earlier revision
- ``lines.try_line``: something else played from a moment of a finished hand
- ``rebuilds``: ``request_rebuild``, ``cancel``, ``progress``, ``run_waiting``
- ``endings``: ``ending_of``, what a player could have forced; ``solve_waiting``
- ``puzzles``: ``find_waiting`` finds positions with one winning play; ``puzzles_shown_to``, ``puzzle_of_day``, ``puzzle_following``
- ``builder.build``: builds replays in batches, shared by workers
"""
