// Words about the state of things: what is wrong, what is asked, what the players are to do now.

import { html } from "../../shared/vendor/preact.js";
import { age, asked, has, putRight, round, t } from "../../shared/js/i18n.js";
import { pressing } from "../../shared/js/alerts.js";
import { Proofs } from "../../shared/js/proof.js";
import { Row } from "../../shared/js/tile.js";
import { Answers } from "../../shared/js/question.js";
import { peopleBuild } from "./host/can.js";
import { sides } from "./layout.js";
import { toBegin } from "./machine.js";
import { KEYS } from "./seat/buttons.js";
import { scores } from "./scoring/scoring.js";
import { waysAsked, WaysHere } from "./way_out.js";
/** @import { FindingView, Pause, Question as Asked, Snapshot, UndoRequest } from "../../types/contract" */
/** @import { Told } from "./bus.js" */

const AT_MOST = 2;

/** @param {{ kind: string, mark: string, children: unknown, tiles?: string[], acts?: unknown }} its */
function Notice({ kind, mark, children, tiles = [], acts = null, ...more }) {
  return html`<div class=${`notice about-${kind}`} data-notice=${kind} ...${more}>
    <b>${mark}</b><span>${children}</span>${tiles.length > 0 && html`<${Row} tiles=${tiles} />`}${acts}
  </div>`;
}

/** @param {Snapshot} state @param {number | null} seat */
const who = (state, seat) => (seat === null ? "" : `${state.seats[seat].name}: `);

/** Where four read the screen it is answered at it, by whoever it stands towards. @param {Asked} question @param {Told} link */
export const answerable = (question, link) => sides() === 4 && KEYS && link.account !== null && question.candidates.length > 0 && !putRight(question);

/** @param {{ question: Asked, state: Snapshot, link: Told }} its */
export function Question({ question, state, link }) {
  const why = question.faults.filter((fault) => has(`fault.${fault}`)).map((fault) => t(`fault.${fault}`));
  const here = answerable(question, link);
  const what = putRight(question) || here ? asked(question) : `${asked(question)} ${t("ui.answer_camera")}`;
  const text = `${why.length ? why.slice(0, 2).join(" ") : what}${question.assumed ? ` ${t("ui.assumed")}` : ""}`;
  /** @param {string | null} tile */
  const answer = (tile) => void link.command("answer", { question: question.id, tile });
  const acts = here && html`<div class="answering"><${Answers} question=${question} onChoose=${answer} /></div>`;
  return html`<${Notice} kind="question" mark="?" tiles=${here ? [] : question.candidates.slice(0, 5)} acts=${acts}>${who(state, question.seat)}${text}<${Proofs} of=${question} link=${link} /><//>`;
}

/** A broken rule as the judge found it: who, what, the clause, and what follows.
    @param {{ finding: FindingView, state: Snapshot, link: Told }} its */
function Finding({ finding, state, link }) {
  const follows = finding.waived ? t(`waived.${finding.waived}`) : finding.sanction && t(`sanction.${finding.sanction}`);
  return html`<${Notice} kind="finding" mark="!" data-finding=${finding.kind}>
    ${who(state, finding.seat)}${t(`finding.${finding.kind}`)} (${finding.clause})${follows && html` → <strong>${follows}</strong>`}<${Proofs} of=${finding} link=${link} />
  <//>`;
}

/** All four say at the table's own screen what becomes of a request to undo; who agrees there agrees to this move and to
    no other. @param {{ link: Told, undo: UndoRequest }} its */
function Undoing({ link, undo }) {
  /** @param {boolean} agree */
  const answer = async (agree) => {
    for (const { seat } of link.state.seats) {
      if (link.state.undo?.seq !== undo.seq) return;
      if (!agree || !undo.agreed[seat]) await link.command("undo", { seat, seq: undo.seq, agree });
    }
  };
  return html`<div class="undoing"><button type="button" data-undo="all" disabled=${!link.connected} onClick=${() => answer(true)}>${t("ui.all_undo")}</button><button type="button" data-undo="no" disabled=${!link.connected} onClick=${() => answer(false)}>${t("ui.refuse")}</button></div>`;
}

/** Calls for a referee, a disputed result, requests of the players: between people, not faults.
    @param {{ link: Told }} its */
