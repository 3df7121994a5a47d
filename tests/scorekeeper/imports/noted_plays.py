"""Files of plays as BG Stats exports them and as BoardGameGeek answers with them."""

import json
from xml.sax.saxutils import escape, quoteattr

FOUR = {"Ann": "-6", "Bo": "12", "Cy": "-4", "Di": "-2"}


def bg_stats(*plays):
    """Return an export of BG Stats; a play has the game, the scores by player and other keys of a play."""
    games = list(dict.fromkeys(game for game, _scores, _more in plays))
    players = list(dict.fromkeys(name for _game, scores, _more in plays for name in scores))
    return json.dumps(
        {
            "about": "BGStats",
            "players": [
                {"id": number, "name": name, "isAnonymous": False}
                for number, name in enumerate(players, 1)
            ],
            "locations": [{"id": 1, "name": "Library"}],
            "games": [
                {"id": number, "name": name, "bggId": 0, "highestWins": True}
                for number, name in enumerate(games, 1)
            ],
            "plays": [
                {
                    "gameRefId": games.index(game) + 1,
                    "playDate": "2024-03-14 19:30:00",
                    "locationRefId": 1,
                    "ignored": False,
                    "durationMin": 95,
                    "rounds": 0,
                    "playerScores": [
                        {
                            "playerRefId": players.index(name) + 1,
                            "score": score,
                            "winner": False,
                            "seatOrder": 0,
                            "startPlayer": False,
                        }
                        for name, score in scores.items()
                    ],
                    **more,
                }
                for game, scores, more in plays
            ],
        }
    )


def board_game_geek(*plays):
    """Return a list of plays; a play has the game, the scores by player and attributes of a play."""
    return '<?xml version="1.0" encoding="utf-8"?>\n<plays username="ann" total="2" page="1">' + (
        "".join(map(_play, plays)) + "</plays>"
    )


def _play(play):
    game, scores, more = play
    attributes = {"date": "2024-03-14", "quantity": "1", "length": "95", "incomplete": "0"} | more
    comment = attributes.pop("comments", "")
    written = " ".join(f"{name}={quoteattr(value)}" for name, value in attributes.items())
    seats = "".join(
        f'<player username="" name={quoteattr(name)} startposition="" score={quoteattr(score)} win="0"/>'
        for name, score in scores.items()
    )
    return (
        f'<play id="1" {written}><item name={quoteattr(game)} objecttype="thing" objectid="1"/>'
        f"<comments>{escape(comment)}</comments><players>{seats}</players></play>"
    )
