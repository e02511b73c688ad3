// A photograph on its way to the table's computer: upright, not larger than what is read, without its notes of
// where and when it was taken.

/** @import { HandReading, HandWorth } from "../../../types/table" */

const LONGEST = 2400;
const QUALITY = 0.9;

/** @param {number} width @param {number} height */
function canvas(width, height) {
  const made = document.createElement("canvas");
  made.width = width;
  made.height = height;
  return made;
}

/** The picture of a file as it is seen; null where this browser cannot read it. @param {Blob} file */
export async function picture(file) {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
    const made = canvas(Math.max(1, Math.round(bitmap.width * scale)), Math.max(1, Math.round(bitmap.height * scale)));
    made.getContext("2d")?.drawImage(bitmap, 0, 0, made.width, made.height);
    bitmap.close();
    return made;
  } catch {
    return null;
  }
}

/** @param {HTMLCanvasElement} drawn @returns {Promise<Blob | null>} */
const packed = (drawn) => new Promise((resolve) => drawn.toBlob(resolve, "image/jpeg", QUALITY));

/** What is answered, or the key of the words that say why nothing is.
    @template Found @typedef {{ found: Found } | { error: string }} Answer */

/** @param {string} path @param {BodyInit} body */
async function sent(path, body) {
  let answer;
  try {
    answer = await fetch(path, { method: "POST", body });
  } catch {
    return { error: "unreachable" };
  }
  if (answer.ok) return { found: await answer.json() };
  if (answer.status === 413) return { error: "too_large" };
  const { code = "unreachable" } = await answer.json().catch(() => ({}));
  return { error: code };
}

/** @param {Blob} file @param {HTMLCanvasElement | null} drawn @returns {Promise<Answer<HandReading>>} */
export async function read(file, drawn) {
  return sent("hand/read", (drawn && (await packed(drawn))) ?? file);
}

/** @param {object} question @param {string} language @returns {Promise<Answer<HandWorth>>} */
export const valued = (question, language) => sent(`hand/value?lang=${language}`, JSON.stringify(question));

/** The part of a picture that shows tiles, with these outlined. @param {HTMLCanvasElement} from @param {HTMLCanvasElement} to @param {HandReading} reading */
export function show(from, to, { seen, hand, win, set_tiles: sets }) {
  const mine = new Set([...hand, ...sets.flat(), ...(win === null ? [] : [win])]);
  const marked = seen.flatMap(({ quad, sure }, n) => (mine.has(n) ? [{ quad: quad.map(([x, y]) => [x * from.width, y * from.height]), sure, won: n === win }] : []));
  const corners = marked.flatMap(({ quad }) => quad);
  if (!corners.length) corners.push([0, 0], [from.width, from.height]);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const rim = 0.06 * (Math.max(...xs) - Math.min(...xs));
  const [left, top] = [Math.max(0, Math.min(...xs) - rim), Math.max(0, Math.min(...ys) - rim)];
  const [wide, high] = [Math.min(from.width, Math.max(...xs) + rim) - left, Math.min(from.height, Math.max(...ys) + rim) - top];
  to.width = 1200;
  to.height = Math.round((1200 * high) / wide);
  const draw = to.getContext("2d");
  if (!draw) return;
  const scale = to.width / wide;
  draw.drawImage(from, left, top, wide, high, 0, 0, to.width, to.height);
  draw.lineWidth = 5;
  for (const { quad, sure, won } of marked) {
    draw.strokeStyle = won ? "#f2ab26" : sure ? "#72c4f4" : "#f2d24b";
    draw.setLineDash(sure ? [] : [14, 10]);
    draw.beginPath();
    for (const [x, y] of quad) draw.lineTo((x - left) * scale, (y - top) * scale);
    draw.closePath();
    draw.stroke();
  }
}
