// The host of a static page. Every figure carries its own tables; Plotly is loaded when the first comes near.

import { failed, load, play, say } from "./figure.mjs";
import { keepScore } from "./questions.mjs";

const here = document.currentScript.src;
const loading = {};
const plotly = (name) => (loading[name] ??= load(new URL(name, here).href));

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
