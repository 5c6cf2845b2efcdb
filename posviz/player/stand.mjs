// Where the sliders stand, and what follows from it.

import { lookUp, unpack } from "./tables.mjs";

/**
 * The stop number of every slider and of every value derived from them.
 * Returns { at, move(name, stop), derive(), stale(drawing), entry(drawing), drawn() }: what has `axes` is stale when one
 * of them moved since all was drawn, and its entry is what its `table` holds for where they stand now.
 */
export function standOf(spec) {
  const at = Object.fromEntries(spec.sliders.map((slider) => [slider.name, slider.start]));
  const derived = (spec.derived ?? []).map((d) => ({ ...d, table: unpack(d.table) }));
  const moved = new Set(Object.keys(at));

  function move(name, stop) {
    at[name] = stop;
    moved.add(name);
  }

  const entry = ({ axes, table }) => lookUp(table, axes.map((axis) => at[axis]));
  return {
    at,
    move,
    derive() {
      for (const d of derived) if (entry(d) !== at[d.name]) move(d.name, entry(d));
    },
    stale: ({ axes }) => axes.some((axis) => moved.has(axis)),
    entry,
    drawn: () => moved.clear(),
  };
}
