// The tiles of a hand to touch: what was read can be read otherwise, taken out, be the winning one, or lie beside
// the hand in a set.

import { html, useState } from "../../../shared/vendor/preact.js";
import { added, apart, changed, removed, together, turned, wonBy } from "../../../shared/js/hand_state.js";
import { t } from "../../../shared/js/i18n.js";
import { FACES, Faces } from "../../../shared/js/question.js";
import { Tile } from "../../../shared/js/tile.js";
/** @import { Hand, LaidSet } from "../../../shared/js/hand_state.js" */

/** What is touched now: a tile, a new one, a set, or the tiles that become one.
    @typedef {{ tile: number } | { add: true } | { set: number } | { picked: number[] } | null} Touched */
/** @typedef {{ hand: Hand, onChange: (hand: Hand) => void }} Its */

/** @param {string[]} faces @param {number} at */
const shown = (faces, at) => (at === 0 || at === 3 ? "back" : faces[at]);

/** @param {{ one: LaidSet, pressed: boolean, onTouch: () => void }} its */
const BesideSet = ({ one: { type, tiles }, pressed, onTouch }) => html`<button type="button" class="beside" data-set=${type} aria-pressed=${pressed} aria-label=${`${t(`hand.${type}`)} ${tiles.join(" ")}`} onClick=${onTouch}>
  ${tiles.map((face, i) => html`<${Tile} key=${i} face=${type === "ankan" ? shown(tiles, i) : face} />`)}
</button>`;

/** @param {Its & { at: number, onDone: () => void, onPick: () => void }} its */
function Correct({ hand, at, onChange, onDone, onPick }) {
  const [every, setEvery] = useState(false);
  const { face, others } = hand.tiles[at];
  /** @param {Hand} next */
  const done = (next) => (onChange(next), onDone());
  return html`<div class="sheet" data-sheet="tile">
    ${others.length > 0 && !every && html`<p>${t("hand.instead")}</p>`}
    <${Faces} faces=${others.length && !every ? others.filter((other) => other !== face) : FACES} onChoose=${(/** @type {string} */ other) => done(changed(hand, at, other))} />
    <div class="others">
      ${others.length > 0 && !every && html`<button type="button" class="knob" data-every onClick=${() => setEvery(true)}>${t("ui.other_tile")}</button>`}
      ${at !== hand.won && html`<button type="button" class="knob strong" data-won onClick=${() => done(wonBy(hand, at))}>${t("hand.won_this")}</button>`}
      <button type="button" class="knob" data-beside onClick=${onPick}>${t("hand.beside")}</button>
      <button type="button" class="knob" data-out onClick=${() => done(removed(hand, at))}>${t("hand.out")}</button>
      <button type="button" class="knob" onClick=${onDone}>${t("hand.close")}</button>
    </div>
  </div>`;
}

/** @param {Its & { picked: number[], onDone: () => void }} its */
function Picking({ hand, picked, onChange, onDone }) {
  const made = picked.length > 2 ? together(hand, picked) : null;
  return html`<div class="sheet" data-sheet="set">
    <p role="status">${t(picked.length > 2 && !made ? "hand.no_set" : "hand.pick_set")}</p>
    <div class="others">
      <button type="button" class="knob strong" data-make disabled=${!made} onClick=${() => made && (onChange(made), onDone())}>${t("hand.make_set")}</button>
      <button type="button" class="knob" onClick=${onDone}>${t("hand.close")}</button>
    </div>
  </div>`;
}

/** @param {Its & { at: number, onDone: () => void }} its */
function SetSheet({ hand, at, onChange, onDone }) {
  const { type } = hand.sets[at];
  /** @param {Hand} next */
  const done = (next) => (onChange(next), onDone());
  return html`<div class="sheet" data-sheet="beside">
    <p>${t(`hand.${type}`)}</p>
    <div class="others">
      ${(type === "ankan" || type === "daiminkan") && html`<button type="button" class="knob" data-turn onClick=${() => done(turned(hand, at))}>${t(type === "ankan" ? "hand.daiminkan" : "hand.ankan")}</button>`}
      <button type="button" class="knob" data-apart onClick=${() => done(apart(hand, at))}>${t("hand.apart")}</button>
      <button type="button" class="knob" onClick=${onDone}>${t("hand.close")}</button>
    </div>
  </div>`;
}

/** @param {Its & { touched: Touched, onTouched: (touched: Touched) => void }} its */
function Sheet({ hand, onChange, touched, onTouched }) {
  const onDone = () => onTouched(null);
  if (!touched) return null;
  if ("tile" in touched) return html`<${Correct} key=${touched.tile} hand=${hand} at=${touched.tile} onChange=${onChange} onDone=${onDone} onPick=${() => onTouched({ picked: [touched.tile] })} />`;
  if ("set" in touched) return html`<${SetSheet} hand=${hand} at=${touched.set} onChange=${onChange} onDone=${onDone} />`;
  if ("picked" in touched) return html`<${Picking} hand=${hand} picked=${touched.picked} onChange=${onChange} onDone=${onDone} />`;
  return html`<div class="sheet" data-sheet="add"><${Faces} faces=${FACES} onChoose=${(/** @type {string} */ face) => onChange(added(hand, face))} />
    <div class="others"><button type="button" class="knob strong" data-done onClick=${onDone}>${t("hand.done")}</button></div></div>`;
}

/** @param {Its} its */
export function Tiles({ hand, onChange }) {
  const [touched, setTouched] = useState(/** @type {Touched} */ (hand.tiles.length ? null : { add: true }));
  const picked = touched && "picked" in touched ? touched.picked : null;
  /** @param {number} at */
  const touch = (at) => {
    if (!picked) setTouched(touched && "tile" in touched && touched.tile === at ? null : { tile: at });
    else setTouched({ picked: picked.includes(at) ? picked.filter((n) => n !== at) : [...picked, at].slice(-4) });
  };
  /** @param {number} at */
  const pressed = (at) => Boolean(picked?.includes(at) || (touched && "tile" in touched && touched.tile === at));
  const order = hand.tiles.map((_, at) => at).filter((at) => at !== hand.won);
  /** @param {number} at */
  const button = (at) => html`<button type="button" key=${at} class="held ${at === hand.won ? "winning" : ""} ${hand.tiles[at].sure ? "" : "doubtful"}" data-held=${hand.tiles[at].face} aria-pressed=${pressed(at)}
    aria-label=${at === hand.won ? `${hand.tiles[at].face}: ${t("hand.won")}` : hand.tiles[at].face} onClick=${() => touch(at)}><${Tile} face=${hand.tiles[at].face} /></button>`;
  return html`<section class="hand-tiles" aria-label=${t("hand.tiles")}>
    <div class="held-row">${order.map(button)}<button type="button" class="held add" data-add aria-label=${t("hand.add")} onClick=${() => setTouched({ add: true })}>+</button></div>
    <div class="held-row more">
      ${hand.won >= 0 && html`<span class="won-tile"><small>${t("hand.won")}</small>${button(hand.won)}</span>`}
      ${hand.sets.map((one, n) => html`<${BesideSet} key=${n} one=${one} pressed=${Boolean(touched && "set" in touched && touched.set === n)} onTouch=${() => setTouched({ set: n })} />`)}
    </div>
    ${hand.won >= 0 && !hand.named && !touched && html`<p class="ask" data-ask="won">${t("hand.ask_won")}</p>`}
    <${Sheet} hand=${hand} onChange=${onChange} touched=${touched} onTouched=${setTouched} />
  </section>`;
}
