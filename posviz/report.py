"""One page on how a model turns its queries and keys, read from its config.json."""

import textwrap
from html import escape

import matplotlib.pyplot as plt
import numpy as np

from posviz import palette
from posviz.hosts import markup
from posviz.rope_scaling import from_config, longrope, settings, traps

INDENT = 13


class Report:
    """A report: `str(report)` is its text; a notebook shows its picture too.

    Args:
        text: the whole page.
        rotations: {layer type: (Settings, Rotary)} of what is drawn.
    """

    def __init__(self, text, rotations):
        self.text = text
        self.rotations = rotations

    def __str__(self):
        return self.text

    def __repr__(self):
        return self.text

    def _repr_html_(self):
        text = f"<pre>{escape(self.text)}</pre>"
        if not self.rotations:
            return text
        with plt.rc_context(palette.MATPLOTLIB):
            source = markup.address(self.figure())
        return f'<div class="posviz-report"><img src="{source}" alt="{escape(self.alt)}">{text}</div>'

    @property
    def alt(self):
        """What the picture shows, in words."""
        lengths = {layers: 2 * np.pi / turning(rotary.frequencies) for layers, (_, rotary) in self.rotations.items()}
        shown = [
            f"{f'{layers}: ' if layers else ''}from {_tokens(turns[0])} to {_tokens(turns[-1])} tokens"
            for layers, turns in lengths.items()
            if len(turns)
        ]
        return "The wavelength of each pair on a logarithmic axis: " + "; ".join(shown) + "."

    def figure(self):
        """The wavelengths of all pairs before and after stretching, as a matplotlib figure.

        Raises:
            ValueError: a model that does not rotate has none.
        """
        if not self.rotations:
            raise ValueError(f"there is no wavelength to draw: {self.text}")
        with plt.rc_context(palette.MATPLOTLIB):
            figure, axes = plt.subplots(1, len(self.rotations), figsize=(6.4, 3.0), squeeze=False, sharey=True)
            for ax, (layers, (found, rotary)) in zip(axes[0], self.rotations.items()):
                _draw(ax, layers, found, rotary)
            axes[0, 0].set_ylabel("tokens per turn, logarithmic")
        return figure


def report(config, sequence_length=None):
    """How a model rotates: pairs, layout, wavelengths, what the stretch does to each pair, and what to beware of.

    Args:
        config: the dict of a config.json. sequence_length: as in `rope_scaling.from_config`.
    Returns:
        Report, also for a model that is known not to rotate: it says what the model does instead.
    Raises:
        TypeError, ValueError: as in `rope_scaling.from_config`.
    """
    try:
        kinds = settings.rotations(settings.text_model(config))
        found = {layers: settings.read(config, layers) for layers in kinds}
    except settings.NoRotation as error:
        return Report(f"{error}.", {})
    rotations = {layers: (found[layers], from_config(config, sequence_length, layers)) for layers in kinds}
    pages = [_page(*rotations[layers], traps.warnings(config, layers)) for layers in kinds]
    return Report("\n\n".join(pages), rotations)


def _page(found, rotary, warnings):
    rows = [("layers", found.layer_type)] if found.layer_type else []
    rows += [
        ("rotation", f"{found.rope_type}" + (f", in a model of type {found.model_type}" if found.model_type else "")),
        ("pairs", _pairs(found, rotary)),
        ("layout", _layout(found, rotary)),
        ("base", f"{found.base:,.10g} (rope_theta)"),
        ("lengths", _lengths(found)),
    ]
    if len(turning(rotary.frequencies)):
        rows += [("wavelengths", _wavelengths(rotary))]
        rows += [("zones", zone) for zone in zones(found, rotary)]
    rows += [("attention", _attention(rotary.attention_factor))]
    if found.train_length:
        rows += [("unfinished", _unfinished(found, rotary))]
    rows += [("beware", warning) for warning in warnings]
    names = [name if k == 0 or name != rows[k - 1][0] else "" for k, (name, _) in enumerate(rows)]
    blank = " " * INDENT
    lines = [textwrap.fill(text, 88, initial_indent=blank, subsequent_indent=blank) for _, text in rows]
    return "\n".join(f"{name:<{INDENT}}{text[INDENT:]}" for name, text in zip(names, lines))


def turning(frequencies):
    """Those that are not 0."""
    return frequencies[frequencies > 0]


