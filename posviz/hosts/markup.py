"""The HTML of an explorable at its starting values: all of it can be read before, and without, JavaScript."""

import base64
import io
from html import escape

import matplotlib.pyplot as plt
import numpy as np

from posviz.explorable import sign
from posviz.hosts import plotly


def figure(explorable):
    """The whole figure; the player brings it to life."""
    at = explorable.at()
    readouts = "\u2060, ".join(_readout(r, r.text(*(at[axis] for axis in r.axes))) for r in explorable.readouts)
    panels = max(1, len(explorable.panels))
    plot = _plot(panels, f"At the start. {explorable.alt}" if explorable.alt else explorable.title)
    locks = "".join(
        f'<label class="posviz-lock"><input type="checkbox" checked autocomplete="off" disabled>{escape(words)}</label>'
        for words in explorable.lock
    )
    return frame(
        explorable.name,
        explorable.title,
        readouts,
        plot,
        explorable.sliders,
        numbers=locks + _numbers(explorable, at),
        notice=explorable.notice,
        predict=question(explorable.predict) if explorable.predict else "",
        say=explorable.say,
        script=script(explorable),
    )


def script(explorable):
    """The name of Plotly's script that draws it."""
    return plotly.needed(trace.style["type"] for trace in explorable.traces)


def output(name, title, kind, start, sliders, script):
    """The figure of a function under `interact`: its output at the start, its sliders, and Plotly's script for it."""
    alt = escape(title)
    inside = {
        "image": f'<img src="{escape(start)}" alt="{alt}">',
        "figure": _plot(1, title),
        "text": f"<output>{escape(start)}</output>",
    }[kind]
    return frame(name, title, "", f'<div class="posviz-output">{inside}</div>', sliders, script=script)


def address(figure):
    """A matplotlib figure as the address of an image that holds all of it; the figure is closed."""
    drawn = io.BytesIO()
    figure.savefig(drawn, format="svg", metadata={"Date": None})
    plt.close(figure)
    return "data:image/svg+xml;base64," + base64.b64encode(drawn.getvalue()).decode()


def question(asked):
    """A question and its choices, each of which opens to its reply, with JavaScript and without."""
    text = escape(asked.text)
    choices = "".join(
        f'<details class="posviz-choice" data-right="{str(choice == asked.right).lower()}">'
        f"<summary>{escape(choice)}</summary>"
        f"<p><b>{'Right.' if choice == asked.right else 'No.'}</b> {escape(reply)}</p></details>"
        for choice, reply in asked.choices.items()
    )
    return (
        f'<div class="posviz-question" role="group" aria-label="{text}"><p class="posviz-asked">{text}</p>'
        f'<div class="posviz-choices">{choices}</div><p class="posviz-status" role="status"></p></div>'
    )


def quiz(questions):
    """Several questions, numbered, and room for a score."""
    asked = "".join(f"<li>{question(each)}</li>" for each in questions)
    return f'<div class="posviz posviz-quiz"><ol>{asked}</ol><p class="posviz-score" role="status"></p></div>'


def frame(name, title, readouts, picture, sliders, script, numbers="", notice="", predict="", say=""):
    """Prediction, title, readouts, picture, sliders, buttons, notice: the same order for every picture."""
    rows = "".join(_slider(key, slider) for key, slider in sliders.items())
    buttons = "".join(
        f'<button type="button" data-do="{do}">{label}</button>'
        for do, label in (("play", "Play"), ("reset", "Reset"), ("present", "Present"), ("link", "Copy link"))
    )
    steps = (
        '<span class="posviz-steps"><button type="button" data-do="previous">Previous</button>'
        '<span class="posviz-count"></span><button type="button" data-do="next">Next</button></span>'
    )
    return (
        f'<figure class="posviz" data-explorable="{escape(name)}" data-plotly="{script}">{predict}'
        f'<figcaption class="posviz-title">{escape(title)}</figcaption>'
        + (f'<p class="posviz-readouts">{readouts}</p>' if readouts else "")
        + picture
        + '<p class="posviz-message" role="alert" hidden></p>'
        + f'<div class="posviz-sliders">{rows}</div>'
        + f'<div class="posviz-bar">{buttons}{steps}{numbers}</div>'
        + (f'<p class="posviz-notice"><b>Notice.</b> {escape(notice)}</p>' if notice else "")
        + (f'<p class="posviz-say"><b>Say.</b> {escape(say)}</p>' if say else "")
        + '<p class="posviz-status" role="status"></p></figure>'
    )


