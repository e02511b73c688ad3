// What the calibration page asks of its table.

import { account, credentials } from "../../../shared/js/account.js";
/** @import { CalibrateAsked, CalibrateHint, CalibrateNow, CalibrateSaved, CalibrateTiles, CalibrateTried } from "../../../types/table" */

/** The table is away, or says no more than that it refuses. @param {string} code @returns {CalibrateHint} */
const plain = (code) => ({ code, values: {}, message: "" });

const AWAY = plain("away");

/** @template Found @typedef {Found | { refused: CalibrateHint }} Answer */

/** What the table says; why not under `refused`. @param {string} path @param {object} [body] @returns {Promise<any>} */
export async function ask(path, body) {
  const headers = { ...credentials(account()), ...(body && { "content-type": "application/json" }) };
  try {
    const answer = await fetch(path, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body), cache: "no-store" });
    const found = await answer.json();
    return "code" in found ? { refused: found } : found;
  } catch {
    return { refused: AWAY };
  }
}

/** @returns {Promise<Answer<CalibrateNow>>} */
export const now = () => ask("calibrate/now.json");
/** @param {CalibrateAsked} asked @returns {Promise<CalibrateTried>} */
export const attempt = (asked) => ask("calibrate/try", asked);
/** @param {string} id @returns {Promise<CalibrateTiles>} */
export const tiles = (id) => ask("calibrate/tiles", { id });
/** @param {string} id @returns {Promise<CalibrateSaved>} */
export const save = (id) => ask("calibrate/save", { id });

/** @param {Blob} blob @returns {Promise<string>} */
const read = (blob) =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsDataURL(blob);
  });

/** A picture that can be drawn at once. @typedef {{ url: string, image: HTMLImageElement }} Shot */

/** The picture of now; null while there is none to be seen. @returns {Promise<Shot | null>} */
export async function picture() {
  try {
    const answer = await fetch("calibrate/picture.jpg", { headers: credentials(account()), cache: "no-store" });
    if (answer.status !== 200) return null;
    const image = new Image();
    image.src = await read(await answer.blob());
    await image.decode();
    return { url: image.src, image };
  } catch {
    return null;
  }
}
