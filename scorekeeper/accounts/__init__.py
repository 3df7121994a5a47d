"""A person's own account: profile, password, access tokens, and mail.

Front door:

- ``profile``: ``change``, ``set_password``, ``sign_out_everywhere``
- ``tokens``: ``create_token``, ``valid_tokens``, ``revoke``
- ``second_step``: ``start``, ``confirm``, ``check_code``, ``remove``
- ``rate_limits``: ``address_group``, the throttles, ``remember_browser``
- ``mail``: ``enqueue_resets``, ``enqueue_invitation``, ``mail_setting``, ``base_url``
"""
