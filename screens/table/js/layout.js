// How the table screen lies: read from all four sides, or from one.

const query = new URLSearchParams(location.search);
const SOUTH = Number(query.get("south") ?? 0) % 4;
const upright = matchMedia("(orientation: portrait)");

/** Where a seat sits on the screen: 0 bottom, 1 right, 2 top, 3 left. @param {number} seat */
export const side = (seat) => (seat - SOUTH + 4) % 4;

/** 4, or 1 for a screen that stands: asked for by `?sides=`, else every screen that is higher than wide. */
export const sides = () => (["1", "4"].includes(query.get("sides") ?? "") ? Number(query.get("sides")) : upright.matches ? 1 : 4);

/** @param {() => void} listener */
export const onTurned = (listener) => upright.addEventListener("change", listener);
