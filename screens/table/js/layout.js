// How the table screen lies: read from all four sides, or from one.

import { store, stored } from "../../shared/js/i18n.js";

const query = new URLSearchParams(location.search);
const SOUTH = Number(query.get("south") ?? 0) % 4;
const upright = matchMedia("(orientation: portrait)");
const KNOWN = ["1", "4"];
let chosen = [query.get("sides"), stored("sides")].find((each) => KNOWN.includes(each ?? ""));

/** Where a seat sits on the screen: 0 bottom, 1 right, 2 top, 3 left. @param {number} seat */
export const side = (seat) => (seat - SOUTH + 4) % 4;

/** The seat that sits at a side. @param {number} place */
export const seatAt = (place) => (place + SOUTH) % 4;

/** 4, or 1 for a screen that stands: asked for by `?sides=`, or chosen on the page, else every screen that is higher than wide. */
export const sides = () => (chosen ? Number(chosen) : upright.matches ? 1 : 4);

/** @param {string} n */
export function chooseSides(n) {
  chosen = n;
  store("sides", n);
}

/** @param {() => void} listener */
export const onTurned = (listener) => upright.addEventListener("change", listener);
