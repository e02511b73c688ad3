// The tiles of a winning hand, by touch; the table says what they are worth.

import { html, useState } from "../../vendor/preact.js";
import { has, t } from "../i18n.js";
import { Faces, FACES } from "../question.js";
import { useReply } from "../reply.js";
import { Meld, Tile } from "../tile.js";
import { EMPTY, flagged, FLAGS, laid, missing, questionOf, turned, without } from "./tiles.js";
/** @import { Worth } from "../../../types/table" */
/** @import { Value } from "./form.js" */
/** @import { Held, Into } from "./tiles.js" */

/** @typedef {(question: object) => Promise<Worth | null>} Ask */
/** @typedef {{ seat: number, source: number, riichi: boolean }} Win */

/** @type {Into[]} */
const INTO = ["chi", "pon", "kan", "closed_kan", "dora", "ura"];
/** @type {Record<string, () => string>} */
const NAMES = { closed_kan: () => t("entry.closed_kan"), dora: () => t("ui.dora"), ura: () => t("ui.ura") };
/** @param {string} flag */
const named = (flag) => t(`yaku.${flag === "chihou" ? "chiihou" : flag}`).split(" — ")[0];

/** What the hand is worth, asked anew with every change; null while it is not whole or nobody has answered.
    @param {Held} held @param {Win} win @param {Ask} ask */
function useWorth(held, win, ask) {
  const question = questionOf(held, win);
  return useReply(JSON.stringify(question), question && (() => ask(question)));
}

/** What it is worth and why, or that it is nothing. @param {{ worth: Worth }} its */
function Found({ worth }) {
  if (!worth.ok) return html`<p class="entry-worth" data-worth="none">${t("entry.no_win")} ${worth.faults.map((code) => code.toUpperCase()).filter((code) => has(`fault.${code}`)).map((code) => t(`fault.${code}`)).join(" ")}</p>`;
  const { yaku, dora, red, ura } = worth;
  const extra = /** @type {[string, number][]} */ ([["dora", dora], ["red", red], ["ura", ura]]).filter(([, n]) => n);
  const names = [...yaku.map(([id]) => t(`yaku.${id}`).split(" — ")[0]), ...extra.map(([id, n]) => `${t(`ui.${id}`)} ${n}`)];
  return html`<p class="entry-worth" data-worth=${`${worth.han}/${worth.fu}/${worth.yakuman}`}><b>${worth.yakuman ? t("limit.yakuman") : t("han_fu", { han: worth.han, fu: worth.fu })}</b> ${names.join(", ")}</p>`;
}

/** What lies there so far. @param {{ held: Held, seat: number }} its */
function Lying({ held, seat }) {
  const left = (seat + 3) % 4;
  return html`<div class="entry-hand" aria-live="polite">
    <span class="row">${held.tiles.map((face, n) => html`<${Tile} key=${n} face=${face} kind=${missing(held) === 0 && n === held.tiles.length - 1 ? "winning" : ""} />`)}</span>
    ${held.sets.map((set, n) => html`<${Meld} key=${n} meld=${{ ...set, called: set.type === "ankan" ? null : set.tiles[0], source: set.type === "ankan" ? null : left }} seat=${seat} />`)}
    <span class="row">${held.part.map((face, n) => html`<${Tile} key=${n} face=${face} />`)}</span>
    ${[["dora", held.dora], ["ura", held.ura]].map(([name, tiles]) => tiles.length > 0 && html`<span class="turned" key=${name}>${t(`ui.${name}`)}<span class="row">${/** @type {string[]} */ (tiles).map((face, n) => html`<${Tile} key=${n} face=${face} />`)}</span></span>`)}
  </div>`;
}

/** @param {{ win: Win, ask: Ask, onTake: (value: Value) => void, onClose: () => void }} its */
export function Tiles({ win, ask, onTake, onClose }) {
  const [held, setHeld] = useState(EMPTY);
  const worth = useWorth(held, win, ask);
  const left = missing(held);
  return html`<div class="entry-tiles" data-missing=${left}>
    <${Lying} held=${held} seat=${win.seat} />
    <${Faces} faces=${FACES} onChoose=${(/** @type {string} */ face) => setHeld((old) => laid(old, face))} />
    <div class="entry-choices"><div class="entry-keys wrap">${INTO.map((into) => html`<button type="button" class="touch-key" key=${into} data-into=${into} aria-pressed=${held.into === into} onClick=${() => setHeld((old) => turned(old, into))}>${NAMES[into]?.() ?? t(`call.${into}`)}</button>`)}
      <button type="button" class="touch-key" data-delete aria-label=${t("entry.delete")} onClick=${() => setHeld(without)}>⌫</button></div>
    <div class="entry-keys wrap">${FLAGS.map((flag) => html`<button type="button" class="touch-key" key=${flag} data-flag=${flag} aria-pressed=${held.flags.includes(flag)} onClick=${() => setHeld((old) => flagged(old, flag))}>${named(flag)}</button>`)}</div></div>
    <div class="entry-foot"><button type="button" class="touch-key" data-close-tiles onClick=${onClose}>${t("entry.back")}</button>
      ${worth ? html`<${Found} worth=${worth} />` : html`<p class="entry-worth">${left ? `${t("entry.tiles_left", { n: left })} · ${t("entry.winning")}` : "…"}</p>`}
      <button type="button" class="touch-key main" data-take disabled=${!worth?.ok} onClick=${() => worth && onTake({ han: worth.han, fu: worth.fu, yakuman: worth.yakuman })}>${t("entry.take")}</button></div>
  </div>`;
}
