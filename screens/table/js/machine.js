// The machine's phases: what it does and how far it is, the dice and the break, and the call to start.

import { html } from "../../shared/vendor/preact.js";
import { round, t } from "../../shared/js/i18n.js";
import { Die } from "../../shared/js/tile.js";
import { machineStopped, peopleBuild } from "./host/can.js";
import { scores } from "./scoring/scoring.js";
import { breakText, WallPlan } from "./tile_wall.js";
import { TypeDice } from "./type_dice.js";
/** @import { Snapshot } from "../../types/contract" */
/** @import { Told } from "./bus.js" */

/** Stacks of a wall. */
const WHOLE = 17;
const RADIUS = 88;
const LENGTH = 2 * Math.PI * RADIUS;

/** A ring that fills; `progress` 0..1. @param {{ progress: number }} its */
const Ring = ({ progress }) => html`<svg class="ring" viewBox="-100 -100 200 200" role="img" aria-label=${`${Math.round(progress * 100)} %`}>
  <circle r=${RADIUS} class="rail" />
  <circle r=${RADIUS} class="done" transform="rotate(-90)" stroke-dasharray=${`${LENGTH * progress} ${LENGTH}`} />
  <text key=${Math.round(progress * 100)} y="16" text-anchor="middle">${Math.round(progress * 100)}<tspan class="percent" dx="4">%</tspan></text>
</svg>`;

/** @param {{ dice: [number, number] }} its */
const Dice = ({ dice }) => html`<div class="dice" data-dice=${dice.join("+")}>
  ${dice.map((value, i) => html`<${Die} key=${i} value=${value} />`)}
  <span class="sum">${dice[0] + dice[1]}</span>
</div>`;

/** Whether people build the walls, and the camera sees it. @param {Snapshot} state */
const watched = (state) => peopleBuild(state) && !scores(state);

/** What people do for the next hand where no machine of ours does it. @type {Record<string, string>} */
const TO_DO = { people: "ui.build_walls", raised: "ui.raise_walls", dealt: "ui.let_deal" };

/** What begins the next hand; where it is seen that it begins, nobody presses anything. @param {Snapshot} state */
export function toBegin(state) {
  const { machine, hands_played } = state;
  if (peopleBuild(state)) return TO_DO[machine.walls ?? "people"];
  return hands_played ? "ui.press_start" : null;
}

/** What is seen of the walls that are awaited: which one is not whole, or what begins the hand. @param {Snapshot} state */
function seen({ machine, seats }) {
  if (machine.stacks.filter((count) => count === WHOLE + 1).length >= 3) return t("ui.wall_flowers");
  const odd = machine.stacks.findIndex((count) => count > 0 && count !== WHOLE);
  if (odd >= 0) return t("ui.wall_count", { name: seats[odd].name, n: machine.stacks[odd] });
  return t(machine.walls === "dealt" ? "ui.deal_begins" : "ui.walls_begin");
}

/** @param {{ state: Snapshot }} its */
const Start = ({ state }) => html`<div class="machine" key=${`${state.machine.state}${state.hands_played}`} data-machine=${state.machine.state}>
  <img class="emblem" src="icon.svg" alt="" />
  <h1>${scores(state) ? roundText(state) : t(toBegin(state) ?? "ui.press_first")}</h1>
  <p>${watched(state) ? seen(state) : t(`machine.${state.machine.state}`)}</p>
</div>`;

/** People throw the dice, or a bought table does. @param {{ link: Told }} its */
const Await = ({ link }) => html`<div class="machine" key="await" data-machine=${link.state.machine.state}>
  <img class="emblem" src="icon.svg" alt="" />
  <h1>${t("ui.throw_dice")}</h1>
  <${TypeDice} link=${link} />
</div>`;

/** @param {{ link: Told }} its */
function Thrown({ link }) {
  const { state } = link;
  const { dice, machine, wall } = state;
  return html`<div class="machine thrown" key=${wall ? "break" : machine.state} data-machine=${machine.state}>
    <div class="fallen">
      ${dice && html`<${Dice} dice=${dice} />`}
      <h1>${t("phase.dice")}</h1>
      <p>${wall ? breakText({ ...state, wall }) : t(`machine.${machine.state}`)}</p>
      ${watched(state) && html`<${TypeDice} link=${link} />`}
    </div>
    ${wall && html`<${WallPlan} state=${state} />`}
  </div>`;
}

/** It waits for a person, who may have to reach into it; what to do is shown below. @param {{ state: Snapshot }} its */
const Stopped = ({ state }) => html`<div class="machine" key=${`${state.phase}${state.machine.state}`} data-machine=${state.machine.state}>
  <${Ring} progress=${state.machine.progress} />
  <h1>${t(`machine.${state.machine.state}`)}</h1>
  <p>${t(`phase.${state.phase}`)}</p>
</div>`;

/** Nothing moves before somebody does one of the things that are shown. @param {Snapshot} state */
const waits = (state) => state.machine.asks && state.machine.state !== "intake" && !peopleBuild(state);

/** @param {{ link: Told }} its */
export function Machine({ link }) {
  const { state } = link;
  const { phase, machine } = state;
  if (machineStopped(state) || waits(state)) return html`<${Stopped} state=${state} />`;
  if (phase === "idle") return html`<${Start} state=${state} />`;
  if (machine.state === "unhomed" && !peopleBuild(state)) return html`<${Stopped} state=${state} />`;
  if (peopleBuild(state) && !state.dice) return html`<${Await} link=${link} />`;
  if (phase === "dice" && state.dice) return html`<${Thrown} link=${link} />`;
  const open = machine.state === "intake" || phase === "dice";
  return html`<div class="machine" key=${`${phase}${open && machine.state}`} data-machine=${machine.state}>
    <${Ring} progress=${machine.progress} />
    <h1>${t(`phase.${phase}`)}</h1>
    <p class=${open ? "" : "hands-off"}>${open ? t(`machine.${machine.state}`) : t("ui.hands_off")}</p>
  </div>`;
}

/** Which hand is played, or comes next: `East 2 · 1 honba`. @param {Snapshot} state */
export function roundText(state) {
  const before = ["collect", "shuffle", "raise"].includes(state.phase) || (state.phase === "idle" && !state.result);
  const shown = before ? state.next ?? state.round : state.round;
  if (!shown) return "";
  return shown.honba ? `${round(shown)} · ${t("honba", { n: shown.honba })}` : round(shown);
}
