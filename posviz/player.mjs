// Plays a baked explorable: looks up what each slider's stop shows, and hands it to Plotly. It knows no encoding.

const NARROW = 560; // pixels; posviz.css stacks at the same width

const CONFIG = { displayModeBar: false, doubleClick: false };
// These can move within the picture as it stands, if its axes are fixed; for anything else all of it is drawn again.
const LIGHT = ["scatter", "bar", "heatmap"];
const fixed = (layout) => Object.entries(layout).every(([key, axis]) => !/^[xy]axis\d*$/.test(key) || !axis.autorange);
// On the stage: keys that bring the picture before or after this one (a clicker sends the last two), and that slide.
const PAGES = { ArrowUp: -1, ArrowDown: 1, PageUp: -1, PageDown: 1 };
const SIDEWAYS = { ArrowLeft: -1, ArrowRight: 1 };
const AT_ONCE = { mode: "immediate", transition: { duration: 0 }, frame: { duration: 0, redraw: false } };

// ---- Tables: one entry for each combination of stops of the axes they follow.

const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;

function unpack({ shape, words, floats, width, index }) {
  const known = words ?? new Float32Array(bytes(floats));
  if (index === undefined) return { shape, flat: known };
  const numbers = new { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array }[width](bytes(index));
  const flat = words ? Array.from(numbers, (n) => known[n]) : Float32Array.from(numbers, (n) => known[n]);
  return { shape, flat };
}

/** The entry of a table at these stop numbers: a single value, an array, or an array of rows. */
function lookUp({ shape, flat }, stopNumbers) {
  const inner = shape.slice(stopNumbers.length);
  const size = inner.reduce((product, n) => product * n, 1);
  const start = size * stopNumbers.reduce((sum, stop, axis) => sum * shape[axis] + stop, 0);
  if (inner.length === 0) return flat[start];
  if (inner.length === 1) return flat.slice(start, start + size);
  const row = size / inner[0];
  return Array.from({ length: inner[0] }, (_, r) => flat.slice(start + r * row, start + (r + 1) * row));
}

function merge(below, above) {
  const merged = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const nested = value?.constructor === Object && merged[key]?.constructor === Object;
    merged[key] = nested ? merge(merged[key], value) : value;
  }
  return merged;
}

// ---- Themes: pictures come in the light theme's colours; the dark theme swaps each for its own.

const dark = () => {
  const { theme } = document.documentElement.dataset;
  if (theme) return theme === "dark";
  const { jpThemeLight } = document.body.dataset;
  if (jpThemeLight) return jpThemeLight === "false";
  if (/vscode-(dark|light)/.test(document.body.className)) return document.body.classList.contains("vscode-dark");
  return matchMedia("(prefers-color-scheme: dark)").matches;
};

function recolour(value, swap) {
  if (typeof value === "string") return swap[value] ?? value;
  if (Array.isArray(value)) return value.map((item) => recolour(item, swap));
  if (value?.constructor === Object)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, recolour(item, swap)]));
  return value;
}

/** A layout or a trace with its letters, lines and marks this many times as large. */
function enlarge(value, scale, key = "") {
  if (Array.isArray(value)) return value.map((item) => enlarge(item, scale, key));
  if (typeof value === "number") return /.\.(size|width)$/.test(key) ? value * scale : value;
  if (value?.constructor !== Object) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, enlarge(item, scale, `${key}.${name}`)]));
}

// ---- Moves: only what follows a slider is drawn again.

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

// ---- Numbers: what a picture shows, as tables and as comma-separated values.

/** What a table of numbers holds now, row by row. */
function valuesOf(table, data) {
  const columns = table.dataset.keys.split(" ").map((key) => data[table.dataset.trace][key]);
  const isMap = columns[0][0]?.length && typeof columns[0][0] !== "string";
  return Array.from(columns[0], (value, r) => (isMap ? [...value] : columns.map((column) => column[r])));
}

/** Write what the traces show now into the tables of a figure. */
function fillNumbers(figure, data) {
  const short = (value) => (typeof value === "string" ? value : String(Number(value.toPrecision(4))).replace("-", "−"));
  for (const table of figure.querySelectorAll("table")) {
    const rows = valuesOf(table, data);
    [...table.tBodies[0].rows].forEach((row, r) => [...row.querySelectorAll("td")].forEach((td, c) => (td.textContent = short(rows[r][c]))));
  }
}

