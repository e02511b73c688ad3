// The rim of a side: the round and the clock, what its player may say, and how the words in the middle are turned there.

import { html, useEffect, useState } from "../../../shared/vendor/preact.js";
import { Clock } from "../../../shared/js/clock.js";
import { t } from "../../../shared/js/i18n.js";
import { roundText } from "../machine.js";
import { said } from "../seat/buttons.js";
import { Arrow } from "./arrow.js";
import { acts } from "./asked.js";
/** @import { SeatView } from "../../../types/contract" */
/** @import { Told } from "../bus.js" */
/** @import { Act } from "./asked.js" */

const NOTE_MS = 5000;
/** Where the mat shows the round itself. */
const ON_THE_MAT = ["deal", "play", "show"];

/** What the table answered, for a moment. @returns {[note: string, setNote: (text: string) => void]} */
function useNote() {
  const [note, setNote] = useState("");
  useEffect(() => {
    const timer = note ? setTimeout(() => setNote(""), NOTE_MS) : undefined;
    return () => clearTimeout(timer);
  }, [note]);
  return [note, setNote];
}

/** `onTurn`: turns the words here; null where they stand here already, or there are none.
    @param {{ link: Told, seat: SeatView, touched: boolean, onTurn: (() => void) | null }} its */
export function Rim({ link, seat, touched, onTurn }) {
  const { state } = link;
  const [note, setNote] = useNote();
  const found = acts(link, seat, touched);
  const round = ON_THE_MAT.includes(state.phase) ? "" : roundText(state);
  /** @param {Act} one */
  const act = async (one) => {
    const reply = await one.act();
    setNote(reply?.ok ? "" : said(reply));
  };
  return html`<div class=${`rim ${found.length ? "acts" : ""}`} data-rim=${seat.seat} key=${`rim${round}${found.map(({ key }) => key)}${onTurn === null}`}>
    ${round && html`<span class="when"><span class="round">${round}</span><${Clock} link=${link} /></span>`}
    ${found.map((one) => html`<button type="button" class=${`rim-key ${one.key}`} key=${one.text} data-button=${one.key} aria-label=${`${seat.name}: ${one.text}`} aria-pressed=${one.given || null} disabled=${!link.connected} onClick=${() => act(one)}>${one.text}</button>`)}
    ${onTurn && html`<button type="button" class="rim-key turn" data-turn=${seat.seat} title=${t("entry.here")} aria-label=${`${seat.name}: ${t("entry.here")}`} onClick=${onTurn}><${Arrow} /></button>`}
    ${note && html`<p class="rim-note" role="alert">${note}</p>`}
  </div>`;
}
