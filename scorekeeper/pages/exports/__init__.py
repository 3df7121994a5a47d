"""The page with all downloads of a club (``views.export``), and that of the files which workers prepare (``prepared``)."""
