// What a person has changed and not saved, and what follows from it. Draws nothing.

/** @import { Json } from "../../../types/contract" */
/** @import { SetupForm, SetupKey } from "../../../types/table" */

/** Keys with their new values; null takes one out of the file. @typedef {Record<string, Json>} Draft */
/** @typedef {"ours" | "bought" | "people" | "scores" | "virtual"} Kind */
/** @typedef {"here" | "phones" | "hub"} Network */
/** The name and value of a change. @typedef {(name: string, value: Json) => void} Change */

/** @type {Kind[]} */
export const KINDS = ["ours", "bought", "people", "scores", "virtual"];
/** @type {Network[]} */
export const NETWORKS = ["here", "phones", "hub"];
/** Cameras that a person chooses from: those of a real table. */
export const CAMERAS = ["v4l2", "picamera", "rtsp", "file"];
const STEPS = ["language", "kind", "camera", "machine", "tiles", "game", "sound", "network", "time", "finish", "everything", "versions"];
const LOOPBACK = ["127.0.0.1", "localhost", "::1"];

/** @param {Json} one @param {Json} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** @param {SetupForm} form @param {string} name */
export const keyOf = (form, name) => /** @type {SetupKey} */ (form.keys.find((key) => key.name === name));

/** What will count: what the command line says is beyond the page. @param {SetupForm} form @param {Draft} draft @param {string} name @returns {Json} */
export function valueOf(form, draft, name) {
  const key = keyOf(form, name);
  if (key.fixed) return key.now;
  if (!(name in draft)) return key.value;
  return draft[name] ?? key.default;
}

/** The draft with more changes; what the file says already is none.
    @param {SetupForm} form @param {Draft} draft @param {Draft} changes @returns {Draft} */
export function changed(form, draft, changes) {
  const made = { ...draft };
  for (const [name, value] of Object.entries(changes)) {
    const key = form.keys.find((each) => each.name === name);
    const kept = key && (value === null ? !key.given : !key.secret && key.given && same(value, key.value));
    if (kept) delete made[name];
    else made[name] = value;
  }
  return made;
}

/** Which kind of table it will be. @param {SetupForm} form @param {Draft} draft @returns {Kind} */
export function kindOf(form, draft) {
  const camera = valueOf(form, draft, "camera.kind");
  if (camera === "none") return "scores";
  if (camera === "rendered") return "virtual";
  if (valueOf(form, draft, "machine.kind") === "serial") return "ours";
  return valueOf(form, draft, "table.walls") === "people" ? "people" : "bought";
}

/** What must be changed for another kind of table. @param {SetupForm} form @param {Draft} draft @param {Kind} kind @returns {Draft} */
export function forKind(form, draft, kind) {
  const now = String(valueOf(form, draft, "camera.kind"));
  const camera = CAMERAS.includes(now) ? now : "v4l2";
  const walls = valueOf(form, draft, "table.walls");
  if (kind === "virtual") return { "camera.kind": null, "machine.kind": null, "table.walls": null };
  if (kind === "scores") return { "camera.kind": "none", "machine.kind": "none", "table.walls": null };
  if (kind === "ours") return { "camera.kind": camera, "machine.kind": "serial", "table.walls": null };
  return { "camera.kind": camera, "machine.kind": "none", "table.walls": kind === "people" ? null : walls === "dealt" ? "dealt" : "raised" };
}

/** The steps that this kind of table has: no machine, no question about its port.
    @param {SetupForm} form @param {Draft} draft @returns {string[]} */
export function steps(form, draft) {
  const kind = kindOf(form, draft);
  const seen = kind !== "scores" && kind !== "virtual";
  return STEPS.filter((step) => (step !== "camera" && step !== "tiles" ? step !== "machine" || kind === "ours" : seen));
}

/** Whom the table will serve. @param {SetupForm} form @param {Draft} draft @returns {Network} */
export function networkOf(form, draft) {
  if (valueOf(form, draft, "broker.url")) return "hub";
  return LOOPBACK.includes(String(valueOf(form, draft, "web.host"))) ? "here" : "phones";
}

/** What must be changed to serve others. @param {SetupForm} form @param {Draft} draft @param {Network} network @returns {Draft} */
export function forNetwork(form, draft, network) {
  const alone = LOOPBACK.includes(String(valueOf(form, draft, "web.host")));
  if (network === "here") return { "web.host": null, "broker.url": null, "broker.bridge": null };
  const host = alone ? "0.0.0.0" : valueOf(form, draft, "web.host");
  if (network === "phones") return { "web.host": host, "broker.url": null, "broker.bridge": null };
  return { "web.host": host, "broker.url": valueOf(form, draft, "broker.url") || "auto" };
}

/** What a number may be: the words that say so with their values; null where it may be any.
    @param {Pick<SetupKey, "low" | "high" | "above">} key @returns {{ says: string, values: Record<string, number> } | null} */
export function bounds({ low, high, above }) {
  if (low === null) return null;
  if (high === null) return { says: "setup.range_low", values: { low } };
  return { says: above ? "setup.range_above" : "setup.range", values: { low, high } };
}

/** Whether a key takes this number. @param {Pick<SetupKey, "low" | "high" | "above" | "whole">} key @param {number} value */
export const fits = ({ low, high, above, whole }, value) =>
  (low === null || (above ? value > low : value >= low)) && (high === null || value <= high) && (!whole || Number.isInteger(value));

/** What somebody typed, as a value of the key: nothing takes it out of the file.
    @param {Pick<SetupKey, "kind" | "whole" | "count">} key @param {string} text @returns {Json} */
export function typed({ kind, whole, count }, text) {
  const plain = text.trim();
  if (!plain) return null;
  if (kind === "number") return Number(plain);
  if (kind !== "list") return plain;
  const parts = plain.split(",").map((part) => part.trim()).filter((part) => part || count !== null);
  return whole ? parts.map(Number) : parts;
}

/** A value as somebody would type it. @param {Json} value */
export const shown = (value) => (value === null ? "" : Array.isArray(value) ? value.join(", ") : String(value));

/** The options or settings of a form with one of them changed; null leaves it as the rules or the machine have it.
    @param {Json} chosen @param {string} id @param {Json} value @returns {Json} */
export function withOption(chosen, id, value) {
  const made = { .../** @type {Record<string, Json>} */ (chosen ?? {}) };
  if (value === null) delete made[id];
  else made[id] = value;
  return Object.keys(made).length ? made : null;
}

/** Whether all words of a search stand in one of the texts. @param {string} search @param {string[]} texts */
export function matches(search, ...texts) {
  const all = texts.join(" ").toLowerCase();
  return search.toLowerCase().split(/\s+/).every((word) => all.includes(word));
}
