"""Identity without accounts: secret tokens for seats, cookies that hold them, and tokens against forged
forms.

A seat's token is random and stored only as its SHA-256. The links that a creator hands out are derived from
the creator's own token, so that nothing secret is stored to show them again. A person who takes a seat by
such a link gets a new token, and the link is dead: not even the creator can look into a friend's hand.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field
from http.cookies import SimpleCookie

# Names of cookies. They are in people's browsers, so they stay as they are.
VISITOR = "visitor"
MY_MATCHES = "tables"
OFF = "off"
THEME = "theme"
NUMBERS = "numbers"
MOST_MATCHES = 40
"""Matches of a visitor that are remembered."""
A_YEAR = 365 * 24 * 3600


def new_token() -> str:
    return secrets.token_urlsafe(24)


def digest(token: str) -> str:
    """Return the stored form of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def invitation(creator: str, seat: int) -> str:
    """Return the token in the link of an open seat."""
    return hmac.new(creator.encode(), f"seat {seat}".encode(), "sha256").hexdigest()[:32]


def own_token(invited: str, visitor: str) -> str:
    """Return the token of a person who takes a seat by an invitation: only they can know it, or make it
    again."""
    return hmac.new((visitor or new_token()).encode(), f"own {invited}".encode(), "sha256").hexdigest()[:32]


def csrf(visitor: str) -> str:
    """Return the value that a form must carry to show that its page was made for this visitor."""
    return digest(f"form:{visitor}")[:32]


@dataclass
class Keys:
    """The tokens that one browser or program holds for a match."""

    seats: dict[int, str] = field(default_factory=dict)
    creator: str = ""

    def write(self) -> str:
        """Return the tokens as a cookie's value."""
        keys = {**self.seats, **({-1: self.creator} if self.creator else {})}
        return ".".join(f"{seat + 1}-{token}" for seat, token in sorted(keys.items()))


def read_keys(value: str) -> Keys:
    """Return the tokens in a cookie; malformed parts are left out."""
    keys = Keys()
    for part in value.split("."):
        number, _, token = part.partition("-")
        if not number.isdecimal() or len(number) > 2 or not token:
            continue
        if number == "0":
            keys.creator = token
        else:
            keys.seats[int(number) - 1] = token
    return keys


def cookie_name(match: str) -> str:
    return f"seat-{match}"


def cookie(name: str, value: str, path: str = "/", secure: bool = False) -> str:
    """Return a Set-Cookie header: no script reads it, and no other site's form sends it."""
    jar: SimpleCookie = SimpleCookie()
    jar[name] = value
    morsel = jar[name]
    morsel["path"] = path
    morsel["max-age"] = A_YEAR
    morsel["httponly"] = True
    morsel["samesite"] = "Lax"
    if secure:
        morsel["secure"] = True
    return morsel.OutputString()


def read_cookies(header: str) -> dict[str, str]:
    """Return the cookies of a browser. Ours have quotes only if they are empty, and Python's own reader takes
    seconds for quotes in others.

    >>> read_cookies('visitor=abc; tables=1-2.3; off=""; odd')
    {'visitor': 'abc', 'tables': '1-2.3', 'off': '', 'odd': ''}
    """
    found = (part.strip().partition("=") for part in header.split(";"))
    return {name: value.strip('"') for name, _, value in found if name}
