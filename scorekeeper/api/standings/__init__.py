"""API of season standings: ``views``, the documents they read and write (``serializers``), and rows as JSON and CSV
(``representation``)."""
