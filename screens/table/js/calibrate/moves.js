// Where corners go when they are touched, dragged or moved by keys, and where the magnifier stands: pure.

/** Pixels to the right and down. @typedef {[x: number, y: number]} Spot */
/** @typedef {{ width: number, height: number }} Size */

/** The keys that move a corner, by their names. @type {Record<string, Spot>} */
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** How much further with Shift. */
const FAR = 10;

/** Within the picture, to a tenth of a pixel. @param {Spot} spot @param {Size} size @returns {Spot} */
export const within = ([x, y], { width, height }) => [bounded(x, width), bounded(y, height)];

/** @param {number} value @param {number} end */
const bounded = (value, end) => Math.round(Math.min(Math.max(value, 0), end - 1) * 10) / 10;

/** The number of the corner that is nearest to a spot. @param {Spot[]} corners @param {Spot} spot */
export function nearest(corners, [x, y]) {
  const far = corners.map(([cx, cy]) => Math.hypot(cx - x, cy - y));
  return far.indexOf(Math.min(...far));
}

/** Where a key moves a corner; null for other keys. @param {Spot} corner @param {string} key @param {boolean} shift @returns {Spot | null} */
export function keyed([x, y], key, shift) {
  const way = Object.hasOwn(KEYS, key) ? KEYS[key] : null;
  const far = shift ? FAR : 1;
  return way ? [x + way[0] * far, y + way[1] * far] : null;
}

/** A finger on a corner takes it where it holds it; one beside it sets the nearest corner to where it points.
    `grasp` in pixels of the picture. @param {Spot[]} corners @param {Spot} spot @param {number} grasp
    @returns {{ number: number, offset: Spot }} */
export function grabbed(corners, spot, grasp) {
  const number = nearest(corners, spot);
  const [dx, dy] = [corners[number][0] - spot[0], corners[number][1] - spot[1]];
  return { number, offset: Math.hypot(dx, dy) <= grasp ? [dx, dy] : [0, 0] };
}

/** The left top of the magnifier, all in pixels of the screen: beside the finger, towards the middle of the
    picture, never under it, and as far as it goes within the picture. @param {Spot} finger @param {Size} room @param {number} side @param {number} gap @returns {Spot} */
export function beside([x, y], { width, height }, side, gap) {
  const left = x < width / 2 ? x + gap : x - gap - side;
  return [left, Math.min(Math.max(y - side / 2, 0), Math.max(height - side, 0))];
}
