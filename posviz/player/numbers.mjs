// Numbers: what a picture shows, as tables and as comma-separated values.

/** What a table of numbers holds now, row by row. */
function valuesOf(table, data) {
  const columns = table.dataset.keys.split(" ").map((key) => data[table.dataset.trace][key]);
  const isMap = columns[0][0]?.length && typeof columns[0][0] !== "string";
  return Array.from(columns[0], (value, r) => (isMap ? [...value] : columns.map((column) => column[r])));
}

/** Write what the traces show now into the tables of a figure. */
export function fillNumbers(figure, data) {
  const short = (value) => (typeof value === "string" ? value : String(Number(value.toPrecision(4))).replace("-", "−"));
  for (const table of figure.querySelectorAll("table")) {
    const rows = valuesOf(table, data);
    [...table.tBodies[0].rows].forEach((row, r) => [...row.querySelectorAll("td")].forEach((td, c) => (td.textContent = short(rows[r][c]))));
  }
}

/** A table of numbers as comma-separated values, to all the digits that there are. */
export function csvOf(table, data) {
  const plain = (value) => (typeof value === "string" ? value.replace(/^−(?=[\d.])/, "-") : String(Number(value.toPrecision(7))));
  const quoted = (value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  const heads = (row) => [...row.cells].map((cell) => cell.textContent);
  const named = [...table.tBodies[0].rows].map((row) => [...row.querySelectorAll("th")].map((head) => head.textContent));
  const rows = [heads(table.tHead.rows[0]), ...valuesOf(table, data).map((row, r) => [...named[r], ...row])];
  return rows.map((row) => row.map((value) => quoted(plain(value))).join(",") + "\n").join("");
}
