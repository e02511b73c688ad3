// How long the tiles are: entered, or measured where they lie on the mat; the eyes use it at once.

import { html, useEffect, useState } from "../../../shared/vendor/preact.js";
import { t } from "../../../shared/js/i18n.js";
import { attempt, now, save, tiles } from "../calibrate/ask.js";
import { why } from "../calibrate/report.js";
/** @import { CalibrateHint } from "../../../types/table" */
/** @import { Entry } from "../../../shared/vendor/preact.js" */

const [LEAST, MOST] = [24, 46];

/** The calibration in use with tiles of this length, as it may be saved. @param {number | null} mm */
const with_tiles = (mm) => attempt({ by: "current", corners: [], field_mm: null, marker_mm: 30, rim_mm: null, tile_mm: mm, centre_mm: null, fov: null });

/** Of the table that runs. */
export function TileSize() {
  const [used, setUsed] = useState(/** @type {number | null} */ (null));
  const [text, setText] = useState("");
  const [note, setNote] = useState("");
  const [refused, setRefused] = useState(/** @type {CalibrateHint | null} */ (null));
  const load = async () => {
    const state = await now();
    setRefused(state.refused);
    setUsed(("current" in state && state.current?.tile_mm) || null);
  };
  useEffect(() => void load(), []);
  /** @param {CalibrateHint | null} why_not @param {string} [good] */
  const tell = (why_not, good = "") => (setRefused(why_not), setNote(why_not ? "" : good));
  const measure = async () => {
    tell(null, t("calibrate.working"));
    const tried = await with_tiles(null);
    if (tried.refused) return tell(tried.refused);
    const { tile_mm: mm, refused: why_not } = await tiles(tried.id);
    if (mm) setText(String(mm));
    tell(why_not, mm ? t("calibrate.tiles_measured", { mm }) : "");
  };
  const keep = async () => {
    const tried = await with_tiles(Number(text.replace(",", ".")));
    if (tried.refused) return tell(tried.refused);
    const { refused: why_not } = await save(tried.id);
    tell(why_not, t("calibrate.saved"));
    if (!why_not) await load();
  };
  return html`<h3>${t("setup.size.title")}</h3>
    <p>${used ? t("setup.size.used", { mm: used }) : t("calibrate.none_yet")} ${t("setup.size.about")} <a href="calibrate.html">${t("setup.calibrate")}</a></p>
    <div class="field size"><label for="tile-mm">${t("calibrate.tile")}</label>
      <input id="tile-mm" type="number" inputmode="decimal" step="any" min=${LEAST} max=${MOST} value=${text} placeholder=${String(used ?? "")} disabled=${!used} onInput=${(/** @type {Entry} */ event) => setText(event.target.value)} />
      <button type="button" class="knob" data-measure disabled=${!used} onClick=${measure}>${t("calibrate.measure_tiles")}</button>
      <button type="button" class="knob strong" data-keep-size disabled=${!used || text === ""} onClick=${keep}>${t("calibrate.save")}</button></div>
    <p class="note" role="status" data-size-note>${note}</p>
    ${refused && html`<p class="warn" role="alert" data-size-refused=${refused.code}>${why(refused)}</p>`}`;
}
