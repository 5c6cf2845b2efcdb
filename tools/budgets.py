"""The table of budgets that every benchmark ends with: how it was on 30 November 2026, how it may be, how it is."""


def heading():
    """The table's first line."""
    row("", "before", "bound", "now")


def row(what, before, bound, now, unit=""):
    """One figure, beside what it was (on another machine of two cores) and what it may be at most."""
    before, bound, now = (f"{x:,.1f} {unit}".strip() if isinstance(x, float) else str(x) for x in (before, bound, now))
    print(f"{what:<46}{before:>16}{bound:>12}{now:>12}", flush=True)
