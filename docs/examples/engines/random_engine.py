"""An engine that plays at random: ``referee match "python docs/examples/engines/random_engine.py 7"``.

The number chooses which random plays.  docs/engines.md says what the lines mean.
"""

import json
import random
import sys

chance = random.Random(sys.argv[1] if len(sys.argv) > 1 else "1")


def answer(**message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer(type="ready", name="random")
    elif message["type"] == "move":
        answer(id=message["id"], action=chance.choice(message["actions"]))
    elif message["type"] == "quit":
        break
