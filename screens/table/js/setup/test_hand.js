// A hand to lay out, and how the table reads it: the set-up is done when it is read right.

import { html, useState } from "../../../shared/vendor/preact.js";
import { t } from "../../../shared/js/i18n.js";
import { Row, Tile } from "../../../shared/js/tile.js";
import { ask } from "../calibrate/ask.js";
import { useLiving } from "../calibrate/living.js";
import { said } from "./teach.js";
/** @import { TeachHand } from "../../../types/table" */

const LOOK_MS = 1000;

/** @returns {Promise<TeachHand>} */
const hand = () => ask("teach/hand.json");

/** Of the table that runs, between two hands. */
export function TestHand() {
  const [turn, setTurn] = useState(0);
  const another = async () => {
    await ask("teach/hand", {});
    setTurn(turn + 1);
  };
  return html`<h3>${t("setup.hand.title")}</h3><${Tried} key=${turn} /><p><button type="button" class="knob" data-another onClick=${another}>${t("setup.hand.another")}</button></p>`;
}

function Tried() {
  const state = useLiving(hand, LOOK_MS);
  if (!state) return html`<p role="status">${t("calibrate.working")}</p>`;
  const { wanted = [], read = [], lacking = [], right, refused } = state;
  return html`<p>${t("setup.hand.about")}</p>
    <p class="tried" data-wanted=${wanted.join(" ")}><${Row} tiles=${wanted} /></p>
    ${read.length > 0 && html`<p>${t("setup.hand.read")}</p><p class="tried" data-read=${read.map(({ face }) => face).join(" ")}>${read.map(({ face, right: good }, n) => html`<span key=${n} class=${good ? "" : "misread"}><${Tile} face=${face} /></span>`)}</p>`}
    <div role="status" data-hand=${refused ? refused.code : right ? "right" : read.length ? "wrong" : "none"}>
      ${refused ? html`<p class="warn">${said(refused)}</p>` : right ? html`<p class="good">${t("setup.hand.right")}</p>`
        : !read.length ? html`<p>${t("setup.hand.none")}</p>`
          : html`<p class="warn">${lacking.length ? t("setup.hand.lacking") : t("setup.hand.too_many")} ${lacking.length > 0 && html`<${Row} tiles=${lacking} />`}</p>`}
    </div>`;
}
