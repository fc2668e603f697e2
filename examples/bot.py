"""A bot that plays a whole match at random over the JSON API: python bot.py ADDRESS GAME"""

import json
import random
import sys
import time
import urllib.request

ADDRESS, GAME = sys.argv[1:] if len(sys.argv) == 3 else ("http://127.0.0.1:8000", "idle-six")


def ask(path: str, token: str = "", **body: object) -> dict:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(f"{ADDRESS}/api/v1/matches{path}", data, headers)
    return json.load(urllib.request.urlopen(request))


made = ask("", game=GAME)
match, token = f"/{made['id']}", made["seats"][0]["token"]
while (now := ask(f"{match}/moves", token))["phase"] == "playing":
    if now["your_move"]:
        move = random.choice(now["moves"])
        ask(f"{match}/moves", token, move=move, at=now["at"], request=f"{now['at']}")
    else:
        time.sleep(0.1)
print(ask(match, token)["result"]["headline"])
