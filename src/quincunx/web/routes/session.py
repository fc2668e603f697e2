"""The session of one request: the browser's cookies, its form, and answers that set cookies."""

import gzip
import hmac
from collections.abc import Iterable
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from quincunx.core.sanitize import MOST_SHOWN
from quincunx.input_limits import MOST_FORM_FIELDS
from quincunx.web.matches import tokens
from quincunx.web.matches.service import MatchService
from quincunx.web.server.errors import Refused
from quincunx.web.server.gate import address_of, origin_of
from quincunx.web.templates.assets import THEMES
from quincunx.web.templates.number_format import FORMATS, format_for, localized
from quincunx.web.templates.rendering import render

MOST_TOGGLES = 12


class Session:
    """A visitor's cookies and form, read anew for each request."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.host: MatchService = request.app.state.host
        self._cookies = tokens.read_cookies(request.headers.get("cookie", ""))
        self._setting: list[str] = []
        self.visitor = self._cookies.get(tokens.VISITOR, "")
        if len(self.visitor) < 16:
            self.visitor = tokens.new_token()
            self._set(tokens.VISITOR, self.visitor)
        self.csrf = tokens.csrf(self.visitor)

    @property
    def origin(self) -> str:
        return origin_of(self.request.scope)

    @property
    def address(self) -> str:
        return address_of(self.request.scope)

    @property
    def has_desk(self) -> bool:
        """Whether this server has a desk."""
        return self.request.app.state.desk is not None

    @property
    def wants_json(self) -> bool:
        return "application/json" in self.request.headers.get("accept", "")

    def keys(self, match: str) -> tokens.Keys:
        """Return the keys that this browser holds for a match."""
        return tokens.read_keys(self._cookies.get(tokens.cookie_name(match), ""))

    def keep(self, match: str, keys: tokens.Keys) -> None:
        """Remember seats, and list the match among this visitor's own."""
        self._set(tokens.cookie_name(match), keys.write(), f"/m/{match}")
        self._list({match: sorted(keys.seats), **{m: s for m, s in self.my_matches.items() if m != match}})

    def forget(self, match: str) -> None:
        """Take a match off this visitor's list, and give up its seats."""
        self._set(tokens.cookie_name(match), "", f"/m/{match}")
        self._list({other: seats for other, seats in self.my_matches.items() if other != match})

    def _list(self, matches: dict[str, list[int]]) -> None:
        listed = ["-".join([match, *(str(seat + 1) for seat in seats)]) for match, seats in matches.items()]
        self._set(tokens.MY_MATCHES, ".".join(listed[: tokens.MOST_MATCHES]))

    @property
    def my_matches(self) -> dict[str, list[int]]:
        """The matches in which this visitor has seats, newest first. The seats' tokens are not here: browsers
        send them only to the pages of their match."""
        known: dict[str, list[int]] = {}
        for listed in self._cookies.get(tokens.MY_MATCHES, "").split(".")[: tokens.MOST_MATCHES]:
            match, *seats = listed.split("-")
            if match.isalnum():
                known[match] = [int(seat) - 1 for seat in seats if seat.isdecimal() and len(seat) < 3]
        return known

    @property
    def theme(self) -> str:
        """The chosen theme, or "" for the system's."""
        chosen = self._cookies.get(tokens.THEME, "")
        return chosen if chosen in THEMES else ""

    @property
    def numbers(self) -> str:
        """The style in which this visitor reads numbers."""
        return format_for(
            self._cookies.get(tokens.NUMBERS, ""), self.request.headers.get("accept-language", "")
        )

    def prefer(self, theme: str, numbers: str) -> None:
        """Remember a theme and a style of numbers; anything unknown stands for the system's own."""
        self._set(tokens.THEME, theme if theme in THEMES else "")
        self._set(tokens.NUMBERS, numbers if numbers in FORMATS else "")

    @property
    def switched_off(self) -> set[str]:
        """The toggles of games that this visitor has switched off."""
        return set(self._cookies.get(tokens.OFF, "").split(".")[:MOST_TOGGLES]) - {""}

    def switch(self, toggle: str, on: bool) -> None:
        wanted = self.switched_off - {toggle} if on else self.switched_off | {toggle}
        self._set(tokens.OFF, ".".join(sorted(wanted)))

    @property
    def chosen_numbers(self) -> str:
        """The chosen style of numbers, or "" for the system's."""
        chosen = self._cookies.get(tokens.NUMBERS, "")
        return chosen if chosen in FORMATS else ""

    def _set(self, name: str, value: str, path: str = "/") -> None:
        self._setting.append(tokens.cookie(name, value, path, secure=self.request.url.scheme == "https"))

    async def form(self, most_fields: int = MOST_FORM_FIELDS) -> FormData:
        """Return the submitted form; raise Refused unless it comes from one of our pages."""
        try:
            form = await self.request.form(max_files=1, max_fields=most_fields)
            token = text(form, "csrf").encode()
        except UnicodeError:
            raise Refused("This form is not in UTF-8.", 400) from None
        if not hmac.compare_digest(token, self.csrf.encode()):
            raise Refused("This page is too old, or not ours; load it again.", 403)
        return form

    def open_page(self, template: str, **context: Any) -> Response:
        """Return a compressed page. It must hold no secret, not even a form's token, which its length could
        reveal."""
        page = self.page(template, **context)
        if "gzip" in self.request.headers.get("accept-encoding", ""):
            page.body = gzip.compress(page.body, 5)
            page.headers["content-encoding"] = "gzip"
            page.headers["content-length"] = str(len(page.body))
        return page

    def page(self, template: str, status: int = 200, **context: Any) -> Response:
        path = self.request.url.path
        here = path if len(path) <= MOST_SHOWN else "/"
        own = {"csrf": self.csrf, "theme": self.theme, "here": here, "desk": self.has_desk}
        html = render(template, **own, **context)
        return self._with_cookies(HTMLResponse(localized(html, self.numbers), status))

    def go(self, path: str) -> Response:
        return self._with_cookies(RedirectResponse(path, 303))

    def done(self, match: str, answer: dict[str, Any], query: str = "") -> Response:
        """Answer a form: send the visitor back to the match, or JSON to a script."""
        if self.wants_json:
            return self._with_cookies(JSONResponse(answer))
        return self.go(f"/m/{match}{query}")

    def _with_cookies(self, response: Response) -> Response:
        for header in self._setting:
            response.headers.append("set-cookie", header)
        return response


def text(form: FormData, name: str, default: str = "") -> str:
    """Return a text field. A file sent in its place counts as missing."""
    value = form.get(name, default)
    return value if isinstance(value, str) else default


def texts(form: FormData, name: str) -> list[str]:
    return [value for value in form.getlist(name) if isinstance(value, str)]


def number(form: FormData, name: str, default: int | None = None) -> int | None:
    """Return a field with a whole number below a billion; raise Refused for anything else."""
    value = text(form, name).strip()
    if not value:
        return default
    if not value.isdecimal() or len(value) > 9:
        raise Refused(f"`{name}` must be a whole number.", 422)
    return int(value)


def seat_of(form: FormData, name: str = "seat") -> int | None:
    """Return the seat in a field, where seats are written from 1."""
    seat = number(form, name)
    return None if seat is None else seat - 1


def joined(words: Iterable[str], longest: int) -> str:
    whole = " ".join(words)
    if len(whole) > longest:
        raise Refused("That is too long for a move.", 422)
    return whole
