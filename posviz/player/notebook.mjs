// The host of a notebook, through anywidget. Python hears of a value once, when the hand lets go.

import { failed, load, play } from "./figure.mjs";

const PATIENCE = 10_000; // ms to wait for an answer: the kernel that was asked may be gone

// Each widget's module is its own copy, so the page keeps what all of them share: it outlives the kernel too.
const shelf = (globalThis.posvizPlotly ??= {});

/** A place on the page's shelf for this script; arrived(text) fills it, from whichever kernel the text comes. */
function placeFor(name) {
  if (shelf[name]) return shelf[name];
  const place = (shelf[name] = { asked: -Infinity, here: false });
  const text = new Promise((resolve) => (place.arrived = resolve));
  place.script = text.then((source) => ((place.here = true), load(URL.createObjectURL(new Blob([source], { type: "text/javascript" })))));
  return place;
}

/** Ask Python for a script the page does not have. Where another picture asked a moment ago, wait for its answer first. */
function ask(model, name, again = true) {
  const place = placeFor(name);
  const since = performance.now() - place.asked;
  if (!place.here && since >= PATIENCE) {
    place.asked = performance.now();
    model.send(name);
  } else if (!place.here && again) setTimeout(() => ask(model, name, false), PATIENCE);
  return place.script;
}

/** The picture was made: ask at once, for it may be shown only later. */
function initialize({ model }) {
  model.on("msg:custom", (name, [source]) => placeFor(name).arrived(source));
  ask(model, model.get("_plotly"));
}

function render({ model, el }) {
  el.innerHTML = model.get("_markup");
  const figure = el.querySelector("figure");
  const spec = model.get("_spec");
  const player = play(figure, spec, {
    plotly: (name) => ask(model, name),
    settled(name, value) {
      model.set(name, value);
      model.save_changes();
    },
    link: false,
  });
  const hear = spec.sliders.map(({ name }) => [`change:${name}`, () => player.set(name, model.get(name))]);
  for (const [event, heard] of hear) {
    heard();
    model.on(event, heard);
  }
  player.draw().catch((error) => failed(figure, error));
  return () => {
    player.leave();
    for (const [event, heard] of hear) model.off(event, heard);
  };
}

export default { initialize, render };
