"""Pages of statistics: everybody who plays in a club (``views``), and one player (``players``)."""
