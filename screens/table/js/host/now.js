// The evening as it stands: what waits for somebody, and what the host may do about the game that is played.

import { html, useState } from "../../../shared/vendor/preact.js";
import { age, number, round, t } from "../../../shared/js/i18n.js";
import { Wind } from "../../../shared/js/tile.js";
import { Queue } from "../referee/queue.js";
import { Rulings } from "../referee/ruling.js";
import { EnterResult, scores } from "../scoring/scoring.js";
import { inHand, noEnd, noEntry, noStart, noUndo, startName } from "./can.js";
import { Big, Twice } from "../../../shared/js/press.js";
/** @import { Snapshot } from "../../../types/contract" */
/** @import { Told } from "../bus.js" */
/** @import { Send } from "./data.js" */

/** @param {{ state: Snapshot }} its */
const Players = ({ state }) => html`<ul class="seats-now">
  ${state.seats.map((seat) => html`<li key=${`${seat.seat} ${state.phase} ${seat.score} ${seat.wind}`} data-seat=${seat.seat} class=${state.turn === seat.seat ? "turn" : ""}>
    <${Wind} wind=${seat.wind} dealer=${state.dealer === seat.seat} /><span class="name">${seat.name}</span><b>${number(seat.score)}</b>
  </li>`)}
</ul>`;

/** Where the game stands, in a line. @param {Snapshot} state */
const where = (state) => [state.round && state.phase !== "idle" ? round(state.round) : "", t(`phase.${state.phase}`), t("ui.hands_played", { n: state.hands_played })].filter(Boolean).join(" · ");

/** Why the table waits is for everybody to read. @param {{ link: Told, send: Send }} its */
function Pausing({ link, send }) {
  const { paused } = link.state;
  const [reason, setReason] = useState("");
  if (paused) {
    return html`<div class="pausing on" data-paused><p><b>${t("ui.paused")}</b> ${paused.reason} <small>${t("ui.paused_for", { age: age(link.tableTime() - paused.since_ms) })}</small></p></div>
      <${Big} name="resume" kind="main" onPress=${() => send("resume", {})}>${t("referee.resume")}<//>`;
  }
  return html`<label class="reason">${t("referee.reason")}<input maxlength="200" value=${reason} onInput=${(event) => setReason(event.target.value)} /></label>
    <${Big} name="pause" onPress=${() => send("pause", { reason })}>${t("referee.pause")}<//>`;
}

/** A hand entered, as at a table without a camera, or ruled where the table sees.
    @param {{ link: Told, send: Send, onClose: () => void }} its */
function Entering({ link, send, onClose }) {
  const { state } = link;
  const enters = scores(state) && inHand(state);
  return html`<section class="entering" data-entering=${enters ? "result" : "ruling"}>
    <p class="acts"><button type="button" class="knob" data-close-entry onClick=${onClose}>✕ ${t("sign_in.close")}</button></p>
    ${enters ? html`<${EnterResult} key=${state.hands_played} link=${link} onDone=${onClose} />` : html`<${Rulings} state=${state} send=${send} wish=${null} only=${inHand(state) ? ["result", "correct", "withdraw"] : ["correct", "reseat"]} />`}
  </section>`;
}

/** @param {{ link: Told, send: Send }} its */
export function Now({ link, send }) {
  const { state } = link;
  const [entering, setEntering] = useState(false);
  if (entering) return html`<${Entering} link=${link} send=${send} onClose=${() => setEntering(false)} />`;
  return html`<section class="now">
    <p class="where" data-where>${where(state)}</p>
    <${Players} state=${state} />
    ${state.drawn && state.hands_played === 0 && html`<p data-drawn>${t("host.drawn")}</p>`}
    <div class="acts-of-host">
      <${Big} name="start" kind="main" why=${noStart(state)} off=${!link.connected} onPress=${() => send("cycle.start", {})}>${t(startName(state))}<//>
      <${Pausing} link=${link} send=${send} />
      <${Big} name="undo" why=${noUndo(state)} onPress=${() => send("undo", {}, state.rev)}>${t("host.undo")}<//>
      <${Big} name="enter" why=${noEntry(state)} onPress=${() => setEntering(true)}>${t("host.enter")}<//>
      <${Twice} name="end" why=${noEnd(state)} sure=${t(inHand(state) ? "host.end_hand_sure" : "host.end_sure")} onPress=${() => send("game.end", { game: state.game })}>${t("host.end")}<//>
      ${link.assigned && html`<${Twice} name="assign.end" sure=${t("host.let_go_sure")} onPress=${() => send("assign.end", {})}>${t("host.let_go")}<//>`}
    </div>
    <p><a class="knob" href="referee.html">${t("host.referee")}</a> <a class="knob" href="table.html">${t("ui.table")}</a></p>
    <h2>${t("referee.queue")}</h2>
    <${Queue} link=${link} send=${send} onRule=${() => location.assign("referee.html")} />
  </section>`;
}
