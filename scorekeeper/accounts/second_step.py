"""The second step of signing in: a code of an app on the account's phone, or one of the recovery codes.

django-otp stores the devices, refuses a code that was used before, and makes whoever typed a wrong one wait twice as long each time.
"""

from base64 import b32encode

from django.db import transaction
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from scorekeeper import access, audit
from scorekeeper.accounts import profile
from scorekeeper.models import User

RECOVERY_CODES = 10
CODE_LENGTH = 6  # digits of a code of the app; recovery codes are longer and have letters


def is_set_up(user: User) -> bool:
    """Return whether the account signs in with a second step."""
    return access.has_second_step(user)


def start(user: User) -> TOTPDevice:
    """Return a new secret for the account's app, which counts once it is confirmed.  Earlier unconfirmed ones are deleted."""
    TOTPDevice.objects.filter(user=user, confirmed=False).delete()
    return TOTPDevice.objects.create(user=user, name="app", confirmed=False)


def find_started(user: User) -> TOTPDevice | None:
    """Return the secret that is to be confirmed, or None."""
    return TOTPDevice.objects.filter(user=user, confirmed=False).first()


def typed_secret(device: TOTPDevice) -> str:
    """Return a secret as people type it into an app that cannot scan it."""
    return b32encode(device.bin_key).decode()


@transaction.atomic
def confirm(user: User, code: str, *, password: str) -> list[str]:
    """Switch the second step on and end the account's other sessions; return its recovery codes, none if the code is wrong."""
    User.objects.select_for_update().get(pk=user.pk)  # sent twice, it confirms once
    device = find_started(user)
    if device is None or not device.verify_token(_tidy(code)):
        return []
    TOTPDevice.objects.filter(user=user, confirmed=True).delete()
    device.confirmed = True
    device.save(update_fields=["confirmed"])
    audit.note("second step set up", user, by=user)
    profile.sign_out_everywhere(user, password)
    return _renew_codes(user)


@transaction.atomic
def renew_recovery_codes(user: User) -> list[str]:
    """Return new recovery codes, which replace the earlier ones."""
    audit.note("recovery codes renewed", user, by=user)
    return _renew_codes(user)


@transaction.atomic
def check_code(user: User, code: str) -> bool:
    """Return whether this is the app's code now, or a recovery code, which is used up.  A code is good once."""
    code = _tidy(code)
    model = TOTPDevice if code.isdecimal() and len(code) == CODE_LENGTH else StaticDevice
    device = model.objects.select_for_update().filter(user=user, confirmed=True).first()
    if device is None or not device.verify_token(code):
        return False
    if model is StaticDevice:
        audit.note("recovery code used", user, by=user)
    return True


def recovery_codes_left(user: User) -> int:
    """Return how many recovery codes are not used yet."""
    return int(StaticToken.objects.filter(device__user=user).count())


@transaction.atomic
def remove(user: User, *, by: User | None) -> bool:
    """Switch the second step off, by the account itself or the operator (None); return whether it was on."""
    deleted, _ = TOTPDevice.objects.filter(user=user).delete()
    StaticDevice.objects.filter(user=user).delete()
    if deleted:
        audit.note("second step removed", user, by=by)
    return bool(deleted)


def _renew_codes(user: User) -> list[str]:
    device, _ = StaticDevice.objects.get_or_create(user=user, defaults={"name": "recovery codes"})
    device.token_set.all().delete()
    codes = [StaticToken.random_token() for _ in range(RECOVERY_CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=device, token=code) for code in codes)
    return codes


def _tidy(code: str) -> str:
    return "".join(code.split()).lower()
