// A winning hand from a photograph, or tile by tile: what it is, and what it is worth. Needs no game.

import { html, useEffect, useRef, useState } from "../../shared/vendor/preact.js";
import { EMPTY, fromReading, USUAL } from "../../shared/js/hand_state.js";
import { language, languages, store, stored, t } from "../../shared/js/i18n.js";
import { OPEN_WIRE, start, Switches, useLink } from "../../shared/js/page.js";
import { facePictures } from "../../shared/js/tile.js";
import { Around } from "./hand/around.js";
import { picture, read, show } from "./hand/photo.js";
import { Tiles } from "./hand/tiles.js";
import { Value } from "./hand/value.js";
/** @import { HandReading, HandWorth } from "../../types/table" */
/** @import { Entry } from "../../shared/vendor/preact.js" */
/** @import { Around as Asked, Hand } from "../../shared/js/hand_state.js" */

/** @typedef {{ drawn: HTMLCanvasElement | null, reading: HandReading }} Read */

/** The page opens without a network from now on, where a browser allows it: over https, or on this computer. */
async function settle() {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("hand.worker.js", { scope: "hand.html" });
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.startsWith(location.origin));
  const words = languages().map((code) => `lang/${code}.json`);
  active?.postMessage({ keep: ["hand.html", ...words, ...facePictures(), ...loaded] });
}

const asked = new URLSearchParams(location.search).get("seat") ?? "";
/** The seat whose telephone this is; null for a hand without a game. */
const SEAT = ["0", "1", "2", "3"].includes(asked) ? Number(asked) : null;
/** The game is only loaded by who plays in it: the page works without a table. */
const game = SEAT === null ? null : await import("./hand/game.js");
const link = game ? game.joined() : null;

/** The winds of the last hand are likely those of the next; a game knows them. @returns {Asked} */
const before = () => ({ ...USUAL, round: stored("hand.round") ?? USUAL.round, seat: stored("hand.seat") ?? USUAL.seat, ...(game && link && SEAT !== null ? game.known(link, SEAT) : {}) });

/** @param {{ onFile: (file: File) => void, onTiles: () => void, busy: boolean }} its */
function Ways({ onFile, onTiles, busy }) {
  /** @param {Entry} event */
  const chosen = (event) => {
    const file = event.target.files?.[0];
    event.target.value = "";
    if (file) onFile(file);
  };
  return html`<div class="ways">
    <label class="knob strong way">${t("hand.photograph")}<input type="file" accept="image/*" capture="environment" data-camera disabled=${busy} onChange=${chosen} /></label>
    <label class="knob way">${t("hand.choose")}<input type="file" accept="image/*" data-file disabled=${busy} onChange=${chosen} /></label>
    <button type="button" class="knob way" data-by-tiles disabled=${busy} onClick=${onTiles}>${t("hand.by_tiles")}</button>
  </div>`;
}

/** @param {{ read: Read }} its */
function Photo({ read: { drawn, reading } }) {
  const place = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  useEffect(() => {
    if (drawn && place.current) show(drawn, place.current, reading);
  }, [drawn, reading]);
  return drawn && html`<canvas class="photo" ref=${place} role="img" aria-label=${t("hand.photo")}></canvas>`;
}

/** @param {{ redraw: () => void }} its */
const Head = ({ redraw }) => html`<header><img src="icon.svg" alt="" /><h1>${t("hand.title")}</h1><${Switches} onChange=${redraw} /></header>`;

/** @param {{ onFile: (file: File) => void, onTiles: () => void, busy: boolean, error: string }} its */
const Begin = ({ onFile, onTiles, busy, error }) => html`<section class="begin">
  <p>${t("hand.about")}</p>
  <${Ways} onFile=${onFile} onTiles=${onTiles} busy=${busy} />
  ${busy && html`<p class="reading" role="status">${t("hand.reading")}</p>`}
  ${error && html`<p class="warn" role="alert" data-error=${error}>${t(`hand.error.${error}`)}</p>`}
  <p class="quiet">${t("hand.not_kept")}</p>
  ${OPEN_WIRE && html`<p class="quiet" data-no-app>${t("hand.no_app")}</p>`}
</section>`;

/** @param {{ redraw: () => void }} its */
function App({ redraw }) {
  const [hand, setHand] = useState(/** @type {Hand | null} */ (null));
  const [chosen, setAround] = useState(/** @type {Asked | null} */ (null));
  /** What the game knows, also where it comes or changes later, until somebody chooses. */
  const around = chosen ?? before();
  const [photo, setPhoto] = useState(/** @type {Read | null} */ (null));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  useLink(link);
  /** @param {File} file */
  const onFile = async (file) => {
    setBusy(true);
    setError("");
    const drawn = await picture(file);
    const answer = await read(file, drawn);
    setBusy(false);
    if ("error" in answer) return setError(answer.error);
    const found = fromReading(answer.found);
    setAround(null);
    if (!found.tiles.length) return setError("nothing");
    setPhoto({ drawn, reading: answer.found });
    return setHand(found);
  };
  /** @param {Asked} next */
  const change = (next) => {
    store("hand.round", next.round);
    store("hand.seat", next.seat);
    setAround(next);
  };
  const again = () => (setHand(null), setPhoto(null), setAround(null));
  if (!hand) return html`<div class="hand-page"><${Head} redraw=${redraw} /><${Begin} onFile=${onFile} onTiles=${() => (setAround(null), setHand(EMPTY))} busy=${busy} error=${error} /></div>`;
  return html`<div class="hand-page" lang=${language()}>
    <${Head} redraw=${redraw} />
    <div class="work">
      <div class="what">
        ${photo && html`<${Photo} read=${photo} />`}
        ${Boolean(photo?.reading.flowers) && html`<p class="quiet" data-flowers>${t("hand.flowers")}</p>`}
        <${Tiles} key=${photo ? "photo" : "tiles"} hand=${hand} onChange=${setHand} />
      </div>
      <${Value} hand=${hand} around=${around} onAround=${change} enter=${(/** @type {HandWorth} */ worth) => game && html`<${game.Enter} link=${link} seat=${SEAT} around=${around} worth=${worth} />`} />
      <${Around} hand=${hand} around=${around} onChange=${change} />
    </div>
    <div class="others end"><button type="button" class="knob strong" data-again onClick=${again}>${t("hand.again")}</button></div>
  </div>`;
}

await start(App);
settle().catch(() => {}); // without a worker the page needs the network, as it says