/** A table of numbers as comma-separated values, to all the digits that there are. */
function csvOf(table, data) {
  const plain = (value) => (typeof value === "string" ? value.replace(/^−(?=[\d.])/, "-") : String(Number(value.toPrecision(7))));
  const quoted = (value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  const heads = (row) => [...row.cells].map((cell) => cell.textContent);
  const named = [...table.tBodies[0].rows].map((row) => [...row.querySelectorAll("th")].map((head) => head.textContent));
  const rows = [heads(table.tHead.rows[0]), ...valuesOf(table, data).map((row, r) => [...named[r], ...row])];
  return rows.map((row) => row.map((value) => quoted(plain(value))).join(",") + "\n").join("");
}

// ---- One figure. Its markup is already there; this brings it to life.

/**
 * host.plotly(): a promise of Plotly. host.settled(name, stop): the hand let go. host.link: is there an address to copy?
 * Returns { draw(): draw the picture now, set(name, stop): move a slider from outside, leave(): let go of the page }.
 */
function play(figure, spec, host) {
  const find = (selector) => figure.querySelector(selector);
  const sliders = new Map(spec.sliders.map((slider) => [slider.name, slider]));
  const inputs = new Map(spec.sliders.map((slider) => [slider.name, [...figure.querySelectorAll("input")].find((i) => i.name === slider.name)]));
  const at = Object.fromEntries(spec.sliders.map((slider) => [slider.name, slider.start]));
  const derived = (spec.derived ?? []).map((d) => ({ ...d, table: unpack(d.table) }));
  const readouts = (spec.readouts ?? []).map((r) => ({
    ...r,
    table: unpack(r.table),
    output: [...figure.querySelectorAll("output")].find((o) => o.dataset.readout === r.name),
  }));
  const traces = (spec.traces ?? []).map((t) => ({
    ...t,
    moving: Object.entries(t.moving).map(([key, table]) => [key, unpack(table)]),
  }));
  const outputs = spec.outputs && { ...spec.outputs, table: unpack(spec.outputs.table) };
  const plot = find(".posviz-plot");
  const data = traces.map(() => null);
  const stale = new Set(spec.sliders.map((slider) => slider.name));
  let Plotly, layout, still, frame, quiet, timer; // layout undefined: to be arranged anew

  const numbers = (axes) => axes.map((axis) => at[axis]);
  const follows = ({ axes }) => axes.some((axis) => stale.has(axis));

  function refresh() {
    frame = undefined;
    for (const d of derived) {
      const stop = lookUp(d.table, numbers(d.axes));
      if (stop !== at[d.name]) stale.add(d.name);
      at[d.name] = stop;
    }
    for (const readout of readouts.filter(follows)) readout.output.textContent = lookUp(readout.table, numbers(readout.axes));
    if (outputs) showOutput(lookUp(outputs.table, numbers(outputs.axes)));
    else if (Plotly) drawTraces();
    stale.clear();
    clearTimeout(quiet);
    quiet = setTimeout(announce, 700);
  }

  function drawTraces() {
    const swap = dark() ? spec.darkFor : {};
    const anew = layout === undefined;
    if (anew) {
      const { clientWidth: width, clientHeight: height } = plot;
      const scale = figure.classList.contains("posviz-present") ? parseFloat(getComputedStyle(figure).fontSize) / 16 : 1;
      const arranged = merge({ ...spec.layout, template: spec.template }, width < NARROW ? spec.stacked : {});
      const margins = Object.entries({ ...spec.template.layout.margin, ...spec.layout.margin });
      const margin = Object.fromEntries(margins.map(([side, room]) => [side, room * scale]));
      layout = { ...recolour(enlarge(arranged, scale), swap), margin, width, height, autosize: false };
      still = traces.map((t) => recolour(enlarge(t.style, scale), swap));
      data.fill(null);
    }
    const moved = traces.flatMap((t, i) => (data[i] && !follows(t) ? [] : [i]));
    const changes = moved.map((i) => {
      const { axes, moving } = traces[i];
      return Object.fromEntries(moving.map(([key, table]) => [key, recolour(lookUp(table, numbers(axes)), swap)]));
    });
    moved.forEach((i, k) => (data[i] = { ...(data[i] ?? still[i]), ...changes[k] }));
    if (anew) {
      Plotly.react(plot, data.slice(), layout, CONFIG);
      // Plotly takes maps for things that cannot move, and wipes them away whenever a line is moved.
      for (const { type, _module } of plot._fullData) if (type === "heatmap") _module.animatable = true;
      const shape = `0 0 ${layout.width} ${layout.height}`; // lets the picture shrink to the paper
      for (const svg of plot.querySelectorAll(".main-svg")) svg.setAttribute("viewBox", shape);
    } else if (fixed(plot._fullLayout) && data.every((trace) => LIGHT.includes(trace.type))) {
      const told = toldOf(plot._fullData, moved);
      const changed = { data: told.map((i) => changes[moved.indexOf(i)] ?? {}), traces: told };
      Plotly.animate(plot, changed, AT_ONCE).catch(() => {}); // overtaken by the next move
    } else Plotly.react(plot, data.slice(), layout, CONFIG);
    if (find(".posviz-numbers")?.open) fillNumbers(figure, data);
  }

  function showOutput(output) {
    const place = find(".posviz-output");
    if (outputs.kind === "image") place.querySelector("img").src = output;
    else if (outputs.kind === "text") place.querySelector("output").textContent = output;
    else if (Plotly) {
      const { data: drawn, layout: plain } = JSON.parse(output);
      Plotly.react(plot, drawn, { ...plain, width: plot.clientWidth, height: plot.clientHeight }, CONFIG);
    }
  }

  function announce() {
    const said = find(".posviz-readouts, .posviz-output output")?.textContent ?? "";
    const status = find(":scope > .posviz-status");
    if (figure.dataset.ready !== undefined && status.textContent !== said) status.textContent = said;
  }

  // Latest value wins; one redraw for each frame of the screen.
  function move(name, stop) {
    const input = inputs.get(name);
    const text = sliders.get(name).texts[stop];
    at[name] = stop;
    if (Number(input.value) !== stop) input.value = stop;
    input.setAttribute("aria-valuetext", text);
    input.style.setProperty("--posviz-fill", `${(100 * stop) / Number(input.max)}%`);
    input.nextElementSibling.firstElementChild.textContent = text;
    stale.add(name);
    frame ??= requestAnimationFrame(refresh);
  }

  const locks = (spec.lock ?? []).map((names, i) => ({ names, box: figure.querySelectorAll(".posviz-lock input")[i] }));
  const partner = (name) => locks.find(({ names, box }) => box.checked && names.includes(name))?.names.find((n) => n !== name);
  const last = (name) => sliders.get(name).stops.length - 1;

  /** Move a slider by hand: its partner goes along, and neither goes beyond its end. */
  function slide(name, stop) {
    const other = partner(name);
    if (!other) return move(name, stop);
    const beside = Math.min(last(other), Math.max(0, at[other] + stop - at[name]));
    const shift = beside - at[other];
    move(name, at[name] + shift);
    move(other, beside);
  }

  /** Move a slider from outside. False if it has no such stop. */
  function set(name, value) {
    const stop = sliders.get(name)?.stops.findIndex((s) => String(s) === String(value)) ?? -1;
    if (stop >= 0 && stop !== at[name]) move(name, stop);
    return stop >= 0;
  }

  // The rest of this function listens to the page around the figure, until the figure leaves it.
  const gone = new AbortController();
  const listen = (target, event, heard, capture = false) => target.addEventListener(event, heard, { capture, signal: gone.signal });

  const settle = (name) => {
    for (const moved of [name, partner(name) ?? []].flat()) host.settled(moved, sliders.get(moved).stops[at[moved]]);
  };

  // ---- Play: the first slider moves by itself. Who asked for less motion gets one step at a time.
  const [first] = spec.sliders;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const playButton = find("[data-do=play]");
  const nameButton = () => (playButton.textContent = timer ? "Pause" : calm.matches ? "Step" : "Play");

  function advance() {
    const together = [first.name, partner(first.name) ?? []].flat();
    const ended = together.some((name) => at[name] === last(name));
    slide(first.name, ended ? at[first.name] - Math.min(...together.map((name) => at[name])) : at[first.name] + 1);
  }

  function pause() {
    if (!timer) return;
    clearInterval(timer);
    timer = undefined;
    nameButton();
    settle(first.name);
  }

  const place = placeOf(figure, { begin: () => inputs.get(first.name).focus(), end: pause });
  const actions = {
    play() {
      if (timer) return pause();
      advance();
      if (calm.matches) return settle(first.name);
      timer = setInterval(advance, Math.min(1200, Math.max(60, 8000 / first.stops.length)));
      nameButton();
    },
    reset() {
      pause();
      for (const choice of figure.querySelectorAll(".posviz-choice")) choice.open = false;
      for (const slider of spec.sliders) {
        move(slider.name, slider.start);
        settle(slider.name);
      }
    },
    present: () => (place.left() ? closeStage() : place.goOn()),
    previous: () => place.step(-1),
    next: () => place.step(1),
    link({ currentTarget: button }) {
      const moved = spec.sliders.filter((s) => at[s.name] !== s.start).map((s) => [s.name, s.stops[at[s.name]]]);
      const query = moved.length ? `?${new URLSearchParams(moved)}` : "";
      history.replaceState(null, "", `#${spec.name}${query}`);
      copy(location.href, button, "See the address bar").catch(() => {});
    },
    csv({ currentTarget: button }) {
      if (!Plotly) return;
      const text = csvOf(figure.querySelector(`table[data-trace="${button.dataset.trace}"]`), data);
      copy(text, button, "Select and copy").catch(() => {
        const field = find(".posviz-csv") ?? Object.assign(document.createElement("textarea"), { className: "posviz-csv", readOnly: true });
        field.setAttribute("aria-label", "Comma-separated values, to copy");
        button.parentElement.after(field);
        field.value = text;
        field.select();
      });
    },
  };

  listen(figure, "posviz:stage", place.goOn);
  listen(document, "posviz:unstage", place.goOff);

  for (const { box } of locks) box.disabled = false;
  for (const [name, input] of inputs) {
    input.disabled = false;
    input.addEventListener("input", () => {
      if (name === first.name) pause();
      slide(name, Number(input.value));
    });
    input.addEventListener("change", () => settle(name));
    move(name, at[name]);
  }
  for (const button of figure.querySelectorAll("[data-do]")) {
    if (button.dataset.do === "link" && !host.link) button.remove();
    else button.addEventListener("click", actions[button.dataset.do]);
  }
  nameButton();
  const question = find(".posviz-question");
  if (question) hearAnswers(question, settleIt);
  figure.dataset.alive = "";
  find(".posviz-numbers")?.addEventListener("toggle", () => Plotly && fillNumbers(figure, data));

  /** A prediction was made: show the picture where it settles it. */
  function settleIt() {
    pause();
    for (const { name, stops, start } of spec.sliders) {
      set(name, spec.predict[name] ?? stops[start]);
      settle(name);
    }
  }

  // ---- What the page around it does: themes, sizes, keys.
  function rearrange() {
    layout = undefined;
    frame ??= requestAnimationFrame(refresh);
  }

  function retheme() {
    const theme = dark() ? "dark" : "light";
    if (figure.dataset.theme === theme) return;
    figure.dataset.theme = theme;
    rearrange();
  }

  function resize() {
    if (layout && (layout.width !== plot.clientWidth || layout.height !== plot.clientHeight)) rearrange();
  }

  function press(event) {
    const staged = place.left();
    if (!staged && !figure.contains(event.target)) return;
    // Notebook applications take these keys at the window unless they are stopped there first.
    if (/^(Arrow|Home|End|Page| )/.test(event.key)) event.stopPropagation();
    const onSlider = event.target.type === "range";
    const turned = onSlider || !event.target.closest(".posviz-tables") ? PAGES[event.key] : undefined;
    if (staged && event.key === "Escape") closeStage(); // ours to do: a page's own shortcuts may keep it from a dialog
    else if (staged && turned) place.step(turned);
    else if (staged && !onSlider && SIDEWAYS[event.key]) {
      inputs.get(first.name).focus();
      slide(first.name, Math.min(last(first.name), Math.max(0, at[first.name] + SIDEWAYS[event.key])));
    } else if (event.key === " " && onSlider) actions.play();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation(); // another picture may be on the stage by now
  }

  const themes = new MutationObserver(retheme);
  const sizes = new ResizeObserver(resize);
  for (const place of [document.documentElement, document.body]) themes.observe(place, { attributes: true });
  if (plot) sizes.observe(plot);
  listen(matchMedia("(prefers-color-scheme: dark)"), "change", retheme);
  listen(calm, "change", () => (pause(), nameButton()));
  listen(window, "keydown", press, true);
  retheme();

  return {
    figure,
    spec,
    async draw() {
      if (plot) Plotly = await host.plotly();
      rearrange();
      cancelAnimationFrame(frame);
      for (const slider of spec.sliders) stale.add(slider.name);
      refresh();
      figure.dataset.ready = "";
    },
    set,
    leave() {
      pause();
      if (place.left()) closeStage();
      gone.abort();
      themes.disconnect();
      sizes.disconnect();
    },
  };
}

// ---- What figures share: the stage, questions, copying.

/** The page's pictures in their order, each by itself or by the seat that keeps its place. */
const seats = () => [...document.querySelectorAll("figure.posviz[data-alive]:not(.posviz-present), .posviz-seat")];

/**
 * A figure's place in the page, from which it goes on the stage and to which it comes back. It calls begin() when the
 * figure has gone on, and end() before it comes back. The stage stays while the page's pictures step on and off.
 */
function placeOf(figure, { begin, end }) {
  const find = (selector) => figure.querySelector(selector);
  let seat; // keeps the place while the figure is on the stage

  function goOn() {
    const stage = document.querySelector(".posviz-stage") ?? openStage();
    seat = Object.assign(document.createElement("div"), { className: "posviz-seat" });
    seat.style.height = `${figure.offsetHeight}px`;
    figure.replaceWith(seat);
    stage.firstElementChild.append(figure);
    figure.classList.add("posviz-present");
    find("[data-do=present]").textContent = "Leave";
    const all = seats();
    const number = all.indexOf(seat);
    find(".posviz-count").textContent = `${number + 1} of ${all.length}`;
    find("[data-do=previous]").disabled = number === 0;
    find("[data-do=next]").disabled = number === all.length - 1;
    begin();
  }

  function goOff() {
    if (!seat) return;
    end();
    figure.classList.remove("posviz-present");
    find("[data-do=present]").textContent = "Present";
    seat.replaceWith(figure);
    seat = undefined;
  }

  function step(by) {
    const all = seats();
    const next = all[all.indexOf(seat) + by];
    if (!next) return;
    goOff();
    next.dispatchEvent(new Event("posviz:stage"));
  }

  return { left: () => seat !== undefined, goOn, goOff, step };
}

function openStage() {
  const stage = Object.assign(document.createElement("dialog"), { className: "posviz-stage" });
  const screen = stage.appendChild(document.createElement("div")); // a dialog itself may not fill the screen
  document.body.append(stage);
  stage.showModal();
  stage.addEventListener("close", closeStage);
  screen.addEventListener("fullscreenchange", () => document.fullscreenElement || closeStage());
  screen.requestFullscreen?.().catch(() => {});
  return stage;
}

function closeStage() {
  const stage = document.querySelector(".posviz-stage");
  const figure = stage?.querySelector("figure");
  document.dispatchEvent(new Event("posviz:unstage"));
  stage?.remove(); // with it the full screen ends
  figure?.scrollIntoView({ block: "nearest" });
  figure?.querySelector("[data-do=present]").focus();
}

/** When a choice is opened, close the others, say its reply to those who do not see it, and tell `answered(choice)`. */
function hearAnswers(question, answered) {
  const heard = ({ target: choice }) => {
    if (!choice.open) return;
    for (const other of question.querySelectorAll("[open]")) if (other !== choice) other.open = false;
    question.querySelector(".posviz-status").textContent = choice.querySelector("p").textContent;
    answered(choice);
  };
  question.addEventListener("toggle", heard, true);
}

/** Of several questions: how many were answered, and how many rightly at the first try. */
function keepScore(quiz) {
  const questions = [...quiz.querySelectorAll(".posviz-question")];
  const firsts = new Map();
  const score = () => {
    if (firsts.size < questions.length) return `${firsts.size} of ${questions.length} answered.`;
    const right = [...firsts.values()].filter((choice) => choice.dataset.right === "true").length;
    return `${right} of ${questions.length} right at the first try.`;
  };
  for (const question of questions)
    hearAnswers(question, (choice) => {
      if (!firsts.has(question)) firsts.set(question, choice);
      quiz.querySelector(".posviz-score").textContent = score();
    });
}

/** Copies text, and says on the button that it did. Rejected, the button saying what to do, where the browser refuses. */
async function copy(text, button, otherwise) {
  button.dataset.name ??= button.textContent;
  const say = (words) => {
    button.textContent = words;
    setTimeout(() => (button.textContent = button.dataset.name), 2000);
  };
  try {
    await navigator.clipboard.writeText(text);
    say("Copied");
  } catch (error) {
    say(otherwise);
    throw error;
  }
}

/** Plotly, from a classic script: the only kind a page opened from disk may load. */
function load(address) {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), { src: address });
    script.onload = () => resolve(globalThis.Plotly);
    script.onerror = () => reject(new Error("Plotly could not be loaded"));
    document.head.append(script);
  });
}

