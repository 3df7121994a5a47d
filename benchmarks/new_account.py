"""Create an account: ``python -m benchmarks.new_account`` prints its token as JSON."""

import json

import django

django.setup()

from scorekeeper.models import ALL_SCOPES, Token, User

if __name__ == "__main__":
    _, token = Token.objects.create(user=User.objects.create_user("keeper"), scopes=ALL_SCOPES)
    print(json.dumps({"token": token}))