function People({ link }) {
  const { state } = link;
  const disputed = state.phase === "confirm" ? state.seats.filter((seat) => seat.confirmed === false) : [];
  /** @param {number | null} seat */
  const name = (seat) => (seat === null ? t("ui.somebody") : state.seats[seat].name);
  return html`
    ${state.calls?.map((call) => html`<${Notice} key=${call.id} kind="call" mark=${call.answered ? "✓" : "!"}>${t(call.answered ? "ui.referee_comes" : "ui.referee_called", { name: name(call.seat) })}<//>`)}
    ${disputed.length > 0 && html`<${Notice} kind="dispute" mark="✕">${t("ui.in_dispute", { names: disputed.map((seat) => seat.name).join(", ") })}<//>`}
    ${state.undo && html`<${Notice} kind="undo" mark="?" acts=${link.account && sides() === 1 && html`<${Undoing} link=${link} undo=${state.undo} />`}>${t("ui.undo_asked", { n: state.undo.agreed.filter(Boolean).length })}<//>`}
    ${state.settle && html`<${Notice} kind="undo" mark="§" data-settle=${state.settle.row}>${t("ui.settle_asked", { name: name(state.settle.seat), what: t(`sanction.${state.settle.sanction}`), n: state.settle.agreed.filter(Boolean).length })}<//>`}`;
}

/** The players sit before the hand that comes: who deals it, and START. @param {Snapshot} state */
function starts(state) {
  const { next, seats, result } = state;
  const deals = next && t("ui.deals_next", { round: round(next), name: seats[next.dealer].name });
  const begins = t((peopleBuild(state) && toBegin(state)) || "ui.press_start");
  const drawn = state.drawn && state.hands_played === 0 && t("ui.seats_drawn");
  return [drawn, deals, result && !scores(state) && begins].filter(Boolean).join(" · ");
}

/** A result waits for the seats, or for silence. @param {number | null} at @param {Told} link */
const confirmation = (at, link) =>
  at === null ? t("ui.please_confirm") : t("ui.counts_in", { n: Math.max(0, Math.ceil((at - link.tableTime()) / 1000)) });

/** What the players are asked to do now, in calm words; null when nothing. @param {Snapshot} state @param {Told} link */
export function prompt(state, link) {
  const { phase, result, seats, dealer, rules } = state;
  if (phase === "show" && rules === "classical") return t("classical.lay_open");
  if (phase === "show") return t(result?.reason === "exhaustive" ? "ui.open_or_noten" : "ui.lay_open");
  if (phase === "deal") return t("ui.draws_first", { wind: dealer === null ? t("wind_name.E") : t(`wind_name.${seats[dealer].wind}`) });
  if (phase === "confirm") return confirmation(result?.counts_at_ms ?? null, link);
  return phase === "idle" ? starts(state) : null;
}

/** How much there is to say beside the hand itself. @param {Told} link */
export function said(link) {
  const { questions, findings, calls, undo, settle, seats } = link.state;
  return [pressing(link), questions, findings, calls ?? [], seats.filter((seat) => seat.confirmed === false)].map((each) => each.length).concat(Number(undo !== null), Number(settle !== null), Number(waysAsked(link)));
}

/** `but`: a question that is shown elsewhere. @param {{ link: Told, but?: Asked | null }} its */
export function Notices({ link, but = null }) {
  const { state } = link;
  const atMost = sides() === 4 ? 1 : AT_MOST;
  return html`<div class="notices" aria-live="polite">
    ${pressing(link).map((n) => html`<${Notice} key=${n.text} kind=${n.kind} mark="!">${n.text}${n.page && html` <a href=${n.page.href}>${t(n.page.name)}</a>`}<//>`)}
    <${People} link=${link} />
    ${state.questions.filter((q) => q !== but).slice(0, atMost).map((q) => html`<${Question} key=${q.id} question=${q} state=${state} link=${link} />`)}
    ${waysAsked(link) && html`<${WaysHere} link=${link} />`}
    ${state.findings.slice(0, AT_MOST).map((f) => html`<${Finding} key=${`${f.kind}${f.seat}`} finding=${f} state=${state} link=${link} />`)}
  </div>`;
}

/** Somebody stopped the table: nothing on the mat counts until it goes on. @param {{ paused: Pause, link: Told }} its */
export function Paused({ paused, link }) {
  return html`<div class="paused" role="status" data-paused=${paused.by}>
    <h1><i></i>${t("ui.paused")}</h1>
    ${paused.reason && html`<p>${paused.reason}</p>`}
    <p class="since">${t("ui.paused_for", { age: age(link.tableTime() - paused.since_ms) })}</p>
  </div>`;
}
