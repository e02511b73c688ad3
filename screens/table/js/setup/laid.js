// A laid-out tile set on the screen: which part of the picture shows it, and what its tiles are called. Draws nothing.

/** @import { TeachLooked, TeachNow, TeachTile } from "../../../types/table" */

/** Around the tiles, as a share of what they take. */
const MARGIN = 0.06;

/** The part of the picture in which tiles lie or belong: left, top, width, height in its pixels.
    @param {Pick<TeachNow, "places" | "tiles" | "width" | "height">} state @returns {[number, number, number, number]} */
export function area({ places, tiles, width, height }) {
  const spots = [...places, ...tiles].flatMap(({ quad }) => quad);
  if (!spots.length) return [0, 0, width || 4, height || 3];
  const [left, right] = ends(spots.map(([x]) => x), width);
  const [top, bottom] = ends(spots.map(([, y]) => y), height);
  return [left, top, right - left, bottom - top];
}

/** @param {number[]} along @param {number} most */
function ends(along, most) {
  const [low, high] = [Math.min(...along), Math.max(...along)];
  const more = (high - low) * MARGIN;
  return [Math.max(0, low - more), Math.min(most, high + more)];
}

/** Whether the table reads a tile as something else than it is. @param {TeachTile} tile @param {string} meant */
export const misread = (tile, meant) => tile.read !== meant;

/** What is sent of a look. @param {TeachLooked} looked @param {Record<number, string>} corrected by their places in the list */
export const named = ({ id, tiles }, corrected) => ({ id, faces: tiles.map((tile, n) => corrected[n] ?? tile.meant) });

/** A name for a set, made of what somebody typed. @param {string} text */
export const plain = (text) => text.normalize("NFKD").toLowerCase().replace(/[^a-z0-9_-]+/g, "-").replace(/^[-_]+/, "").slice(0, 32);
