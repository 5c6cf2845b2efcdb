"""The score of one pair, from the directions of its two contents and the places of query and key: a number."""

from math import cos, radians

TOLERANCE = 6e-3  # two digits will do, in a wrong answer too


def right():
    """The contents are 90 degrees apart and the offset adds 30; had the key stood ahead, it would have taken 30 off."""
    return cos(radians(90 + 10 * (7 - 4)))


def offset_other_way():
    """That is the score with the offset the other way round. The later of the two is turned further: which is it?"""
    return cos(radians(90 + 10 * (4 - 7)))


def offset_only():
    """That is the cosine of the offset's angle alone. Query and key point in different directions before they turn."""
    return cos(radians(10 * (7 - 4)))


def content_only():
    """That is the score before turning, or at equal positions. Here three tokens lie between the two."""
    return 0.0


def in_radians():
    """The angle is right, but its cosine was taken as if the degrees were radians."""
    return cos(90 + 10 * (7 - 4))
