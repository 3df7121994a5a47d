"""Webhooks: signed messages to other programs about events in a club.

Front door:

- ``subscriptions``: ``create``, ``change``, ``revoke``, ``renew_secret``, ``ping``, ``send_again``
- ``events``: one function per kind of event; it writes a ``Delivery`` row for each webhook that subscribed to it
- ``delivery``: ``deliver_due`` sends the rows that are due, ``delete_old`` deletes old ones

To add an event, see "Adding an event" in docs/webhooks.md.
"""
