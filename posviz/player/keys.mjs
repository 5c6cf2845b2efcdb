// Keys: what they do in a figure, and on the stage.

import { closeStage } from "./stage.mjs";

// On the stage: keys that bring the picture before or after this one (a clicker sends the last two), and that slide.
const PAGES = { ArrowUp: -1, ArrowDown: 1, PageUp: -1, PageDown: 1 };
const SIDEWAYS = { ArrowLeft: -1, ArrowRight: 1 };

/** A listener at the window for a figure with this place in the page and these controls. */
export function keysOf(figure, place, controls) {
  return (event) => {
    const staged = place.left();
    if (!staged && !figure.contains(event.target)) return;
    // Notebook applications take these keys at the window unless they are stopped there first.
    if (/^(Arrow|Home|End|Page| )/.test(event.key)) event.stopPropagation();
    const onSlider = event.target.type === "range";
    const turned = onSlider || !event.target.closest(".posviz-tables") ? PAGES[event.key] : undefined;
    if (staged && event.key === "Escape") closeStage(); // ours to do: a page's own shortcuts may keep it from a dialog
    else if (staged && turned) place.step(turned);
    else if (staged && !onSlider && SIDEWAYS[event.key]) {
      controls.hold();
      controls.step(SIDEWAYS[event.key]);
    } else if (event.key === " " && onSlider) controls.play();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation(); // another picture may be on the stage by now
  };
}
