"""Turn the point (x, y) anticlockwise by an angle in radians: a function that returns both coordinates."""

from math import cos, radians, sin

CASES = [(1.0, 0.0, 0.5), (0.6, -0.8, 2.0), (-0.3, 1.1, -1.2)]


def right(x, y, angle):
    """It keeps the length, and a quarter turn takes (1, 0) to (0, 1)."""
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)


def clockwise(x, y, angle):
    """It turns clockwise: both sines have the other sign."""
    return right(x, y, -angle)


def in_degrees(x, y, angle):
    """It takes the angle for degrees. The angle comes in radians, and sin and cos want radians."""
    return right(x, y, radians(angle))


def x_overwritten(x, y, angle):
    """The second line uses the new x, where it needs the old one. Keep the old x until both are computed."""
    x = x * cos(angle) - y * sin(angle)
    return x, x * sin(angle) + y * cos(angle)
