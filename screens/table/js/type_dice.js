// The dice by touch, where they fall under a dome, as digits, or out of the camera's sight.

import { html, useState } from "../../shared/vendor/preact.js";
import { t } from "../../shared/js/i18n.js";
import { Die } from "../../shared/js/tile.js";
import { KEYS, said } from "./seat/buttons.js";
/** @import { Told } from "./bus.js" */

const VALUES = [1, 2, 3, 4, 5, 6];

/** A row of six for each of the two dice; the second touch sends both. @param {{ link: Told }} its */
export function TypeDice({ link }) {
  const [open, setOpen] = useState(false);
  const [dice, setDice] = useState(/** @type {(number | null)[]} */ ([null, null]));
  const [note, setNote] = useState("");
  if (!KEYS || !link.account) return null;
  if (!open) return html`<button type="button" class="rim-key type-dice" data-type-dice="closed" onClick=${() => setOpen(true)}>${t("ui.type_dice")}</button>`;
  /** @param {number} which @param {number} value */
  const choose = async (which, value) => {
    const [first, second] = dice.map((known, n) => (n === which ? value : known));
    setDice([first, second]);
    if (first === null || second === null) return;
    const reply = await link.command("dice.enter", { dice: [first, second] });
    setNote(reply?.ok ? "" : said(reply));
    setDice([null, null]);
    setOpen(!reply?.ok);
  };
  return html`<div class="type-dice" data-type-dice="open" role="group" aria-label=${t("ui.type_dice")}>
    ${[0, 1].map((which) => html`<div class="die-row" key=${which}>${VALUES.map((value) => html`<button type="button" key=${value} data-die=${`${which}.${value}`} aria-label=${value} aria-pressed=${dice[which] === value} disabled=${!link.connected} onClick=${() => choose(which, value)}><${Die} value=${value} /></button>`)}</div>`)}
    ${note && html`<p class="note" role="status">${note}</p>`}
  </div>`;
}
