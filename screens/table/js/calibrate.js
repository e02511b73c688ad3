// The camera is calibrated: the living picture, four corners to drag or markers to find, and what it is worth.

import { html, useEffect, useRef, useState } from "../../shared/vendor/preact.js";
import { t } from "../../shared/js/i18n.js";
import { start, Switches } from "../../shared/js/page.js";
import { attempt, now as look, picture, save, tiles } from "./calibrate/ask.js";
import { useLiving } from "./calibrate/living.js";
import { Picture } from "./calibrate/picture.js";
import { Camera, Result, why } from "./calibrate/report.js";
/** @import { CalibrateAsked, CalibrateHint, CalibrateNow, CalibrateTried } from "../../types/table" */
/** @import { Entry } from "../../shared/vendor/preact.js" */
/** @import { Shot } from "./calibrate/ask.js" */
/** @import { Spot } from "./calibrate/moves.js" */

const PICTURE_MS = 500;
const LOOK_MS = 1500;
/** After the last change of a number or a corner. */
const SETTLED_MS = 500;
/** Markers are moved and light is switched on while people look: it is measured again by itself. */
const AGAIN_MS = 4000;
const LONG_MS = 3000;

/** The numbers that are entered, as text: empty is unknown, measured, or as before.
    @typedef {{ field: string, rim: string, tile: string, centre: string, marker: string, fov: string }} Numbers */
/** @typedef {"markers" | "corners"} Way */

/** @type {Numbers} */
const UNGIVEN = { field: "", rim: "", tile: "", centre: "", marker: "30", fov: "" };
/** Least and most of each number. @type {Record<keyof Numbers, [number, number]>} */
const LIMITS = { field: [640, 910], rim: [0, 40], tile: [24, 46], centre: [0, 280], marker: [20, 40], fov: [10, 140] };

/** @param {string} text */
const figure = (text) => (text.trim() === "" ? null : Number(text.replace(",", ".")));

/** @param {Way} by @param {Spot[]} corners @param {Numbers} numbers @returns {CalibrateAsked} */
const question = (by, corners, { field, rim, tile, centre, marker, fov }) => ({
  by,
  corners: by === "corners" ? corners : [],
  field_mm: figure(field),
  marker_mm: figure(marker) ?? 30,
  rim_mm: figure(rim),
  tile_mm: figure(tile),
  centre_mm: figure(centre),
  fov: figure(fov),
});

/** What came of the question, null until it is answered: what came of another one is not to be saved. Asked
    again when the question changes, and by itself.
    @param {CalibrateAsked | null} asked @param {number} turn */
function useTried(asked, turn) {
  const [last, setLast] = useState(/** @type {{ key: string | null, tried: CalibrateTried | null }} */ ({ key: null, tried: null }));
  const [busy, setBusy] = useState(false);
  const key = asked && JSON.stringify(asked);
  useEffect(() => {
    if (!asked) return;
    let alive = true;
    let timer = 0;
    const measure = async () => {
      setBusy(true);
      const next = await attempt(asked);
      if (!alive) return;
      setBusy(false);
      setLast({ key, tried: next });
      if (asked.by === "markers") timer = setTimeout(measure, AGAIN_MS);
    };
    timer = setTimeout(measure, SETTLED_MS);
    return () => {
      alive = false;
      clearTimeout(timer);
    };
  }, [key, turn]);
  return { tried: key !== null && last.key === key ? last.tried : null, busy };
}

/** @param {{ name: keyof Numbers, value: string, hint?: string, onChange: (value: string) => void }} its */
function Field({ name, value, hint = "", onChange }) {
  const [least, most] = LIMITS[name];
  return html`<label class="number"><span>${t(`calibrate.${name}`)}</span><input type="number" inputmode="decimal" step="any" min=${least} max=${most} data-number=${name} value=${value} placeholder=${hint} onInput=${(/** @type {Entry} */ event) => onChange(event.target.value)} /></label>`;
}

/** The sheets are for the marker's and the field's size as they are entered. @param {{ numbers: Numbers }} its */
function Sheets({ numbers }) {
  const asked = new URLSearchParams({ marker: numbers.marker || "30", ...(numbers.field && { field: numbers.field }) });
  return html`<details class="sheets"><summary>${t("calibrate.print")}</summary>
    <p>${t("calibrate.print_how")}</p>
    <p class="others">${["A4", "A3"].map((paper) => html`<a class="knob" key=${paper} data-sheet=${paper} target="_blank" href=${`calibrate/markers.pdf?paper=${paper}&${asked}`}>PDF ${paper}</a>`)}
    <a class="knob" data-sheet="svg" target="_blank" href=${`calibrate/markers.svg?${asked}`}>SVG A4</a></p>
  </details>`;
}

/** @param {{ by: Way, onChange: (by: Way) => void }} its */
function Ways({ by, onChange }) {
  return html`<div class="others ways" role="group" aria-label=${t("calibrate.way")}>${/** @type {Way[]} */ (["markers", "corners"]).map((way) => html`<button type="button" key=${way} class="knob" data-way=${way} aria-pressed=${by === way} onClick=${() => onChange(way)}>${t(way === "markers" ? "calibrate.by_markers" : "calibrate.by_corners")}</button>`)}</div>`;
}

