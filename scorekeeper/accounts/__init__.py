"""A person's own account: profile, password, access tokens, and mail.

Front door:

- ``profile``: ``change``, ``set_password``, ``sign_out_everywhere``
- ``tokens``: ``create_token``, ``valid_tokens``, ``revoke``
- ``second_step``: ``start``, ``confirm``, ``check_code``, ``remove``
- ``sign_up``: ``is_open``, ``make_path``, ``read_link``, ``create_account``
- ``rate_limits``: ``address_group``, the throttles, ``remember_browser``
- ``mail``: ``enqueue_resets``, ``enqueue_invitation``, ``enqueue_sign_up``, ``mail_setting``, ``base_url``
"""
