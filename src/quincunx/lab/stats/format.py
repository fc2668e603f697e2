"""Numbers, shares and estimates as text for screens and pages."""

from quincunx.lab.stats.estimate import Estimate


def short(value: float) -> str:
    """Return a number with one decimal, left out if it is 0 or if the number is 1,000 or more.

    >>> short(31), short(31.25), short(30.999), short(12345.6)
    ('31', '31.2', '31', '12,346')
    """
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.1f}".removesuffix(".0")


def number(value: float) -> str:
    """Return a number with one decimal below 100 and with none from there on.

    >>> number(13.24), number(2500.4)
    ('13.2', '2,500')
    """
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:,.1f}"


def say(value: float, share: bool, signed: bool = False) -> str:
    """Return a value of a metric: a share in percent, anything else with about three digits.

    >>> say(0.253, True), say(13.24, False), say(0.5, False, True), say(2500.4, False)
    ('25.3%', '13.2', '+0.50', '2,500')
    """
    sign = "+" if signed else ""
    if share:
        return f"{value:{sign}.1%}"
    digits = 0 if abs(value) >= 1000 else 1 if abs(value) >= 10 else 2
    return f"{value:{sign},.{digits}f}"


def percent(share: Estimate) -> str:
    """Return a share in percent with its bounds.

    >>> percent(Estimate(0.5, 0.478, 0.5219))
    '50.0% (47.8 to 52.2)'
    """
    return f"{share.value:.1%} ({100 * share.low:.1f} to {100 * share.high:.1f})"


def points(change: Estimate) -> str:
    """Return a change of a share in percentage points, with its bounds.

    >>> points(Estimate(0.05, 0.02, 0.08))
    '+5 points (+2 to +8)'
    """
    return f"{100 * change.value:+.0f} points ({100 * change.low:+.0f} to {100 * change.high:+.0f})"
