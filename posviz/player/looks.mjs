// Looks: pictures come in the light theme's colours and in the size of a page; others are made from these.

export const dark = () => {
  const { theme } = document.documentElement.dataset;
  if (theme) return theme === "dark";
  const { jpThemeLight } = document.body.dataset;
  if (jpThemeLight) return jpThemeLight === "false";
  if (/vscode-(dark|light)/.test(document.body.className)) return document.body.classList.contains("vscode-dark");
  return matchMedia("(prefers-color-scheme: dark)").matches;
};

/** A layout or a trace in other colours: `swap` says what each becomes. */
export function recolour(value, swap) {
  if (typeof value === "string") return swap[value] ?? value;
  if (Array.isArray(value)) return value.map((item) => recolour(item, swap));
  if (value?.constructor === Object)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, recolour(item, swap)]));
  return value;
}

/** A layout or a trace with its letters, lines and marks this many times as large. */
export function enlarge(value, scale, key = "") {
  if (Array.isArray(value)) return value.map((item) => enlarge(item, scale, key));
  if (typeof value === "number") return /.\.(size|width)$/.test(key) ? value * scale : value;
  if (value?.constructor !== Object) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, enlarge(item, scale, `${key}.${name}`)]));
}

/** Two nested objects as one; where both have a value, the second wins. */
export function merge(below, above) {
  const merged = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const nested = value?.constructor === Object && merged[key]?.constructor === Object;
    merged[key] = nested ? merge(merged[key], value) : value;
  }
  return merged;
}
