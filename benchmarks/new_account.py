"""Create an account: ``python -m benchmarks.new_account`` prints its token as JSON."""

import json

import django

django.setup()

from scorekeeper.models import Token, User

if __name__ == "__main__":
    _, token = Token.objects.create(user=User.objects.create_user("keeper"))
    print(json.dumps({"token": token}))
