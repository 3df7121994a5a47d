"""Keys of positions: short texts, equal where the same can happen next, stable for ever, and read back to a table."""
