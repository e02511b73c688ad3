// What waits for a person, most pressing first: calls, disputes, faults, questions, findings.

import { html } from "../../../shared/vendor/preact.js";
import { age, t } from "../../../shared/js/i18n.js";
import { notices } from "../../../shared/js/alerts.js";
import { Proofs } from "../../../shared/js/proof.js";
import { Question } from "../../../shared/js/question.js";
/** @import { FindingView, RefereeCall, Snapshot, UndoRequest } from "../../../types/contract" */
/** @import { Wish } from "../../../shared/js/forms.js" */
/** @import { Told } from "../bus.js" */
/** @import { Send } from "../referee.js" */

/** @param {Snapshot} state @param {number | null} seat */
const nameOf = (state, seat) => (seat === null ? t("ui.somebody") : state.seats[seat].name);

/** @param {{ kind: string, mark: string, children: unknown }} its */
function Card({ kind, mark, children, ...more }) {
  return html`<li class=${`card about-${kind}`} data-card=${kind} ...${more}><b class="mark">${mark}</b><div>${children}</div></li>`;
}

/** @param {{ link: Told, call: RefereeCall, send: Send }} its */
function Call({ link, call, send }) {
  const { state } = link;
  /** @param {boolean} done */
  const settle = (done) => send("referee.answer", { id: call.id, done });
  return html`<${Card} kind="call" mark=${call.answered ? "✓" : "!"} data-call=${call.id}>
    <p>${t(call.answered ? "ui.referee_comes" : "ui.referee_called", { name: nameOf(state, call.seat) })} <small>${age(link.tableTime() - call.since_ms)}</small></p>
    <p class="acts">${!call.answered && html`<button class="knob main" onClick=${() => settle(false)}>${t("referee.coming")}</button>`}<button class="knob" onClick=${() => settle(true)}>${t("referee.done")}</button></p>
  <//>`;
}

/** @param {{ state: Snapshot, undo: UndoRequest, send: Send }} its */
function Undo({ state, undo, send }) {
  const agreed = undo.agreed.flatMap((yes, seat) => (yes ? [nameOf(state, seat)] : []));
  return html`<${Card} kind="undo" mark="?">
    <p>${t("referee.undo_asked", { name: nameOf(state, undo.seat), move: t(`move.${undo.type}`) })} ${agreed.length > 0 && html`<small>${t("referee.agreed", { names: agreed.join(", ") })}</small>`}</p>
    <p class="acts"><button class="knob main" onClick=${() => send("undo", { seq: undo.seq })}>${t("referee.undo")}</button><button class="knob" onClick=${() => send("undo", { seq: undo.seq, agree: false })}>${t("referee.keep")}</button></p>
  <//>`;
}

/** A broken rule: who, what, the clause, the pictures that prove it, what the penalty table says.
    @param {{ link: Told, finding: FindingView, onRule: (wish: Wish) => void }} its */
function Finding({ link, finding, onRule }) {
  const { state } = link;
  const follows = finding.waived ? t(`waived.${finding.waived}`) : finding.sanction && t(`sanction.${finding.sanction}`);
  const mild = finding.minimum && t(`sanction.${finding.minimum}`);
  const { seat, penalty: row } = finding;
  const rules = row && seat !== null && !finding.waived && (() => onRule({ seat, row, at: Date.now() }));
  return html`<${Card} kind="finding" mark="§" data-finding=${finding.kind}>
    <p>${finding.seat !== null && html`<b>${nameOf(state, finding.seat)}</b>: `}${t(`finding.${finding.kind}`)} <small>${finding.clause}${finding.penalty && ` · ${finding.penalty}`}</small></p>
    <${Proofs} of=${finding} link=${link} />
    ${follows && html`<p class="quiet">→ ${follows}${mild && ` · ${t("referee.mildest", { sanction: mild })}`}</p>`}
    ${rules && html`<p class="acts"><button class="knob" onClick=${rules}>${t("referee.rule")} …</button></p>`}
  <//>`;
}

/** @param {{ link: Told, send: Send, onRule: (wish: Wish) => void }} its */
export function Queue({ link, send, onRule }) {
  const { state } = link;
  const shown = notices(link);
  const disputed = state.phase === "confirm" ? state.seats.filter((seat) => seat.confirmed === false) : [];
  const calls = [...(state.calls ?? [])].sort((a, b) => Number(a.answered) - Number(b.answered) || a.since_ms - b.since_ms);
  const findings = [...state.findings, ...(link.judged?.game === state.game ? link.judged.findings : [])];
  const empty = !shown.length && !disputed.length && !calls.length && !state.undo && !state.questions.length && !findings.length;
  return html`<ul class="queue" aria-live="polite" aria-label=${t("referee.queue")}>
    ${calls.map((call) => html`<${Call} key=${call.id} link=${link} call=${call} send=${send} />`)}
    ${disputed.length > 0 && html`<${Card} kind="dispute" mark="✕"><p>${t("ui.in_dispute", { names: disputed.map((seat) => seat.name).join(", ") })}</p><//>`}
    ${state.undo && html`<${Undo} state=${state} undo=${state.undo} send=${send} />`}
    ${shown.map((n) => html`<${Card} key=${n.text} kind=${n.kind} mark="!" data-notice=${n.kind}><p>${n.text}${n.page && html` <a href=${n.page}>${t("calibrate.title")}</a>`}</p><//>`)}
    ${state.questions.map((q) => html`<${Card} key=${q.id} kind="question" mark="?" data-question=${q.id}><${Question} question=${q} name=${q.seat === null ? "" : nameOf(state, q.seat)} link=${link} send=${send} /><//>`)}
    ${findings.map((f) => html`<${Finding} key=${`${f.kind}${f.seat}`} link=${link} finding=${f} onRule=${onRule} />`)}
    ${empty && html`<li class="quiet" data-card="none">${t("referee.nothing")}</li>`}
  </ul>`;
}
