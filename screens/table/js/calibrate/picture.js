// The living picture: zones over it, markers, and four corners to drag with a magnifier beside the finger.

import { html, useLayoutEffect, useRef, useState } from "../../../shared/vendor/preact.js";
import { t } from "../../../shared/js/i18n.js";
import { beside, grabbed, keyed, within } from "./moves.js";
/** @import { CalibrateNow, Calibrated } from "../../../types/table" */
/** @import { Shot } from "./ask.js" */
/** @import { Spot } from "./moves.js" */

/** Sides of the magnifier, by the width of the picture on the screen. @param {number} width */
const lens = (width) => Math.round(Math.min(Math.max(width * 0.34, 110), 180));
/** Letters of the zones' names on the screen. @param {number} width */
const letters = (width) => Math.min(Math.max(width / 34, 11), 18);
const GAP = 56;
const ZOOM = 5;
/** A finger is so wide, in pixels of the screen. */
const FINGER = 44;

/** @param {Spot[]} quad */
const points = (quad) => quad.map((p) => p.join(",")).join(" ");
/** @param {Spot[]} quad @returns {Spot} */
const middle = (quad) => [along(quad, 0), along(quad, 1)];
/** @param {Spot[]} quad @param {0 | 1} axis */
const along = (quad, axis) => quad.reduce((sum, spot) => sum + spot[axis], 0) / quad.length;

/** @param {{ found: Calibrated }} its */
function Zones({ found }) {
  return html`<g class="zones">${found.zones.map(({ zone, seat, quad }) => {
    const [x, y] = middle(quad);
    return html`<g key=${zone + seat} data-zone=${zone}><polygon points=${points(quad)} />${["pond", "wall", "hand"].includes(zone) && html`<text transform=${`translate(${x} ${y}) rotate(${seat % 2 ? -90 : 0})`}>${t(`zone.${zone}`)}</text>`}</g>`;
  })}</g>`;
}

/** What stands beneath the corner, larger, with a cross hair. `at` is the corner, in pixels of a picture `width`
    wide; `place` the left top of the magnifier on the screen. @param {{ image: HTMLImageElement, at: Spot, place: Spot, width: number, side: number }} its */
function Lens({ image, at, place, width, side }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  useLayoutEffect(() => {
    const pen = canvas.current?.getContext("2d");
    if (!pen) return;
    const real = image.naturalWidth / width;
    const part = side / ZOOM;
    pen.fillStyle = "#000";
    pen.fillRect(0, 0, side, side);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(image, (at[0] + 0.5) * real - part / 2, (at[1] + 0.5) * real - part / 2, part, part, 0, 0, side, side);
    for (const [colour, thick] of /** @type {[string, number][]} */ ([["#000", 3], ["#ffe94d", 1]])) {
      pen.strokeStyle = colour;
      pen.lineWidth = thick;
      pen.beginPath();
      pen.moveTo(side / 2, 0);
      pen.lineTo(side / 2, side);
      pen.moveTo(0, side / 2);
      pen.lineTo(side, side / 2);
      pen.stroke();
    }
  }, [at, image, width, side]);
  return html`<canvas class="lens" ref=${canvas} width=${side} height=${side} style=${{ left: `${place[0]}px`, top: `${place[1]}px` }} aria-hidden="true"></canvas>`;
}

/** `onMove` hears of every step, `onDone` when a corner is let go of. `found` is what would be saved.
    @param {{ shot: Shot | null, now: CalibrateNow, found: Calibrated | null, corners: Spot[] | null, onMove: (corners: Spot[]) => void, onDone: (corners: Spot[]) => void, why: string }} its */
