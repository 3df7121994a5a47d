"""API of a club's webhooks: ``views`` and ``serializers`` (webhooks/, webhooks/{webhook}/deliveries/)."""
