// What the photograph does not show: how the hand was won, riichi, winds, dora, and what else happened.

import { html, useState } from "../../../shared/vendor/preact.js";
import { Choice } from "../../../shared/js/forms.js";
import { closed, possible, WINDS } from "../../../shared/js/hand_state.js";
import { t } from "../../../shared/js/i18n.js";
import { FACES, Faces } from "../../../shared/js/question.js";
import { Tile } from "../../../shared/js/tile.js";
/** @import { Around as State, Hand } from "../../../shared/js/hand_state.js" */

const MOST = 5;
const INDICATORS = FACES.filter((face) => face[0] !== "0");

/** @param {{ name: string, label: string, faces: string[], onChange: (faces: string[]) => void }} its */
function Indicators({ name, label, faces, onChange }) {
  const [open, setOpen] = useState(false);
  /** @param {string} face */
  const add = (face) => (onChange([...faces, face]), setOpen(false));
  return html`<fieldset class="choice indicators" data-indicators=${name}><legend>${label}</legend>
    ${faces.map((face, n) => html`<button type="button" key=${n} aria-label=${`${face}: ${t("hand.out")}`} onClick=${() => onChange(faces.filter((_, i) => i !== n))}><${Tile} face=${face} /></button>`)}
    ${faces.length < MOST && html`<button type="button" data-add-indicator aria-expanded=${open} aria-label=${`${label}: ${t("hand.add")}`} onClick=${() => setOpen(!open)}>+</button>`}
    ${open && html`<${Faces} faces=${INDICATORS} onChoose=${add} />`}
  </fieldset>`;
}

/** The name without what it means. @param {string} yaku */
const name = (yaku) => t(`yaku.${yaku}`).split(" — ")[0];

/** @param {{ hand: Hand, around: State, onChange: (around: State) => void }} its */
export function Around({ hand, around, onChange }) {
  /** @param {Partial<State>} some */
  const set = (some) => onChange({ ...around, ...some });
  const winds = WINDS.map((wind) => [wind, t(`wind_name.${wind}`)]);
  /** @param {string} flag */
  const toggled = (flag) => (around.luck.includes(flag) ? around.luck.filter((each) => each !== flag) : [...around.luck, flag]);
  return html`<section class="around" aria-label=${t("hand.around")}>
    <${Choice} label=${t("hand.how")} options=${[[false, t("ui.ron")], [true, t("ui.tsumo")]]} value=${around.tsumo} onChange=${(/** @type {boolean} */ tsumo) => set({ tsumo })} />
    ${closed(hand) && html`<${Choice} label=${t("ui.riichi")} options=${[[0, t("hand.no")], [1, t("ui.riichi")], [2, name("double_riichi")]]} value=${around.riichi ?? 0} onChange=${(/** @type {number} */ riichi) => set({ riichi, taken: false })} />`}
    ${around.taken && closed(hand) && html`<p class="ask" data-taken>${t("hand.riichi_taken")}</p>`}
    <${Choice} label=${t("hand.seat_wind")} options=${winds} value=${around.seat} onChange=${(/** @type {string} */ seat) => set({ seat })} />
    <${Choice} label=${t("hand.round_wind")} options=${winds} value=${around.round} onChange=${(/** @type {string} */ round) => set({ round })} />
    <${Indicators} name="dora" label=${t("hand.dora")} faces=${around.dora} onChange=${(/** @type {string[]} */ dora) => set({ dora, ura: around.ura.slice(0, dora.length) })} />
    ${Boolean(around.riichi) && closed(hand) && around.dora.length > 0 && html`<${Indicators} name="ura" label=${t("hand.ura")} faces=${around.ura} onChange=${(/** @type {string[]} */ ura) => set({ ura: ura.slice(0, around.dora.length) })} />`}
    <fieldset class="choice"><legend>${t("hand.luck")}</legend>
      ${possible(hand, around).map((flag) => html`<button type="button" key=${flag} data-luck=${flag} aria-pressed=${around.luck.includes(flag)} onClick=${() => set({ luck: toggled(flag) })}>${name(flag)}</button>`)}
    </fieldset>
  </section>`;
}
