"""Which of the four terms of a score change when only the key moves: four times True or False."""


def right():
    """Both terms with the key's position move, but only position with position knows both places."""
    return [False, True, False, True]


def position_only():
    """The query's content meets the key's position too. In which other term does n occur?"""
    return [False, False, False, True]


def as_if_both_moved():
    """Those change when both tokens move. Here the query stays where it is: look for n, not for m."""
    return [False, True, True, True]


def query_for_key():
    """Those have the query's position m in them. The one that moves is n."""
    return [False, False, True, True]
