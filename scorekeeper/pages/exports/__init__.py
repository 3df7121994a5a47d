"""The page with all downloads of a club (``views.export``)."""
