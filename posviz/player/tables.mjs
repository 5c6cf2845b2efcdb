// Tables: one entry for each combination of stops of the axes they follow.

function bytes(text) {
  const letters = atob(text);
  const numbers = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) numbers[i] = letters.charCodeAt(i); // many times as fast as Uint8Array.from
  return numbers.buffer;
}

export function unpack({ shape, words, floats, width, index }) {
  const known = words ?? new Float32Array(bytes(floats));
  if (index === undefined) return { shape, flat: known };
  const numbers = new { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array }[width](bytes(index));
  const flat = words ? Array.from(numbers, (n) => known[n]) : Float32Array.from(numbers, (n) => known[n]);
  return { shape, flat };
}

/** The entry of a table at these stop numbers: a single value, an array, or an array of rows. */
export function lookUp({ shape, flat }, stopNumbers) {
  const inner = shape.slice(stopNumbers.length);
  const size = inner.reduce((product, n) => product * n, 1);
  const start = size * stopNumbers.reduce((sum, stop, axis) => sum * shape[axis] + stop, 0);
  if (inner.length === 0) return flat[start];
  if (inner.length === 1) return flat.slice(start, start + size);
  const row = size / inner[0];
  return Array.from({ length: inner[0] }, (_, r) => flat.slice(start + r * row, start + (r + 1) * row));
}
