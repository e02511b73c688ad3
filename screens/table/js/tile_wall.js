// The four walls from above: which one is broken, and where (R-WALL-04, R-WALL-05).

import { html } from "../../shared/vendor/preact.js";
import { t } from "../../shared/js/i18n.js";
import { side } from "./layout.js";
import { kinds, place, STACKS } from "./wall_break.js";
/** @import { Snapshot, WallView } from "../../types/contract" */

const [WIDE, DEEP] = [8, 13];
const AWAY = 84;

/** @param {number} stack */
const left = (stack) => (STACKS / 2 - stack - 1) * WIDE;

/** @param {{ seat: number, found: Map<string, string> }} its */
function Row({ seat, found }) {
  return html`<g transform=${`rotate(${-90 * side(seat)})`} data-wall=${seat}>
    ${Array.from({ length: STACKS }, (_, stack) => {
      const kind = found.get(`${seat} ${stack}`) ?? "live";
      return html`<rect key=${stack} class=${kind} x=${left(stack) + (kind === "first" ? -3 : 0)} y=${AWAY} width=${WIDE - 1.2} height=${DEEP} rx="1.5" />`;
    })}
  </g>`;
}

/** @typedef {Pick<Snapshot, "seats"> & { wall: WallView }} Broken */

/** The break is said in words too: whose wall, and after how many stacks. @param {Broken} state */
export const breakText = ({ wall, seats }) => t("ui.break", { name: seats[wall.seat].name, n: wall.stacks });

/** @param {{ state: Broken }} its */
export function WallPlan({ state }) {
  const { wall } = state;
  const at = place(wall.seat, wall.stacks);
  return html`<svg class="wall-plan" viewBox="-110 -110 220 220" role="img" aria-label=${breakText(state)} data-break=${`${wall.seat}:${wall.stacks}`}>
    ${[0, 1, 2, 3].map((seat) => html`<${Row} key=${seat} seat=${seat} found=${kinds(wall)} />`)}
    <g transform=${`rotate(${-90 * side(at.seat)})`}>
      <path class="break-mark" d=${`M${left(at.stack) + WIDE - 2} ${AWAY - 8}l-7 -12h14z`} />
      <text x=${left(at.stack) + WIDE - 2} y=${AWAY - 26} text-anchor="middle">${wall.stacks}</text>
    </g>
  </svg>`;
}