/** A message in the figure, as text; no message hides it. */
function say(figure, text) {
  const place = figure.querySelector(".posviz-message");
  place.textContent = text;
  place.hidden = !text;
}

function failed(figure, error) {
  say(figure, `This picture could not be drawn: ${error.message}`);
  console.error(error);
}

// ---- Host 1: a static page. Every figure carries its own tables; Plotly is loaded when the first comes near.

function playPage() {
  const address = new URL("plotly.min.js", document.currentScript.src).href;
  let loading;
  const plotly = () => (loading ??= load(address));

  const players = [];
  for (const figure of document.querySelectorAll("figure.posviz")) {
    try {
      const spec = JSON.parse(figure.querySelector("script").textContent);
      players.push(play(figure, spec, { plotly, settled() {}, link: true }));
    } catch (error) {
      failed(figure, error);
    }
  }

  const draw = (player) => player.draw().catch((error) => failed(player.figure, error));
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        draw(players.find((player) => player.figure === target));
      }
    },
    { rootMargin: "600px" }
  );
  for (const player of players) near.observe(player.figure);
  addEventListener("beforeprint", () => players.forEach(draw));

  document.querySelectorAll(".posviz-quiz").forEach(keepScore);

  // A link such as #rope_pair?m=3&n=7: values are matched to stops, never put into the page as markup.
  function restore() {
    const [name, query] = location.hash.slice(1).split("?");
    const player = players.find(({ spec }) => encodeURI(spec.name) === name); // so the address bar spells it
    document.querySelector(".posviz-lost")?.remove();
    if (!player) return isPlace(location.hash.slice(1)) || sayLost(name);
    const wanted = new URLSearchParams(query);
    for (const slider of player.spec.sliders) player.set(slider.name, slider.stops[slider.start]);
    const unknown = [...wanted].filter(([slider, value]) => !player.set(slider, value)).map((pair) => pair.join("="));
    say(player.figure, unknown.length ? `The link asks for ${unknown.join(", ")}, which no slider here can show.` : "");
    player.figure.scrollIntoView();
  }
  addEventListener("hashchange", restore);
  restore();
}

