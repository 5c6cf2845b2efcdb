// Drawing: hands Plotly what the tables hold. Only what follows a moved slider is drawn again.

import { dark, enlarge, merge, recolour } from "./looks.mjs";
import { unpack } from "./tables.mjs";

const NARROW = 560; // pixels; posviz.css stacks at the same width
const CONFIG = { displayModeBar: false, doubleClick: false };
const AT_ONCE = { mode: "immediate", transition: { duration: 0 }, frame: { duration: 0, redraw: false } };
// These can move within the picture as it stands, if its axes are fixed; for anything else all of it is drawn again.
const LIGHT = ["scatter", "bar", "heatmap"];
const fixed = (layout) => Object.entries(layout).every(([key, axis]) => !/^[xy]axis\d*$/.test(key) || !axis.autorange);

/**
 * The traces of an explorable. Returns { data: what Plotly was given last, draw(Plotly), anew(): arrange all of it
 * again at the next draw, fits(): has it the size of its place? }.
 */
export function drawingOf(figure, spec, stand) {
  const plot = figure.querySelector(".posviz-plot");
  const traces = spec.traces.map((trace) => ({
    ...trace,
    moving: Object.entries(trace.moving).map(([key, table]) => [key, { axes: trace.axes, table: unpack(table) }]),
  }));
  const data = traces.map(() => null);
  let layout; // undefined: to be arranged anew
  let light; // can it move within the picture as it stands?

  /** What of a trace moves, as it is now. */
  const movedPart = ({ moving }, swap) =>
    Object.fromEntries(moving.map(([key, follower]) => [key, recolour(stand.entry(follower), swap)]));

  async function drawAll(Plotly, swap) {
    const { clientWidth: width, clientHeight: height } = plot;
    const scale = scaleOf(figure);
    layout = { ...recolour(arrange(spec, width, scale), swap), width, height, autosize: false };
    traces.forEach((trace, i) => (data[i] = { ...recolour(enlarge(trace.style, scale), swap), ...movedPart(trace, swap) }));
    const drawn = Plotly.react(plot, data.slice(), layout, CONFIG);
    light = fixed(plot._fullLayout) && data.every((trace) => LIGHT.includes(trace.type));
    // Plotly takes maps for things that cannot move, and wipes them away whenever a line is moved.
    for (const { type, _module } of plot._fullData) if (type === "heatmap") _module.animatable = true;
    const shape = `0 0 ${width} ${height}`; // lets the picture shrink to the paper
    for (const svg of plot.querySelectorAll(".main-svg")) svg.setAttribute("viewBox", shape);
    await drawn;
  }

  async function drawMoved(Plotly, swap) {
    const moved = traces.flatMap((trace, i) => (stand.stale(trace) ? [i] : []));
    const changes = moved.map((i) => movedPart(traces[i], swap));
    moved.forEach((i, k) => (data[i] = { ...data[i], ...changes[k] }));
    if (!light) return Plotly.react(plot, data.slice(), layout, CONFIG);
    const told = toldOf(plot._fullData, moved);
    const changed = { data: told.map((i) => changes[moved.indexOf(i)] ?? {}), traces: told };
    return Plotly.animate(plot, changed, AT_ONCE).catch(unlessOvertaken);
  }

  return {
    data,
    draw: (Plotly) => (layout ? drawMoved : drawAll)(Plotly, dark() ? spec.darkFor : {}),
    anew: () => (layout = undefined),
    fits: () => !layout || (layout.width === plot.clientWidth && layout.height === plot.clientHeight),
  };
}

/** Plotly breaks off a move that the next one overtakes, and names no error then. */
function unlessOvertaken(error) {
  if (error) throw error;
}

/** How much larger letters and lines are than in a page: on the stage, as large as its type. */
const scaleOf = (figure) =>
  figure.classList.contains("posviz-present") ? parseFloat(getComputedStyle(figure).fontSize) / 16 : 1;

/** The layout for a plot this wide. */
function arrange(spec, width, scale) {
  const arranged = merge({ ...spec.layout, template: spec.template }, width < NARROW ? spec.stacked : {});
  const margins = Object.entries({ ...spec.template.layout.margin, ...spec.layout.margin });
  const margin = Object.fromEntries(margins.map(([side, room]) => [side, room * scale]));
  return { ...enlarge(arranged, scale), margin };
}

/**
 * The numbers of the traces to tell Plotly of when these have moved. Of each kind in each panel it must hear of one: it
 * wipes away kinds it does not hear of, and single bars and maps too. Lines it lays above those it does not hear of, so
 * it hears of all from the first that moved to the last.
 */
function toldOf(traces, moved) {
  const kinds = {};
  traces.forEach(({ type, xaxis, yaxis }, i) => (kinds[[type, xaxis, yaxis]] ??= []).push(i));
  return Object.values(kinds).flatMap((all) => {
    if (traces[all[0]].type !== "scatter") return all;
    const these = all.filter((i) => moved.includes(i));
    return these.length ? all.filter((i) => i >= these[0] && i <= these.at(-1)) : all.slice(-1);
  });
}

/** What a function under `interact` returned, with the same handles as a drawing. */
export function outputOf(figure, spec, stand) {
  const output = { axes: spec.outputs.axes, table: unpack(spec.outputs.table) };
  const place = figure.querySelector(".posviz-output");
  const plot = figure.querySelector(".posviz-plot");
  const size = () => ({ width: plot?.clientWidth, height: plot?.clientHeight });
  let drawn = {};

  async function draw(Plotly) {
    const shown = stand.entry(output);
    if (spec.outputs.kind === "image") place.querySelector("img").src = shown;
    else if (spec.outputs.kind === "text") place.querySelector("output").textContent = shown;
    else {
      const { data, layout } = JSON.parse(shown);
      drawn = size();
      await Plotly.react(plot, data, { ...layout, ...drawn }, CONFIG);
    }
  }

  return { data: [], draw, anew() {}, fits: () => drawn.width === size().width && drawn.height === size().height };
}
