"""API of statistics: ``views``, and ``serializers`` with the documents and the rows as JSON and CSV."""
