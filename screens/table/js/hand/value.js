// What the hand is worth, with the reasons.

import { html, useEffect, useState } from "../../../shared/vendor/preact.js";
import { question, trouble, withRiichi } from "../../../shared/js/hand_state.js";
import { language, t } from "../../../shared/js/i18n.js";
import { value } from "../../../shared/js/worth.js";
import { valued } from "./photo.js";
/** @import { Around, Hand } from "../../../shared/js/hand_state.js" */
/** @import { HandWorth } from "../../../types/table" */

/** Faults that have words of their own; the others say that the answers contradict one another. */
const SAID = ["FIVE_COPIES", "NO_SUCH_RED_FIVE", "RED_FIVE_MISSING", "TILE_COUNT"];
/** Lines of the reasons that say more than the list of yaku. */
const WHY = ["fu", "limit", "note"];

/** @param {{ worth: HandWorth }} its */
function Yaku({ worth }) {
  const lines = worth.yaku.map(([id, han]) => ({ id, text: t(`yaku.${id}`), han: worth.yakuman && han >= 13 ? t("limit.yakuman") : han }));
  if (!worth.yakuman) for (const id of /** @type {const} */ (["dora", "red", "ura"])) if (worth[id]) lines.push({ id, text: t(`ui.${id}`), han: worth[id] });
  return html`<ol class="yaku">${lines.map(({ id, text, han }) => {
    const [name, meaning] = text.split(" — ");
    return html`<li key=${id} data-yaku=${id}><span>${name}${meaning && html` <small>${meaning}</small>`}</span><b>${han}</b></li>`;
  })}</ol>`;
}

/** @param {{ worth: HandWorth }} its */
function Won({ worth }) {
  const price = worth.reasons.find(({ topic }) => topic === "price");
  return html`<div class="points" data-points=${worth.points}>
      <strong>${worth.points}</strong><span>${value(/** @type {any} */ (worth))}</span>
    </div>
    <p class="price">${price?.text}</p>
    <${Yaku} worth=${worth} />
    <div class="reasons">${worth.reasons.filter(({ topic }) => WHY.includes(topic)).map(({ text }, n) => html`<p key=${n}>${text}</p>`)}</div>`;
}

/** @param {{ worth: HandWorth }} its */
function NoWin({ worth }) {
  const known = worth.faults.find((fault) => SAID.includes(fault));
  const lines = worth.reasons.length ? worth.reasons.map(({ text }) => text) : [t(`hand.fault.${known ?? "other"}`)];
  return html`<div class="no-win" data-fault=${worth.faults[0]}>${lines.map((text, n) => html`<p key=${n} class=${n ? "" : "warn"}>${text}</p>`)}</div>`;
}

/** `enter` draws what can be done with a hand that wins, in a game.
    @param {{ hand: Hand, around: Around, onAround: (around: Around) => void, enter: (worth: HandWorth) => unknown }} its */
export function Value({ hand, around, onAround, enter }) {
  const [worth, setWorth] = useState(/** @type {HandWorth | null} */ (null));
  const [error, setError] = useState("");
  const wrong = trouble(hand, around);
  const asked = wrong ? "" : JSON.stringify(question(hand, around));
  const code = language();
  useEffect(() => {
    if (!asked) return undefined;
    let late = false;
    valued(JSON.parse(asked), code).then((answer) => {
      if (late) return;
      const riichi = "found" in answer ? withRiichi(hand, around, answer.found.faults) : null;
      if (riichi) return void onAround(riichi);
      if ("found" in answer) setWorth(answer.found);
      setError("error" in answer ? answer.error : "");
    });
    return () => {
      late = true;
    };
  }, [asked, code]);
  if (wrong) return html`<section class="value" aria-live="polite"><p class=${wrong.key === "empty" ? "quiet" : "warn"} data-trouble=${wrong.key}>${t(`hand.${wrong.key}`, { n: wrong.n ?? 0, tile: wrong.face ?? "" })}</p></section>`;
  return html`<section class="value" aria-live="polite">
    ${error && html`<p class="warn" data-error=${error}>${t(`hand.error.${error}`)}</p>`}
    ${!error && worth && (worth.ok ? html`<${Won} worth=${worth} />${enter(worth)}` : html`<${NoWin} worth=${worth} />`)}
  </section>`;
}