def zones(found, rotary):
    """What the stretch does, in words: which pairs are untouched, blended, divided by the most."""
    divisors = turning(rotary.unstretched) / turning(rotary.frequencies)
    most = divisors.max()
    if found.rope_type in longrope.ROPE_TYPES:
        return [f"each pair is divided by a number of its own, {divisors.min():.4g} to {most:.4g}"]
    if np.allclose(divisors, 1, rtol=1e-9, atol=0):
        return ["no pair is stretched"]
    untouched, full = np.isclose(divisors, 1, rtol=1e-9, atol=0), np.isclose(divisors, most, rtol=1e-9, atol=0)
    kinds = {
        "untouched": untouched,
        f"blended, divided by 1 to {most:.4g}": ~untouched & ~full,
        f"divided by {most:.4g}": full,
    }
    return [
        f"{_count(kind.sum())} {words}: {_ranges(np.flatnonzero(kind))}" for words, kind in kinds.items() if kind.any()
    ]


def _count(n):
    return f"{n} pair{'' if n == 1 else 's'}"


def _ranges(pairs):
    """Numbers in a row as 'first to last'."""
    runs = np.split(pairs, np.flatnonzero(np.diff(pairs) > 1) + 1)
    return ", ".join(f"{run[0]}" if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)


def _pairs(found, rotary):
    n_turning = len(turning(rotary.frequencies))
    width = found.head_dim + found.beside
    text = f"{_count(n_turning)}, of {width // 2} in a head of {width} features"
    if found.beside:
        text += f"; {found.beside} features stand beside them and never turn"
    if n_turning < len(rotary.frequencies):
        return text + "; the slower ones stand still"
    return text + (
        f"; the features from {found.rotary_dim} on do not turn" if found.rotary_dim < found.head_dim else ""
    )


def _layout(found, rotary):
    pair = "2i and 2i + 1" if found.layout == "interleaved" else f"i and i + {len(rotary.frequencies)}"
    known = "in this model type's code" if found.model_type else "as usual in Hugging Face's code"
    return f"{found.layout} {known}: pair i is features {pair}"


def _lengths(found):
    if found.train_length is None:
        return "not in the file"
    if found.train_length == found.max_length:
        return f"up to {found.max_length:,} tokens"
    longest = f", then up to {found.max_length:,}" if found.max_length else ""
    return f"{found.train_length:,} tokens before stretching{longest}"


def _wavelengths(rotary):
    before, after = (2 * np.pi / turning(f) for f in (rotary.unstretched, rotary.frequencies))
    middle = len(after) // 2
    text = f"{_tokens(after[0])} tokens per turn (pair 0), {_tokens(after[middle])} (pair {middle}), "
    text += f"{_tokens(after[-1])} (pair {len(after) - 1})"
    return (
        text
        if np.allclose(before, after)
        else text + f"; before stretching {_tokens(before[0])} to {_tokens(before[-1])}"
    )


def _attention(factor):
    return f"factor {factor:.6g}: scores are " + (
        "left as they are" if factor == 1 else f"multiplied by its square, {factor * factor:.4g}"
    )


def _unfinished(found, rotary):
    """Of the pairs as they were trained: before stretching."""
    n = int((2 * np.pi / turning(rotary.unstretched) > found.train_length).sum())
    return f"{n} of {len(turning(rotary.unstretched))} pairs never finish a turn in {found.train_length:,} tokens"


def _tokens(length):
    return f"{length:,.2f}" if length < 100 else f"{length:,.0f}"


def _draw(ax, layers, found, rotary):
    before, after = (2 * np.pi / turning(f) for f in (rotary.unstretched, rotary.frequencies))
    ax.plot(before, color=palette.MIDDLE["soft"], linewidth=1.2, linestyle="--")
    ax.plot(after, ".", color=palette.MIDDLE["score"], markersize=4)
    for length, words in ((found.train_length, "trained"), (found.max_length, "longest")):
        if length and (words == "trained" or length != found.train_length):
            ax.axhline(length, color=palette.MIDDLE["position"], linewidth=1, linestyle=":")
            ax.text(0, length, f" {words}: {length:,}", va="bottom", fontsize=10)
    ax.set(yscale="log", xlabel="pair i", title=layers or found.rope_type)
    ax.yaxis.set_major_formatter("{x:,.0f}")  # plain words: a 10 with an exponent asks for fonts that may be missing
    ax.yaxis.set_minor_formatter("")
