// A result for four sides: in pages, each large enough to be read, as wide as the shortest side has room for.

import { html } from "../../../shared/vendor/preact.js";
import { Loser, Winner } from "../../../shared/js/counted.js";
import { t } from "../../../shared/js/i18n.js";
import { Payments, Transfers } from "../../../shared/js/payments.js";
import { Hands, Indicators, Stamp, Win } from "../../../shared/js/result.js";
import { ended, mahjong, title } from "../../../shared/js/worth.js";
import { answerable, Question } from "../notices.js";
/** @import { Snapshot } from "../../../types/contract" */
/** @import { Ended, Mahjong } from "../../../shared/js/worth.js" */
/** @import { Told } from "../bus.js" */

/** A page of a card: what is asked, a winner, one counted hand, the four hands, or the payments.
    @typedef {{ kind: "asked" | "win" | "winner" | "loser" | "hands" | "pays", n: number }} Page */

/** The four hands of Chinese Classical, the winner's first. @param {Ended} state @param {Mahjong} winner @returns {Page[]} */
const counted = (state, winner) => [
  { kind: "winner", n: winner.seat },
  ...[1, 2, 3].map((n) => ({ kind: /** @type {const} */ ("loser"), n: (winner.seat + n) % 4 })),
];

/** What can be answered here stands on a page of its own before the result: both would not fit. @param {Told} link */
export const askedFirst = (link) => link.state.questions.find((question) => answerable(question, link)) ?? null;

/** @param {Told} link @returns {Page[]} */
export const pagesOf = (link) => (ended(link.state) && askedFirst(link) ? [{ kind: "asked", n: 0 }, ...resultPages(link.state)] : resultPages(link.state));

/** What a result shows, page by page; none where there is no result. @param {Snapshot} state @returns {Page[]} */
function resultPages(state) {
  if (!ended(state)) return [];
  const { result } = state;
  const winner = mahjong(result.counted);
  const moved = result.deltas.some(Boolean);
  const shown = result.reason === "exhaustive" || result.offenders.length || result.shown.some(Boolean);
  /** @type {Page[]} */
  const hands = winner ? counted(state, winner) : result.wins.length ? result.wins.map((_, n) => ({ kind: "win", n })) : shown && state.rules !== "classical" ? [{ kind: "hands", n: 0 }] : [];
  return moved || !hands.length ? [...hands, { kind: "pays", n: 0 }] : hands;
}

/** @param {{ state: Ended, side: (seat: number) => number }} its */
function Pays({ state, side }) {
  const { result, rules } = state;
  const winner = mahjong(result.counted);
  const classical = rules === "classical" && !winner;
  return html`<div class="head"><h1>${title(state) ?? t("ui.total")}</h1><${Stamp} result=${result} /></div>
    ${result.wins.length > 0 && rules !== "classical" && html`<${Indicators} state=${state} />`}
    ${classical && result.reason === "exhaustive" && html`<h2>${t("classical.not_counted")}</h2>`}
    ${classical && result.again && html`<h2>${t("classical.again")}</h2>`}
    ${winner ? html`<${Transfers} state=${state} side=${side} />` : result.deltas.some(Boolean) ? html`<${Payments} state=${state} side=${side} />` : html`<p class="even">${t("ui.all_equal")}</p>`}`;
}

/** `side` says where a seat sits as seen from the reader. @param {{ link: Told, page: Page, side: (seat: number) => number }} its */
export function Card({ link, page, side }) {
  const { state } = link;
  if (!ended(state)) return null;
  const { result } = state;
  const winner = mahjong(result.counted);
  const question = askedFirst(link);
  const loser = result.counted.find(({ seat }) => seat === page.n);
  return html`<article class=${`result paged ${page.kind}-page`} data-result=${result.reason} data-paid=${result.paid} data-page=${page.kind}>
    ${page.kind === "asked" && question && html`<${Question} question=${question} state=${state} link=${link} />`}
    ${page.kind === "win" && html`<${Win} state=${state} win=${result.wins[page.n]} link=${link} side=${side} />`}
    ${page.kind === "winner" && winner && html`<${Winner} state=${state} hand=${winner} />`}
    ${page.kind === "loser" && loser && html`<${Loser} state=${state} hand=${loser} />`}
    ${page.kind === "hands" && html`<div class="head"><h1>${title(state)}</h1></div><${Hands} state=${state} />`}
    ${page.kind === "pays" && html`<${Pays} state=${state} side=${side} />`}
  </article>`;
}
