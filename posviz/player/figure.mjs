// One figure. Its markup is already there; this brings it to life.

import { controlsOf } from "./controls.mjs";
import { copy, layOut } from "./copying.mjs";
import { drawingOf, outputOf } from "./drawing.mjs";
import { keysOf } from "./keys.mjs";
import { dark } from "./looks.mjs";
import { csvOf, fillNumbers } from "./numbers.mjs";
import { hearAnswers } from "./questions.mjs";
import { standOf } from "./stand.mjs";
import { closeStage, placeOf } from "./stage.mjs";
import { unpack } from "./tables.mjs";

const QUIET = 700; // ms without a move, after which the readouts are said

/**
 * host.plotly(): a promise of Plotly. host.settled(name, value): the hand let go. host.link: is there an address to copy?
 * Returns { draw(): draw the picture now, set(name, value): move a slider from outside, leave(): let go of the page }.
 */
export function play(figure, spec, host) {
  const find = (selector) => figure.querySelector(selector);
  const gone = new AbortController(); // until then it listens to the page around it
  const listen = (target, event, heard, capture = false) => target.addEventListener(event, heard, { capture, signal: gone.signal });
  const plot = find(".posviz-plot");
  const stand = standOf(spec);
  const drawing = (spec.outputs ? outputOf : drawingOf)(figure, spec, stand);
  const readouts = readoutsOf(figure, spec, stand);
  let Plotly, frame, quiet;

  // Latest value wins; one redraw for each frame of the screen.
  const ask = () => (frame ??= requestAnimationFrame(() => refresh().catch((error) => failed(figure, error))));

  async function refresh() {
    frame = undefined;
    stand.derive();
    readouts.write();
    const drawn = Plotly || !plot ? drawing.draw(Plotly) : undefined;
    stand.drawn();
    if (find(".posviz-numbers")?.open) showNumbers();
    clearTimeout(quiet);
    quiet = setTimeout(readouts.say, QUIET);
    await drawn;
  }

  const showNumbers = () => Plotly && fillNumbers(figure, drawing.data);
  const rearrange = () => (drawing.anew(), ask());
  const controls = controlsOf(figure, spec, stand.at, {
    moved: (name, stop) => (stand.move(name, stop), ask()),
    settled: host.settled,
    listen,
  });
  const place = placeOf(figure, { begin: controls.hold, end: controls.pause });

  const actions = {
    play: controls.play,
    reset() {
      controls.pause();
      for (const choice of figure.querySelectorAll(".posviz-choice")) choice.open = false;
      controls.reset();
    },
    present: () => (place.left() ? closeStage() : place.goOn()),
    previous: () => place.step(-1),
    next: () => place.step(1),
    link({ currentTarget: button }) {
      const moved = controls.moved();
      const query = moved.length ? `?${new URLSearchParams(moved)}` : "";
      history.replaceState(null, "", `#${spec.name}${query}`);
      copy(location.href, button, "See the address bar").catch(() => {});
    },
    csv({ currentTarget: button }) {
      if (!Plotly) return;
      const text = csvOf(find(`table[data-trace="${button.dataset.trace}"]`), drawing.data);
      copy(text, button, "Select and copy").catch(() => layOut(text, button));
    },
  };
  for (const button of figure.querySelectorAll("[data-do]")) {
    if (button.dataset.do === "link" && !host.link) button.remove();
    else button.addEventListener("click", actions[button.dataset.do]);
  }

  /** A prediction was made: show the picture where it settles it. */
  function settle() {
    controls.pause();
    controls.reset(spec.predict);
  }

  if (find(".posviz-question")) hearAnswers(find(".posviz-question"), settle);
  find(".posviz-numbers")?.addEventListener("toggle", showNumbers);
  figure.dataset.alive = "";

  // ---- What the page around it does: themes, sizes, keys, the stage.
  function retheme() {
    const theme = dark() ? "dark" : "light";
    if (figure.dataset.theme === theme) return;
    figure.dataset.theme = theme;
    rearrange();
  }

  const themes = new MutationObserver(retheme);
  const sizes = new ResizeObserver(() => drawing.fits() || rearrange());
  for (const element of [document.documentElement, document.body]) themes.observe(element, { attributes: true });
  if (plot) sizes.observe(plot);
  listen(matchMedia("(prefers-color-scheme: dark)"), "change", retheme);
  listen(window, "keydown", keysOf(figure, place, controls), true);
  listen(figure, "posviz:stage", place.goOn);
  listen(document, "posviz:unstage", place.goOff);
  retheme();

  return {
    figure,
    spec,
    async draw() {
      if (plot) Plotly = await host.plotly(figure.dataset.plotly);
      cancelAnimationFrame(frame);
      drawing.anew();
      await refresh();
      figure.dataset.ready = "";
    },
    set: controls.set,
    leave() {
      controls.pause();
      if (place.left()) closeStage();
      gone.abort();
      themes.disconnect();
      sizes.disconnect();
    },
  };
}

/** The readouts of a figure: write() writes those that moved, say() says all to those who do not see them. */
function readoutsOf(figure, spec, stand) {
  const outputs = new Map([...figure.querySelectorAll("output[data-readout]")].map((output) => [output.dataset.readout, output]));
  const readouts = (spec.readouts ?? []).map((readout) => ({ ...readout, table: unpack(readout.table) }));

  function say() {
    const said = figure.querySelector(".posviz-readouts, .posviz-output output")?.textContent ?? "";
    const status = figure.querySelector(":scope > .posviz-status");
    if (figure.dataset.ready !== undefined && status.textContent !== said) status.textContent = said;
  }

  return {
    write() {
      for (const readout of readouts.filter(stand.stale)) outputs.get(readout.name).textContent = stand.entry(readout);
    },
    say,
  };
}

/** A message in the figure, as text; no message hides it. */
export function say(figure, text) {
  const place = figure.querySelector(".posviz-message");
  place.textContent = text;
  place.hidden = !text;
}

export function failed(figure, error) {
  say(figure, `This picture could not be drawn: ${error.message}`);
  console.error(error);
}

/** Plotly, from a classic script: the only kind a page opened from disk may load. */
export function load(address) {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), { src: address });
    script.onload = () => resolve(globalThis.Plotly);
    script.onerror = () => reject(new Error("Plotly could not be loaded"));
    document.head.append(script);
  });
}
