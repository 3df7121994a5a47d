"""Django's own PostgreSQL backend with fewer errands: what can be said together is said together."""
