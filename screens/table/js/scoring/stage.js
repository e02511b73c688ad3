// The middle of a score table's screen: the form, turned to one of its sides, and what all four say of a result.

import { Counts } from "../../../shared/js/centre.js";
import { round, t } from "../../../shared/js/i18n.js";
import { html, useState } from "../../../shared/vendor/preact.js";
import { side, sides } from "../layout.js";
import { Arrow } from "../sides/arrow.js";
import { Settle } from "../seat/settle.js";
import { changeable, EnterResult, said } from "./scoring.js";
/** @import { SeatView, Snapshot } from "../../../types/contract" */
/** @import { Settled } from "../seat/settle.js" */
/** @import { Told } from "../bus.js" */

const ALL = [0, 1, 2, 3];

/** @param {unknown} a @param {unknown} b */
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** All four confirm what stands there now, and nothing that has come since. @param {Told} link */
async function agree(link) {
  const { result, rev } = link.state;
  for (const seat of ALL) {
    if (link.state.phase !== "confirm" || !same(link.state.result, result)) return t("ui.result_changed");
    const reply = await link.command("win.confirm", { seat }, seat === 0 ? rev : null);
    if (!reply?.ok && !(reply && "reason" in reply && reply.reason === "no_result")) return said(reply);
  }
  return "";
}

/** Which hand is played, with its counters and sticks: no mat shows them. @param {{ state: Snapshot }} its */
const Where = ({ state }) => state.round && html`<span class="round">${round(state.round)}</span>${state.rules === "riichi" && html`<${Counts} round=${state.round} />`}`;

/** At a side: which hand is played, and the button that turns the form there; without it where the form stands.
    @param {{ state: Snapshot, seat: SeatView, onFace: (() => void) | null }} its */
function Face({ state, seat, onFace }) {
  return html`<div class=${`face side${side(seat.seat)}`}><${Where} state=${state} />
    ${onFace && html`<button type="button" data-face=${seat.seat} title=${t("entry.here")} aria-label=${`${seat.name}: ${t("entry.here")}`} onClick=${onFace}><${Arrow} /></button>`}
  </div>`;
}

/** The form, read from the side that has turned it. Each other side has a button that turns it there.
    @param {{ link: Told, facing: number, onFace: (seat: number) => void, onDone?: () => void }} its */
export function ScoreForm({ link, facing, onFace, onDone = () => {} }) {
  const [settling, setSettling] = useState(false);
  const four = sides() === 4;
  const { state } = link;
  /** @param {Settled} body */
  const settle = (body) => ALL.forEach((seat) => void link.command("settle", { seat, ...body }));
  return html`<div class=${`scoring ${four ? "turns" : ""}`} data-facing=${side(facing)}>
    ${four && state.seats.map((each) => html`<${Face} key=${`${each.seat}${each.seat === facing}${JSON.stringify(state.round)}`} state=${state} seat=${each} onFace=${each.seat === facing ? null : () => onFace(each.seat)} />`)}
    <div class=${`facing side${four ? side(facing) : 0}`}><${EnterResult} key=${state.hands_played} link=${link} sticks=${!four || state.phase !== "play"} onDone=${onDone} onChombo=${() => setSettling(true)} />
      <${Settle} state=${state} seat=${facing} open=${settling || Boolean(state.settle)} onAsk=${settle} onClose=${() => setSettling(false)} /></div>
  </div>`;
}

/** Before the first hand, between two and after the last. @param {Snapshot} state */
const startOf = ({ phase, hands_played: n }) => t(phase === "finished" ? "entry.again" : n ? "entry.next" : "entry.first");

/** What is to be done now by whoever holds the screen, in one row.
    @param {{ link: Told, changing: boolean, onChange: (changing: boolean) => void }} its */
export function Acts({ link, changing, onChange }) {
  const { state } = link;
  const [note, setNote] = useState("");
  const confirm = state.phase === "confirm";
  // Where four read the screen, START stands at each side.
  const starts = sides() === 1 && (state.phase === "idle" || state.phase === "finished");
  if (!confirm && !starts) return null;
  /** @param {() => Promise<string>} act */
  const doing = (act) => async () => setNote(await act());
  return html`<div class="acts-row" key=${`acts${state.phase}${changing}`}>
    ${note && html`<p role="alert" data-note>${note}</p>`}
    ${changeable(state) && html`<button type="button" class="touch-key" data-touch="change" onClick=${() => onChange(!changing)}>${t(changing ? "entry.keep" : "entry.change")}</button>`}
    ${confirm && !changing && html`<button type="button" class="touch-key main" data-touch="agree" disabled=${!link.connected} onClick=${doing(() => agree(link))}>✓ ${t("entry.all_agree")}</button>`}
    ${starts && html`<button type="button" class="touch-key main" data-touch="start" disabled=${!link.connected} onClick=${doing(async () => said(await link.command("cycle.start", {})))}>${startOf(state)}</button>`}
  </div>`;
}
