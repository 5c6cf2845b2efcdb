// The stage: one picture over the whole screen, and the page's others before and after it.

/** The page's pictures in their order, each by itself or by the seat that keeps its place. */
const seats = () => [...document.querySelectorAll("figure.posviz[data-alive]:not(.posviz-present), .posviz-seat")];

/**
 * A figure's place in the page, from which it goes on the stage and to which it comes back. It calls begin() when the
 * figure has gone on, and end() before it comes back. The stage stays while the page's pictures step on and off.
 */
export function placeOf(figure, { begin, end }) {
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

export function closeStage() {
  const stage = document.querySelector(".posviz-stage");
  const figure = stage?.querySelector("figure");
  document.dispatchEvent(new Event("posviz:unstage"));
  stage?.remove(); // with it the full screen ends
  figure?.scrollIntoView({ block: "nearest" });
  figure?.querySelector("[data-do=present]").focus();
}