def _plot(panels, alt):
    return f'<div class="posviz-plot posviz-panels-{panels}" role="img" aria-label="{escape(alt)}"></div>'


def _readout(readout, text):
    return (
        f'<span class="posviz-readout posviz-{readout.colour}">{escape(readout.label)} '
        f'<output data-readout="{escape(readout.name)}" aria-live="off">{escape(text)}</output></span>'
    )


def _slider(name, slider):
    start, text = slider.stops.index(slider.start), escape(slider.text(slider.start))
    longest = escape(max(map(slider.text, slider.stops), key=len))  # unseen: keeps the width, so that nothing jumps
    symbol = f" <i>{escape(slider.symbol)}</i>" if slider.symbol else ""
    label = escape(f"{slider.label} {slider.symbol}".strip())
    return (
        f'<label class="posviz-slider posviz-{slider.colour}">'
        f'<span class="posviz-name">{escape(slider.label)}{symbol}</span>'
        f'<input type="range" name="{escape(name)}" min="0" max="{len(slider.stops) - 1}" step="1" value="{start}" '
        f'aria-label="{label}" aria-valuetext="{text}" autocomplete="off" disabled>'
        f'<span class="posviz-at" aria-hidden="true"><span>{text}</span><span>{longest}</span></span></label>'
    )


def _numbers(explorable, at):
    """The data of every named trace as tables, folded away. The player fills in the cells when a slider moves."""
    named = [(index, trace) for index, trace in enumerate(explorable.traces) if "name" in trace.style]
    tables = "".join(_table(i, trace.style, trace.moving(*(at[axis] for axis in trace.axes))) for i, trace in named)
    copies = "".join(
        f'<button type="button" data-do="csv" data-trace="{index}">Copy {escape(trace.style["name"])} as CSV</button>'
        for index, trace in named
    )
    return tables and (
        '<details class="posviz-numbers"><summary>Numbers</summary>'
        '<div class="posviz-tables" tabindex="0" role="region" aria-label="The numbers now shown">'
        f'{tables}</div><div class="posviz-copies">{copies}</div></details>'
    )


def _table(index, style, moving):
    caption = f"<caption>{escape(style['name'])}</caption>"
    values = style | moving
    if "z" in values:
        rows = np.asarray(values["z"])
        columns = values.get("x", range(rows.shape[1]))
        heads = [f'<th scope="row">{_cell(head)}</th>' for head in values.get("y", range(rows.shape[0]))]
        top = "<td></td>" + "".join(f'<th scope="col">{_cell(column)}</th>' for column in columns)
        keys = "z"
    else:
        names = {key: key for key in ("x", "y", "text")} | style.get("meta", {})  # an empty name: no column
        keys = [key for key, name in names.items() if name and key in values and not isinstance(values[key], str)]
        rows = list(zip(*(values[key] for key in keys)))
        heads = [""] * len(rows)
        top = "".join(f'<th scope="col">{escape(names[key])}</th>' for key in keys)
        keys = " ".join(keys)
    body = "".join(f"<tr>{head}{''.join(f'<td>{_cell(v)}</td>' for v in row)}</tr>" for head, row in zip(heads, rows))
    return (
        f'<table data-trace="{index}" data-keys="{keys}">{caption}'
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
    )


def _cell(value):
    """As the player writes it: four digits, and no exponent where a reader needs none."""
    return escape(value) if isinstance(value, str) else sign(f"{float(f'{value:.4g}') + 0:.12g}")
