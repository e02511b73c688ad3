// A question of the table, answered by touching the right tile.

import { html, useState } from "../vendor/preact.js";
import { asked, putRight, t } from "./i18n.js";
import { Proofs } from "./proof.js";
import { Tile } from "./tile.js";
/** @import { AnswerBody, Question as Asked } from "../../types/contract" */
/** @import { Account } from "./account.js" */

export const FACES = ["m", "p", "s"].flatMap((suit) => [..."1234506789"].map((n) => n + suit)).concat([..."1234567"].map((n) => `${n}z`));

/** Tiles to touch; `onChoose` gets the one that was. @param {{ faces: string[], onChoose: (face: string) => void }} its */
export const Faces = ({ faces, onChoose }) => html`<div class=${`candidates ${faces.length > 12 ? "many" : ""}`}>
  ${faces.map((face) => html`<button type="button" key=${face} data-answer=${face} aria-label=${face} onClick=${() => onChoose(face)}><${Tile} face=${face} /></button>`)}
</div>`;

/** What may be answered: a tile, any other tile, or where the eyes marked something that no face shows there. `onChoose` gets the tile, or null.
    @param {{ question: Asked, onChoose: (face: string | null) => void }} its */
export function Answers({ question, onChoose }) {
  const [all, setAll] = useState(false);
  const some = question.candidates.length > 0 && !all;
  return html`<${Faces} faces=${some ? question.candidates : FACES} onChoose=${onChoose} />
    <div class="others">
      ${some && html`<button class="knob other" onClick=${() => setAll(true)}>${t("ui.other_tile")}</button>`}
      ${question.quad && html`<button class="knob" data-no-face onClick=${() => onChoose(null)}>${t("ui.no_face")}</button>`}
    </div>`;
}

/** @param {{ question: Asked, name: string, link: { account: Account | null }, send: (name: "answer", body: AnswerBody) => void }} its */
export function Question({ question, name, link, send }) {
  return html`<div class="asking">
    <p>${name && html`<b>${name}</b>: `}${asked(question)}</p>
    <${Proofs} of=${question} link=${link} />
    ${question.faults.length > 0 && html`<p class="quiet">${question.faults.map((fault) => t(`fault.${fault}`)).join(" ")}</p>`}
    ${question.assumed && html`<p class="quiet" data-assumed=${question.assumed}>${t("ui.assumed")} <${Tile} face=${question.assumed} /></p>`}
    ${!putRight(question) && html`<${Answers} question=${question} onChoose=${(/** @type {string | null} */ tile) => send("answer", { question: question.id, tile })} />`}
  </div>`;
}
