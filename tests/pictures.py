"""Small explorables for the tests, and hands to move them in a page."""

from posviz import Explorable, Question, Slider, palette
from posviz.hosts import page as static


def ramp_picture():
    ramp = Explorable(
        "A line is as steep as the gain says",
        {
            "x": Slider(range(100), 3, "step", symbol="x", unit="tokens", colour="query"),
            "gain": Slider([-1, 1, 10_000], 1, "gain"),
        },
        layout={"xaxis": {"range": [0, 100]}, "yaxis": {"range": [-1, 1]}},
        alt="A line, and a dot on it.",
        notice="Move the step.",
        predict=Question(
            "How high is step 3 at gain 10,000?",
            {"3 m": "That would be gain 1, <b> & not 10,000.", "30,000 m": "10,000 times 3."},
            right="30,000 m",
            state={"gain": 10_000},
        ),
        say="The gain says how steep.",
        name="ramp",
    )

    @ramp.trace(type="scatter", x=[0, 100], line={"color": palette.QUERY}, mode="lines", name="line")
    def line(gain):
        return {"y": [0, gain]}

    @ramp.trace(type="scatter", mode="markers")
    def dot(x, gain):
        return {"x": [x], "y": [x * gain / 100]}

    @ramp.readout("height", " m", colour="score")
    def height(x, gain):
        return x * gain

    return ramp


def words_picture():
    words = Explorable(
        "A word stands at its place", {"word": Slider(["dog", "bites & <b>"], "dog", "word")}, name="wörter"
    )
    words.trace(type="scatter", x=[0], y=[0], mode="text")(lambda word: {"text": [word]})

    @words.readout("the word is")
    def said(word):
        return word

    return words


def locked_picture():
    sliders = {n: Slider(range(10), start, n) for n, start in (("m", 5), ("n", 2))}
    locked = Explorable("Two that move together", sliders, lock={"keep the offset": ("m", "n")}, name="locked")
    locked.readout("offset")(lambda m, n: m - n)
    return locked


RAMP = static.html(ramp_picture())
WORDS = static.html(words_picture())


def slider(page, name="x", copy=0):
    return page.locator(f"input[name={name}]").nth(copy)


def stop(page, name="x", copy=0):
    return int(slider(page, name, copy).input_value())


def drawn(page, trace, key, copy=0):
    """What the plot holds once the frame is over."""
    return page.evaluate(
        """async ([trace, key, copy]) => {
          await new Promise(requestAnimationFrame);
          return [...document.querySelectorAll(".posviz-plot")[copy].data[trace][key]];
        }""",
        [trace, key, copy],
    )
