// The scores of a game as four lines, a step a hand, with its turning points.

import { html } from "../../../shared/vendor/preact.js";
import { number, round, t } from "../../../shared/js/i18n.js";
/** @import { GameSummary, PlayedGame } from "../../../types/table" */

const HEIGHT = 220;
const EDGE = { left: 8, top: 14, bottom: 14 };
const NAME_PX = 22;
// A letter of a name is about so wide; the room for names on a screen and on a telephone, in letters.
const LETTER_PX = 11;
const LETTERS = [14, 7];
const WIDTHS = [720, 340];
const TELEPHONE = matchMedia("(max-width: 640px)");

/** Names beside the ends of the lines, moved apart until none covers another. @param {number[]} ends */
export function apart(ends) {
  const order = ends.map((y, seat) => ({ y, seat })).sort((a, b) => a.y - b.y);
  const room = HEIGHT - EDGE.bottom - NAME_PX * (order.length - 1);
  order.forEach((own, n) => (own.y = Math.min(own.y, room + n * NAME_PX)));
  order.forEach((own, n) => n && (own.y = Math.max(own.y, order[n - 1].y + NAME_PX)));
  return order.sort((a, b) => a.seat - b.seat).map(({ y }) => y);
}

/** @param {string} name @param {number} letters */
const short = (name, letters) => ([...name].length > letters ? `${[...name].slice(0, letters - 1).join("")}…` : name);

/** @param {{ game: PlayedGame, summary: GameSummary }} its */
export function Course({ game, summary }) {
  const narrow = Number(TELEPHONE.matches);
  const width = WIDTHS[narrow];
  const right = 14 + LETTER_PX * LETTERS[narrow];
  const steps = [game.hands[0].scores, ...summary.hands.map((hand) => hand.scores)];
  const all = steps.flat();
  const low = Math.min(...all);
  const high = Math.max(...all, low + 1);
  /** @param {number} n */
  const x = (n) => EDGE.left + ((width - EDGE.left - right) * n) / (steps.length - 1);
  /** @param {number} score */
  const y = (score) => EDGE.top + ((HEIGHT - EDGE.top - EDGE.bottom) * (high - score)) / (high - low);
  const names = apart(game.scores.map(y));
  const turns = summary.hands.flatMap((hand, n) => hand.turning.map((what) => ({ n: n + 1, what })));
  const start = steps[0][0];
  return html`<figure class="course">
    <figcaption>${t("history.scores")}</figcaption>
    <svg viewBox=${`0 0 ${width} ${HEIGHT}`} role="img" aria-label=${game.names.map((name, seat) => `${name}: ${number(game.scores[seat])}`).join(", ")}>
      <line class="level" x1=${x(0)} x2=${x(steps.length - 1)} y1=${y(start)} y2=${y(start)} />
      ${turns.map(({ n, what }) => html`<line key=${`${n} ${what}`} class="turning" x1=${x(n)} x2=${x(n)} y1="0" y2=${HEIGHT}><title>${round(game.hands[n - 1].round)}: ${t(`history.${what}`)}</title></line>`)}
      ${game.names.map((name, seat) => html`<g key=${seat} class=${`line seat-${seat}`}>
        <polyline points=${steps.map((scores, n) => `${x(n)},${y(scores[seat])}`).join(" ")} />
        <circle cx=${x(steps.length - 1)} cy=${y(game.scores[seat])} r="4" />
        <text x=${x(steps.length - 1) + 10} y=${names[seat] + 5}>${short(name, LETTERS[narrow])}</text>
      </g>`)}
    </svg>
  </figure>`;
}