/** @param {{ tried: CalibrateTried | null, numbers: Numbers, onNumbers: (numbers: Numbers) => void, now: CalibrateNow, by: Way }} its */
function Sizes({ tried, numbers, onNumbers, now, by }) {
  const [said, setSaid] = useState("");
  const measure = async () => {
    setSaid(t("calibrate.working"));
    const { tile_mm: mm, refused } = await tiles(tried?.id ?? "");
    setSaid(mm ? t("calibrate.tiles_measured", { mm }) : refused ? why(refused) : "");
    if (mm) onNumbers({ ...numbers, tile: String(mm) });
  };
  const found = tried?.found ?? now.current;
  /** @param {keyof Numbers} name */
  const entered = (name) => (/** @type {string} */ value) => onNumbers({ ...numbers, [name]: value });
  return html`<div class="sizes">
    <${Field} name="field" value=${numbers.field} hint=${by === "markers" ? t("calibrate.measured") : String(found?.field_mm ?? 750)} onChange=${entered("field")} />
    <${Field} name="rim" value=${numbers.rim} hint=${String(found?.rim_mm ?? 0)} onChange=${entered("rim")} />
    <${Field} name="tile" value=${numbers.tile} hint=${String(found?.tile_mm ?? 34)} onChange=${entered("tile")} />
    <button type="button" class="knob" data-measure disabled=${!tried?.found} onClick=${measure}>${t("calibrate.measure_tiles")}</button>
    <p class="note" role="status">${said}</p>
    <${Field} name="centre" value=${numbers.centre} hint=${String(found?.centre_mm ?? 0)} onChange=${entered("centre")} />
    ${by === "markers" && html`<${Field} name="marker" value=${numbers.marker} onChange=${entered("marker")} />`}
    <${Field} name="fov" value=${numbers.fov} hint=${t("calibrate.unknown")} onChange=${entered("fov")} />
  </div>`;
}

/** Markers where enough of them are seen, else corners; what was chosen stays. @param {CalibrateNow | null} now @param {Way | null} chosen @returns {Way} */
const way = (now, chosen) => chosen ?? (now && now.markers.length >= 4 ? "markers" : "corners");

/** @param {{ now: CalibrateNow, shot: Shot | null, redraw: () => void }} its */
function Work({ now, shot, redraw }) {
  const [chosen, setChosen] = useState(/** @type {Way | null} */ (null));
  const [dragged, setDragged] = useState(/** @type {Spot[] | null} */ (null));
  const [settled, setSettled] = useState(/** @type {Spot[] | null} */ (null));
  const [numbers, setNumbers] = useState(UNGIVEN);
  const [turn, setTurn] = useState(0);
  const [note, setNote] = useState("");
  const by = way(now, chosen);
  const ready = !now.refused && (by === "markers" || settled !== null);
  const { tried, busy } = useTried(ready ? question(by, settled ?? [], numbers) : null, turn);
  const kept = useRef(0);
  /** @param {string} text */
  const say = (text) => {
    setNote(text);
    clearTimeout(kept.current);
    kept.current = setTimeout(() => setNote(""), LONG_MS * 4);
  };
  const keep = async () => {
    const { refused } = await save(tried?.id ?? "");
    say(refused ? why(refused) : t(now.kept ? "calibrate.saved" : "calibrate.saved_unkept"));
  };
  const again = () => {
    setSettled(settled ?? dragged ?? now.corners);
    setTurn(turn + 1);
  };
  const corners = by === "corners" ? dragged ?? now.corners : null;
  const shown = tried?.found ?? (by === "corners" && settled ? null : now.current);
  return html`<div class="calibrate" data-sight=${now.sight} data-refused=${now.refused?.code}>
    <div class="seen">
      <${Picture} shot=${now.refused ? null : shot} now=${now} found=${shown} corners=${corners} onMove=${setDragged} onDone=${setSettled} why=${now.refused ? why(now.refused) : t("ui.no_picture")} />
      <div class="judged">
        <${Result} tried=${ready ? tried : null} busy=${busy} />
        <div class="act"><button type="button" class="knob strong" data-save disabled=${!tried?.found || busy} onClick=${keep}>${t("calibrate.save")}</button>
        <button type="button" class="knob" data-again disabled=${Boolean(now.refused)} onClick=${again}>${t("calibrate.again")}</button></div>
      </div>
    </div>
    <aside>
      <header><a class="home" href="index.html" aria-label="Jantaku"><img src="icon.svg" alt="" /></a><h1>${t("calibrate.title")}</h1><${Switches} onChange=${redraw} /></header>
      <${Camera} now=${now} />
      <p class="note" role="status" data-note>${note}</p>
      <${Ways} by=${by} onChange=${setChosen} />
      <p>${t(by === "markers" ? "calibrate.how_markers" : "calibrate.how_corners")}</p>
      <${Sizes} tried=${tried} numbers=${numbers} onNumbers=${setNumbers} now=${now} by=${by} />
      <${Sheets} numbers=${numbers} />
    </aside>
  </div>`;
}

/** Who may not look is figure so, and nothing else. @param {{ refused: CalibrateHint, redraw: () => void }} its */
const Refused = ({ refused, redraw }) => html`<div class="calibrate refused" data-refused=${refused.code}>
  <header><a class="home" href="index.html" aria-label="Jantaku"><img src="icon.svg" alt="" /></a><h1>${t("calibrate.title")}</h1><${Switches} onChange=${redraw} /></header>
  <p class="warn" role="alert">${why(refused)}</p>
</div>`;

/** @param {{ redraw: () => void }} its */
function App({ redraw }) {
  const found = useLiving(look, LOOK_MS);
  const shot = useLiving(picture, PICTURE_MS);
  if (!found) return html`<div class="calibrate refused"><h1>${t("calibrate.title")}</h1></div>`;
  return "sight" in found ? html`<${Work} now=${found} shot=${shot} redraw=${redraw} />` : html`<${Refused} refused=${found.refused} redraw=${redraw} />`;
}

await start(App);