/** Is this the name of a place in the page, as links spell it? */
function isPlace(fragment) {
  try {
    const name = decodeURIComponent(fragment);
    return !name || name === "top" || document.getElementById(name) !== null;
  } catch {
    return false; // it is not even spelt as links are
  }
}

function sayLost(name) {
  const note = Object.assign(document.createElement("p"), { className: "posviz posviz-lost" });
  note.setAttribute("role", "alert");
  (document.querySelector("main article") ?? document.body).prepend(note);
  note.textContent = `The link asks for “${name}”, and nothing on this page has that name.`;
}

// ---- Host 2: a notebook, through anywidget. Python hears of a value once, when the hand lets go.

async function render({ model, el }) {
  el.innerHTML = model.get("_markup");
  const figure = el.querySelector("figure");
  const spec = model.get("_spec");
  const player = play(figure, spec, {
    // Each widget's module is its own copy, so the page remembers Plotly, not the module.
    plotly: () => (globalThis.posvizPlotly ??= askForPlotly(model)),
    settled(name, stop) {
      model.set(name, stop);
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

function askForPlotly(model) {
  return new Promise((resolve, reject) => {
    model.on("msg:custom", (message, [source]) => {
      if (message !== "plotly") return;
      load(URL.createObjectURL(new Blob([source], { type: "text/javascript" }))).then(resolve, reject);
    });
    model.send("plotly");
  });
}

export default { render };
