"""API of one's own account: ``tokens`` (tokens/, tokens/{id}/)."""
