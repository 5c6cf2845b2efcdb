// Controls: sliders, boxes that keep two of them together, and the button that moves the first by itself.

/**
 * A figure's sliders, which stand at the stop numbers `at`. moved(name, stop) is called at each move, settled(name, value)
 * when the hand lets go; listen() listens to what is outside the figure. What is returned moves them from outside.
 */
export function controlsOf(figure, spec, at, { moved, settled, listen }) {
  const sliders = new Map(spec.sliders.map((slider) => [slider.name, slider]));
  const inputs = new Map([...figure.querySelectorAll("input[type=range]")].map((input) => [input.name, input]));
  const boxes = figure.querySelectorAll(".posviz-lock input");
  const locks = (spec.lock ?? []).map((names, i) => ({ names, box: boxes[i] }));
  const first = spec.sliders[0].name;
  const last = (name) => sliders.get(name).stops.length - 1;

  /** Put a slider at a stop, alone. */
  function move(name, stop) {
    const input = inputs.get(name);
    const text = sliders.get(name).texts[stop];
    moved(name, stop);
    if (Number(input.value) !== stop) input.value = stop;
    input.setAttribute("aria-valuetext", text);
    input.style.setProperty("--posviz-fill", `${(100 * stop) / Number(input.max)}%`);
    input.nextElementSibling.firstElementChild.textContent = text;
  }

  const partner = (name) => locks.find(({ names, box }) => box.checked && names.includes(name))?.names.find((n) => n !== name);
  const together = (name) => [name, partner(name) ?? []].flat();

  /** Move a slider by hand: its partner goes along, and neither goes beyond its end. */
  function slide(name, stop) {
    const other = partner(name);
    const wanted = Math.min(last(name), Math.max(0, stop));
    if (!other) return move(name, wanted);
    const beside = Math.min(last(other), Math.max(0, at[other] + wanted - at[name]));
    const shift = beside - at[other];
    move(name, at[name] + shift);
    move(other, beside);
  }

  /** Move a slider to a value from outside. False if it has no such stop. */
  function set(name, value) {
    const stop = sliders.get(name)?.stops.findIndex((s) => String(s) === String(value)) ?? -1;
    if (stop >= 0 && stop !== at[name]) move(name, stop);
    return stop >= 0;
  }

  const settle = (name) => together(name).forEach((each) => settled(each, sliders.get(each).stops[at[each]]));

  /** All to these values, the others to their start. */
  function reset(values = {}) {
    for (const { name, stops, start } of spec.sliders) {
      set(name, values[name] ?? stops[start]);
      settle(name);
    }
  }

  // Who asked for less motion gets one step at a time.
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const button = figure.querySelector("[data-do=play]");
  let timer;
  const nameButton = () => (button.textContent = timer ? "Pause" : calm.matches ? "Step" : "Play");

  function advance() {
    const names = together(first);
    const ended = names.some((name) => at[name] === last(name));
    slide(first, ended ? at[first] - Math.min(...names.map((name) => at[name])) : at[first] + 1);
  }

  function pause() {
    if (!timer) return;
    clearInterval(timer);
    timer = undefined;
    nameButton();
    settle(first);
  }

  /** Let the first slider move by itself, or stop it. */
  function play() {
    if (timer) return pause();
    advance();
    if (calm.matches) return settle(first);
    timer = setInterval(advance, Math.min(1200, Math.max(60, 8000 / (last(first) + 1))));
    nameButton();
  }

  for (const { box } of locks) box.disabled = false;
  for (const [name, input] of inputs) {
    input.disabled = false;
    input.addEventListener("input", () => {
      if (name === first) pause();
      slide(name, Number(input.value));
    });
    input.addEventListener("change", () => settle(name));
    move(name, at[name]);
  }
  nameButton();
  listen(calm, "change", () => (pause(), nameButton()));

  return {
    set,
    reset,
    play,
    pause,
    /** Move the first slider by so many stops. */
    step: (by) => slide(first, at[first] + by),
    /** Give the first slider the keys. */
    hold: () => inputs.get(first).focus(),
    /** [name, value] of the sliders that do not stand at their start. */
    moved: () => spec.sliders.filter((s) => at[s.name] !== s.start).map((s) => [s.name, s.stops[at[s.name]]]),
  };
}
