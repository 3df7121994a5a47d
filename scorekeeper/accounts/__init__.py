"""A person's own account: profile, password, access tokens, and mail.

Front door:

- ``profile``: ``change``, ``set_password``, ``sign_out_everywhere``
- ``tokens``: ``create_token``, ``valid_tokens``, ``revoke``
- ``mail``: ``enqueue_resets``, ``enqueue_invitation``, ``mail_setting``, ``base_url``
"""
