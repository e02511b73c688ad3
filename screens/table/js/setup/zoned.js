// A time of day in a zone that need not be the browser's. Draws nothing.

/** The zone, where the browser knows it. @param {string} zone */
export const known = (zone) => (Intl.supportedValuesOf("timeZone").includes(zone) || zone === "UTC" ? zone : undefined);

/** What a clock in that zone shows, as `2026-11-27T16:20`, as a field for dates takes it. @param {number} at @param {string | undefined} zone */
export function shownThere(at, zone) {
  const parts = new Intl.DateTimeFormat("sv", { timeZone: zone, dateStyle: "short", timeStyle: "short" }).format(at);
  return parts.replace(" ", "T");
}

/** When a clock in that zone shows this, in milliseconds since 1970; null for what is no time. Of an hour that comes
    twice in autumn the first one. @param {string} text @param {string | undefined} zone @returns {number | null} */
export function when(text, zone) {
  const wanted = Date.parse(`${text}Z`);
  if (Number.isNaN(wanted)) return null;
  const off = (/** @type {number} */ at) => Date.parse(`${shownThere(at, zone)}Z`) - at;
  const tried = [wanted - off(wanted - 86_400_000), wanted - off(wanted + 86_400_000)].sort((one, other) => one - other);
  return tried.find((at) => shownThere(at, zone) === shownThere(wanted, "UTC")) ?? tried[0];
}
