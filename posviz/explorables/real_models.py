"""The frequencies of real models, read from their configs: which pairs turn, how slowly, and which are stretched."""

import numpy as np

from posviz import checks, models, palette
from posviz.explorable import Explorable, Slider, filled
from posviz.explorables.frequencies import CONTEXT_LINE
from posviz.question import Question
from posviz.rope_scaling import dynamic_ntk, from_config, longrope, settings

WIDEST = 256
CONTEXTS = [2_048, 4_096, 8_192, 16_384, 32_768, 65_536, 131_072]
KINDS = {"full_attention": ", global", "sliding_attention": ", local"}


def found():
    """{name for the reader: (settings, config, layer type)}, the oldest model first."""
    known = sorted((models.load(name) for name in models.names()), key=lambda model: (model["released"], model["name"]))
    return {
        model["name"] + KINDS.get(layers, ""): (settings.read(model["config"], layers), model["config"], layers)
        for model in known
        if model["positions"] == "rotary"
        for layers in settings.rotations(settings.text_model(model["config"]))
    }


MODELS = found()

explorable = Explorable(
    name="real_models",
    title="Real models differ in which pairs turn, and in how slowly the last of them turn",
    sliders={
        "model": Slider(list(MODELS), "Llama 3.1 8B", "model", colour="score"),
        "context_length": Slider(CONTEXTS, 8_192, "context", unit="tokens", colour="position"),
    },
    panels={"wavelength (tokens per turn), logarithmic": 1},
    layout={
        "xaxis": {"range": [-2, 102], "title": {"text": "pair, from fast to slow, in % of the head"}, "dtick": 25},
        "yaxis": {"range": [0.5, 9.2], "type": "log", "dtick": 2, "exponentformat": "power"},
    },
    alt=(
        "The wavelength of each pair of Llama 3.1 on a logarithmic axis. A thin grey line, as it was trained, rises "
        "evenly from 6 to 2.6 million tokens; a bold purple line, as it is stretched, leaves it at 45 percent of the "
        "pairs and runs above it, 8 times as high. A dotted line marks a context of 8,192 tokens."
    ),
    notice=(
        "The models stand in the order of their publication. The thin grey line runs through a model's pairs as "
        "they were trained, the purple one as they are stretched. Where the lines stop early, only a part of each head "
        "turns. Pairs above the dotted line never finish a turn in this context."
    ),
    predict=Question(
        "This is Llama 3.1. How long is the slowest wavelength of the first LLaMA, a year and a half older?",
        {
            "about 2,000 tokens": "That was its training length. But a pair may be far slower than the text is long: "
            "the line goes on up to about 50,000, and its end stands above the dotted one.",
            "about 50,000 tokens": "There the line ends, with the base at 10,000. Bases have grown since, together "
            "with the lengths that models read.",
            "millions of tokens, as here": "The pairs are as many and spread in the same way. But the base was "
            "10,000, not 500,000, and the line ends at about 50,000.",
        },
        right="about 50,000 tokens",
        state={"model": "LLaMA 7B"},
    ),
    say=(
        "The line runs through the pairs of a real model; those above the dotted one never finish a turn in this "
        "context, and up to 16,384 tokens nearly every model has some."
    ),
)


def head_pairs(model):
    """Half the features of a head, those that never turn among them."""
    described = MODELS[model][0]
    return (described.head_dim + described.beside) // 2


def depends_on_length(model):
    """Does the model's rotation change with the length of what it reads?"""
    return MODELS[model][0].rope_type in dynamic_ntk.ROPE_TYPES + longrope.ROPE_TYPES


def rotary(model, context_length):
    """How the model turns when it reads so many tokens."""
    _, config, layers = MODELS[model]
    return from_config(config, context_length, layers)


def wavelengths(frequencies):
    """Tokens per turn of the pairs that turn."""
    return 2 * np.pi / frequencies[frequencies > 0]


def in_percent(model, frequencies):
    """Wavelengths over the pair's place in the head, padded by the last to as many as the widest head has."""
    lengths = wavelengths(frequencies)
    return {
        "x": filled(100 * np.arange(len(lengths)) / head_pairs(model), WIDEST).round(2),
        "y": filled(lengths, WIDEST),
    }


_LINE = {"type": "scatter", "mode": "lines"}


@explorable.derived
def rotation(model, context_length):
    """What the stretched frequencies follow: the model, and the length for the few that ask for it."""
    context_length = checks.whole("context_length", context_length, 1)
    return f"{model}@{context_length if depends_on_length(model) else CONTEXTS[0]}"


def stretched(rotation):
    """A value of that axis, taken apart: the model, and its frequencies."""
    model, context_length = rotation.rsplit("@", 1)
    return model, rotary(model, int(context_length)).frequencies


@explorable.trace(**_LINE, line={"color": palette.POSITION, "width": 1.6}, hoverinfo="skip")
def as_trained(model):
    return in_percent(model, rotary(model, CONTEXTS[0]).unstretched)


@explorable.trace(
    **_LINE,
    name="wavelength of each pair that turns",
    meta={"x": "place in the head (%)", "y": "tokens per turn"},
    line={"color": palette.SCORE, "width": 3},
    hovertemplate="%{x:.0f} % of the way down the head: one turn in %{y:,.4g} tokens<extra></extra>",
)
def as_stretched(rotation):
    model, frequencies = stretched(rotation)
    return in_percent(model, frequencies)


@explorable.trace(**CONTEXT_LINE, x=[-2, 100])
def context_line(context_length):
    return {"y": [context_length, context_length]}


@explorable.readout("rotation:")
def kind(model):
    described = MODELS[model][0]
    return f"{described.rope_type}, base {described.base:,.10g}"


@explorable.readout("pairs that turn:")
def turning(model):
    return f"{len(wavelengths(rotary(model, CONTEXTS[0]).frequencies))} of {head_pairs(model)}"


@explorable.readout("of these, as stretched, never finish a turn in this context:", format="d", colour="score")
def unfinished(rotation, context_length):
    _, frequencies = stretched(rotation)
    return int((wavelengths(frequencies) > context_length).sum())


@explorable.readout("attention factor", format=".4g")
def attention_factor(model):
    return rotary(model, CONTEXTS[0]).attention_factor
