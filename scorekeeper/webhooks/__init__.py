"""Webhooks: signed messages to other programs about events in a club.

Front door:

- ``subscriptions``: ``create``, ``change``, ``revoke``, ``renew_secret``, ``ping``, ``send_again``
- ``events``: one function per kind of event; it writes a ``Delivery`` row for each webhook that subscribed to it
- ``delivery``: ``deliver_due`` sends the rows that are due, ``delete_old`` deletes old ones

To add an event:

1. Add a member to ``models.WebhookEvent``.
2. Write its function in ``events``: the message's data are ids, numbers, digests and links.
3. Call this function in the transaction of the change, as ``disputes.filing.raise_dispute`` does.  A scheduled task sends
   the message within 20 seconds; ``workers.wake_up`` in the view sends it at once.
4. Add its label to ``KINDS`` in ``pages/webhooks/text.py``, and run ``manage.py catalogs``.
5. Add its row to the table of messages in ``docs/webhooks.md``.

Tests fail if 4 or 5 is forgotten.  The API's documents and the form take the kinds from ``WebhookEvent``.
"""
