"""API of skill ratings: ``views``, and ``serializers`` with the documents and the rows as JSON and CSV."""
