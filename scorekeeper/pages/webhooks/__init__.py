"""Pages of a club's webhooks: creating, changing, testing and pausing them, and their deliveries (``views``).

``text`` has the words for events, states and problems.
"""
