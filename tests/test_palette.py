"""The colours by computation: readable in both themes, told apart by every eye, even where a number is meant."""

import itertools
import math

import numpy as np
import pytest

from posviz import palette

THEMES = pytest.mark.parametrize("theme", [palette.LIGHT, palette.DARK], ids=["light", "dark"])
MEANINGS = ("query", "key", "value", "score", "position")

# Machado, Oliveira and Fernandes 2009, severity 1.0, for linear RGB: what an eye without one kind of cone sees.
SIGHTS = {
    "full": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
APART = (
    15  # CIE76; 2.3 is the least a trained eye sees side by side, and lines in a picture are thin and not side by side
)


def linear(colour):
    """#rrggbb as linear red, green and blue from 0 to 1."""
    channels = np.array(list(bytes.fromhex(colour.removeprefix("#")))) / 255
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    """The contrast ratio of WCAG 2."""
    darker, lighter = sorted(TO_XYZ[1] @ linear(colour) for colour in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def lab(colour, sight="full"):
    """CIE L*, a*, b* of a colour as this sight sees it, white being D65."""
    seen = np.clip(np.asarray(SIGHTS[sight]) @ linear(colour), 0, 1)
    x, y, z = np.cbrt(TO_XYZ @ seen / TO_XYZ.sum(axis=1))  # no colour of ours is so dark that the cube root fails
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def test_the_measures_know_black_white_and_red_against_green():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert lab("#ffffff") == pytest.approx([100, 0, 0], abs=0.01)
    assert lab("#ff0000") == pytest.approx([53.24, 80.09, 67.2], abs=0.05)
    red, green = "#b35900", "#7a7a00"
    assert np.linalg.norm(lab(red) - lab(green)) > 2 * APART
    assert np.linalg.norm(lab(red, "deuteranopia") - lab(green, "deuteranopia")) < APART


@THEMES
@pytest.mark.parametrize("name", ["soft", "ink", *MEANINGS])
def test_words_and_marks_can_be_read(theme, name):
    for ground in ("ground", "raised"):
        assert contrast(theme[name], theme[ground]) >= 4.5, f"{name} on {ground}"


@pytest.mark.parametrize("name", palette.MIDDLE)
def test_still_pictures_can_be_read_in_both_themes(name):
    for theme in (palette.LIGHT, palette.DARK):
        assert contrast(palette.MIDDLE[name], theme["ground"]) >= 3


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("colours", [palette.LIGHT, palette.DARK, palette.MIDDLE], ids=["light", "dark", "middle"])
def test_every_eye_tells_the_meanings_apart_by_colour_or_dash(colours, sight):
    assert not confused(colours, palette.DASH, sight)


def test_colour_alone_would_confuse_some_eyes():
    same = dict.fromkeys(MEANINGS, "solid")
    assert not confused(palette.LIGHT, same, "full")
    assert confused(palette.LIGHT, same, "protanopia") == [("query", "score")]


def confused(colours, dashes, sight):
    """The pairs of meanings that look alike to this sight, in colour and in dash."""
    pairs = itertools.combinations(MEANINGS, 2)
    seen = {name: lab(colours[name], sight) for name in MEANINGS}
    return [(a, b) for a, b in pairs if np.linalg.norm(seen[a] - seen[b]) < APART and dashes[a] == dashes[b]]


def test_every_meaning_has_a_dash_of_plotlys():
    assert set(palette.DASH) == set(MEANINGS)
    assert set(palette.DASH.values()) <= {"solid", "dot", "dash", "longdash", "dashdot", "longdashdot"}


@pytest.mark.parametrize("scale", ["DIVERGING", "SEQUENTIAL", "_SEQUENTIAL_DARK"])
def test_a_scale_is_even_in_lightness(scale):
    steps, colours = zip(*getattr(palette, scale))
    np.testing.assert_allclose(steps, np.linspace(0, 1, len(steps)))
    rises = np.diff([lab(colour)[0] for colour in colours])
    assert (np.sign(rises) == np.sign(rises[0])).all(), "read in grey, more is always lighter, or always darker"
    np.testing.assert_allclose(rises, rises.mean(), rtol=0.25)


def test_zero_is_neutral():
    middle = palette.DIVERGING[len(palette.DIVERGING) // 2]
    assert middle[0] == 0.5
    assert np.abs(lab(middle[1])[1:]).max() < 1


def test_every_colour_has_one_of_its_own_in_the_dark_theme():
    assert palette.LIGHT.keys() == palette.DARK.keys()
    assert len(set(palette.LIGHT.values())) == len(palette.LIGHT), "or the page could not know which was meant"
    for name, colour in palette.LIGHT.items():
        assert palette.DARK_FOR[colour] == palette.DARK[name]
    for (_, light), (_, dark) in zip(palette.SEQUENTIAL, palette._SEQUENTIAL_DARK):
        assert palette.DARK_FOR[light] == dark
    assert len(set(palette.DARK_FOR.values())) == len(palette.DARK_FOR)


def test_the_pages_variables_are_the_palettes():
    light, dark = palette.css().splitlines()
    for rule, colours in ((light, palette.LIGHT), (dark, palette.DARK)):
        for name, colour in colours.items():
            assert f"--posviz-{name}:{colour};" in rule


def test_a_doubling_axis_has_its_ticks_inside():
    axis = palette.doubling(8, 1024)
    assert axis["tickvals"] == [8, 16, 32, 64, 128, 256, 512, 1024]
    low, high = axis["range"]
    assert low < math.log10(8) < math.log10(1024) < high < math.log10(2048)