export function Picture({ shot, now, found, corners, onMove, onDone, why }) {
  const figure = useRef(/** @type {HTMLElement | null} */ (null));
  const [held, setHeld] = useState(/** @type {{ number: number, offset: Spot, finger: Spot } | null} */ (null));
  const [focused, setFocused] = useState(/** @type {number | null} */ (null));
  const [shown, setShown] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    if (!figure.current) return;
    const watcher = new ResizeObserver(() => setShown(room()));
    watcher.observe(figure.current);
    return () => watcher.disconnect();
  }, []);
  const size = { width: now.width || 4, height: now.height || 3 };
  const room = () => figure.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
  /** On the screen, from the picture's left top. @param {PointerEvent} event @returns {Spot} */
  const finger = (event) => [event.clientX - room().left, event.clientY - room().top];
  /** @param {Spot} spot @returns {Spot} */
  const onPicture = ([x, y]) => [(x * size.width) / room().width, (y * size.height) / room().height];
  /** @param {Spot} spot @returns {Spot} */
  const onScreen = ([x, y]) => [((x + 0.5) * room().width) / size.width, ((y + 0.5) * room().height) / size.height];
  /** @param {number} number @param {Spot} spot */
  const put = (number, spot) => {
    const next = (corners ?? []).map((each, i) => (i === number ? within(spot, size) : each));
    onMove(next);
    return next;
  };
  /** @param {PointerEvent} event */
  const down = (event) => {
    if (!corners || event.button > 0) return;
    event.preventDefault();
    figure.current?.setPointerCapture(event.pointerId);
    const at = finger(event);
    const spot = onPicture(at);
    const { number, offset } = grabbed(corners, spot, (FINGER * size.width) / room().width);
    setHeld({ number, offset, finger: at });
    put(number, [spot[0] + offset[0], spot[1] + offset[1]]);
    /** @type {HTMLElement | null | undefined} */ (figure.current?.querySelector(`[data-corner="${number}"]`))?.focus({ preventScroll: true });
  };
  /** @param {PointerEvent} event */
  const move = (event) => {
    if (!held) return;
    const at = finger(event);
    const spot = onPicture(at);
    setHeld({ ...held, finger: at });
    put(held.number, [spot[0] + held.offset[0], spot[1] + held.offset[1]]);
  };
  const up = () => {
    if (held && corners) onDone(corners);
    setHeld(null);
  };
  /** @param {KeyboardEvent} event @param {number} number */
  const press = (event, number) => {
    const to = corners && keyed(corners[number], event.key, event.shiftKey);
    if (!to) return;
    event.preventDefault();
    onDone(put(number, to));
  };
  const number = held?.number ?? focused;
  const at = corners && number !== null ? corners[number] : null;
  const box = shown.width ? shown : size;
  const side = lens(box.width);
  return html`<figure ref=${figure} class=${corners ? "draggable" : ""} style=${{ aspectRatio: `${size.width} / ${size.height}` }}
    onPointerDown=${down} onPointerMove=${move} onPointerUp=${up} onPointerCancel=${up}>
    ${shot ? html`<img src=${shot.url} alt=${t("ui.camera")} draggable=${false} />` : html`<p class="no-picture">${why}</p>`}
    ${shot && html`<svg class="over-picture" viewBox=${`-0.5 -0.5 ${size.width} ${size.height}`} style=${{ fontSize: `${(letters(box.width) * size.width) / box.width}px` }} aria-hidden="true">
      ${found && html`<${Zones} found=${found} />`}
      ${!corners && now.markers.map(({ id, quad }) => html`<g key=${id} class="marker" data-marker=${id}><polygon points=${points(quad)} /><text x=${middle(quad)[0]} y=${middle(quad)[1]}>${id}</text></g>`)}
      ${corners && html`<polygon class="field" points=${points(corners)} />`}
    </svg>`}
    ${shot && corners?.map(([x, y], i) => html`<button type="button" key=${i} class=${`corner ${number === i ? "held" : ""}`} data-corner=${i}
      style=${{ left: `${((x + 0.5) / size.width) * 100}%`, top: `${((y + 0.5) / size.height) * 100}%` }}
      aria-label=${t("calibrate.corner", { n: i + 1, x: Math.round(x), y: Math.round(y) })}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => press(event, i)} onFocus=${() => setFocused(i)} onBlur=${() => setFocused(null)}></button>`)}
    ${shot && at && html`<${Lens} image=${shot.image} at=${at} width=${size.width} side=${side} place=${beside(held?.finger ?? onScreen(at), box, side, GAP)} />`}
    ${shot && html`<span class="seat-here">${t("calibrate.seat_here")}</span>`}
  </figure>`;
}
