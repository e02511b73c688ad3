// The display of one seat: score, place and differences, what the seat is asked, and what it may say.

import { html, useState } from "../../shared/vendor/preact.js";
import { ownSeat } from "../../shared/js/account.js";
import { Link, tells } from "./bus.js";
import { Clock, clockText } from "../../shared/js/clock.js";
import { number, round, signed, t } from "../../shared/js/i18n.js";
import { notices, pressing } from "../../shared/js/alerts.js";
import { start, stayAwake, Switches, useLink } from "../../shared/js/page.js";
import { changeable, EnterResult, scores } from "./scoring/scoring.js";
import { buttons, given, KEYS, label, MARKS, offered, press, said } from "./seat/buttons.js";
import { Delta, Place } from "./seat/score.js";
import { Settle, settles } from "./seat/settle.js";
import { belongs, howTo, SignIn, signs } from "./seat/sign_in.js";
import { Stick, Wind } from "../../shared/js/tile.js";
import { ended, inShort } from "../../shared/js/worth.js";
/** @import { SeatView, Snapshot } from "../../types/contract" */
/** @import { Answer, Told } from "./bus.js" */
/** @import { Settled } from "./seat/settle.js" */

// What changes its width or its height is another element (`key`), so that nothing that is seen moves.
const query = new URLSearchParams(location.search);
const asked = query.get("seat") ?? "";
/** That of this device where the address names none; null for a device of no seat: then only the choice is drawn. */
const SEAT = /** @type {number} */ (["0", "1", "2", "3"].includes(asked) ? Number(asked) : ownSeat());

/** Phases in which somebody may ask to take the last move back. */
const UNDONE = ["deal", "play", "show", "confirm"];

/** What this seat is to do now, or what the table does. @param {Told} link */
function now(link) {
  const { state } = link;
  const wanted = link.seat?.boot === state.boot ? link.seat.asked : null;
  if (state.paused) return t("ui.paused");
  if (state.phase === "confirm") return t(state.seats[SEAT].confirmed === null ? "ui.confirm_here" : state.seats[SEAT].confirmed ? "ui.confirmed" : "ui.disputed");
  if (wanted === "reveal") return t(state.result?.reason === "exhaustive" ? "ui.open_or_noten" : "ui.lay_open");
  if (wanted === "question") return t("ui.question");
  if (state.phase === "play" && state.turn === SEAT) return t("ui.your_turn");
  return state.phase === "finished" ? t("ui.game_over") : t(`phase.${state.phase}`);
}

/** @param {{ link: Told, seat: SeatView }} its */
function Tags({ link, seat }) {
  const { state } = link;
  const dealt = ["deal", "play", "show", "confirm"].includes(state.phase);
  return html`<span class="tags">
    <${Place} state=${state} seat=${seat} />
    ${dealt && seat.dead && html`<b class="loss">${t("sanction.dead_hand")}</b>`}
    ${dealt && seat.ready && html`<b>${t("classical.ready")}</b>`}
    ${dealt && seat.riichi !== "no" && html`<b><${Stick} value=${1000} /> ${t("ui.riichi")}</b>`}
    ${state.dealer === seat.seat && html`<b class="dealer-tag">${t("ui.dealer")}</b>`}
    ${signs(link)?.[SEAT].state === "signed" && html`<b class="sign-tag" data-sign="signed">✓ ${t("sign_in.signed")}</b>`}
  </span>`;
}

/** @param {{ link: Told, seat: SeatView }} its */
function Head({ link, seat }) {
  const { state } = link;
  const said = [state.seats.map(({ name, wind, score, riichi, dead }) => [name, wind, score, riichi, dead]), state.phase, state.round, state.result?.deltas, clockText(link)?.text.length];
  return html`<header key=${JSON.stringify(said)}>
    <${Wind} wind=${seat.wind} dealer=${state.dealer === seat.seat} />
    <h1>${seat.name}</h1>
    <${Tags} link=${link} seat=${seat} />
    <span class="when">${state.round && html`<span>${round(state.round)}</span>`}<${Clock} link=${link} /></span>
  </header>`;
}

/** The three others in play order with how far this seat is ahead of them. @param {{ state: Snapshot, seat: SeatView }} its */
function Differences({ state, seat }) {
  const ahead = [1, 2, 3].map((n) => seat.score - state.seats[(SEAT + n) % 4].score);
  const long = ahead.some((n) => Math.abs(n) >= 100_000);
  return html`<ul class=${`differences ${long ? "long" : ""}`}>
    ${ahead.map((n, i) => {
      const other = state.seats[(SEAT + 1 + i) % 4];
      return html`<li key=${i} data-ahead=${n}><${Wind} wind=${other.wind} dealer=${state.dealer === other.seat} /><b class=${n < 0 ? "loss" : "gain"}>${signed(n)}</b></li>`;
    })}
  </ul>`;
}

/** @param {{ state: Snapshot, seat: SeatView }} its */
function Points({ state, seat }) {
  const result = ["confirm", "idle", "finished"].includes(state.phase) ? state.result : null;
  return html`<div class="points" key=${`${state.seats.map(({ score }) => score)} ${result?.deltas}`}>
    <p><span class="own-score">${number(seat.score)}</span><small>${t("ui.unit")}</small></p>
    ${result?.deltas[SEAT] ? html`<p class="moves"><${Delta} state=${state} seat=${seat} /></p>` : html`<${Differences} state=${state} seat=${seat} />`}
  </div>`;
}

/** A silent raised hand (K-EVENT-10), the consent to take something back (K-ASSIST-04), and what the four settle
    themselves (K-PEN-08). @param {{ link: Told, send: (ask: () => Promise<Answer | null>) => void, onSettle: () => void }} its */
function People({ link, send, onSettle }) {
  const { state } = link;
  const called = state.calls?.some((call) => call.seat === SEAT);
  const undo = state.undo && !state.undo.agreed[SEAT] ? state.undo : null;
  const waits = state.settle && !state.settle.agreed[SEAT];
  /** @param {boolean} agree */
  const answer = (agree) => send(() => link.command("undo", { seat: SEAT, seq: undo?.seq, agree }));
  if (!KEYS) return null;
  return html`<div class="people">
    <button class="call-referee" data-call=${called ? "called" : "free"} disabled=${called || !link.connected} onClick=${() => send(() => link.command("referee.call", { seat: SEAT }))}>${t(called ? "ui.referee_is_called" : "ui.call_referee")}</button>
    ${!undo && settles(state) && html`<button data-settle=${waits ? "asked" : "open"} class=${waits ? "asked" : ""} onClick=${onSettle}>${t("ui.settle")}</button>`}
    ${UNDONE.includes(state.phase) && !state.undo && html`<button key=${`ask${settles(state)}${called}`} data-undo="ask" title=${t("ui.ask_undo")} aria-label=${t("ui.ask_undo")} disabled=${!link.connected} onClick=${() => send(() => link.command("undo", { seat: SEAT }, state.rev))}><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M9 5 4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3" /></svg></button>`}
    ${undo && html`<span>${t("ui.undo_asked", { n: undo.agreed.filter(Boolean).length })}</span>
      <button data-undo="yes" onClick=${() => answer(true)}>${t("ui.agree")}</button><button data-undo="no" onClick=${() => answer(false)}>${t("ui.refuse")}</button>`}
  </div>`;
}

/** The form of a score table over the whole display. @param {{ link: Told, onClose: () => void, onChombo: () => void }} its */
const Entering = ({ link, onClose, onChombo }) => html`<div class="entry-over" role="dialog" aria-label=${t("entry.title")}>
  <header><h2>${t("entry.title")}</h2>${link.state.phase === "play" && html`<a class="touch-key" data-photograph href=${`hand.html?seat=${SEAT}`}>${t("entry.photograph")}</a>`}<button type="button" class="touch-key" data-close-entry onClick=${onClose}>✕ ${t("sign_in.close")}</button></header>
  <${EnterResult} link=${link} seat=${SEAT} onDone=${onClose} onChombo=${onChombo} />
</div>`;

/** @param {{ state: Snapshot | null }} its */
const Choose = ({ state }) => html`<div class="choose"><h1>${t("ui.choose_seat")}</h1>
  ${[0, 1, 2, 3].map((seat) => html`<a class="key" key=${seat} href=${`seat.html?seat=${seat}`}>${state?.seats[seat].name || seat + 1}</a>`)}</div>`;

/** @param {{ link: Link, redraw: () => void }} its */
function App({ link, redraw }) {
  useLink(link);
  const [note, setNote] = useState(/** @type {{ text: string, ok?: boolean } | null} */ (null));
  const [signing, setSigning] = useState(false);
  const [settling, setSettling] = useState(false);
  const [entering, setEntering] = useState(/** @type {number | null} */ (null));
  if (SEAT === null) return html`<${Choose} state=${link.state} />`;
  if (!tells(link)) return html`<div class="choose" key="before"><h1 data-notice="link" key=${notices(link)[0]?.text}>${notices(link)[0]?.text}</h1></div>`;
  const { state } = link;
  const seat = state.seats[SEAT];
  /** @param {() => Promise<Answer | null>} ask */
  const send = async (ask) => {
    setNote({ text: "…" });
    const reply = await ask();
    setNote({ text: said(reply), ok: reply?.ok ?? false });
  };
  const mine = link.seat?.boot === state.boot ? link.seat.buttons : [];
  const turn = state.phase === "play" && state.turn === SEAT;
  const sign = signs(link)?.[SEAT];
  const waits = sign && sign.state !== "signed";
  const signable = KEYS && waits;
  const enterable = KEYS && scores(state) && !state.paused && (state.phase === "play" || changeable(state));
  const keys = buttons(state).length + (signable ? 1 : 0) + (enterable ? 1 : 0);
  return html`<div class=${`pad ${turn ? "turn" : ""} riichi-${seat.riichi}`} data-phase=${state.phase} data-rev=${state.rev}>
    <${Head} link=${link} seat=${seat} />
    <${Points} state=${state} seat=${seat} />
    <div class="notices" key=${`notices ${state.phase} ${state.result?.deltas}`} aria-live="polite">
      ${pressing(link).slice(0, 2).map((n) => html`<p class="warn" data-notice=${n.kind} key=${n.text}>${n.text}</p>`)}
      ${sign?.state === "wrong" && sign.person !== null && html`<p class="warn" data-sign="wrong">${belongs(sign, SEAT)}</p>`}
      ${waits && !KEYS && !signing && html`<p data-sign="open">${howTo(KEYS)}</p>`}
      <p class="now" key=${now(link)} data-asked=${link.seat?.asked}>${now(link)}</p>
      ${ended(state) && ["confirm", "idle"].includes(state.phase) && html`<p class="short" key=${inShort(state)}>${inShort(state)}</p>`}
    </div>
    <div class=${`keys n${keys}`} key=${`keys ${state.phase} ${state.result?.deltas}`}>
      ${signable && html`<button class="key sign" key="sign" disabled=${!link.connected} onClick=${() => setSigning(true)}>${seat.name}: ${t("sign_in.me")}</button>`}
      ${buttons(state).map((button) => (offered(button, state, seat) ? html`<button class=${`key ${button} ${mine.includes(button) ? "mine" : ""} ${given(button, state, seat) ? "given" : ""}`} key=${button} data-button=${button} aria-pressed=${given(button, state, seat) || null} disabled=${!link.connected} onClick=${() => send(() => press(link, SEAT, button))}>${given(button, state, seat) && MARKS[button]}${label(button, state, seat)}</button>` : html`<span key=${button}></span>`))}
      ${enterable && html`<button class="key enter-result" key="enter" data-enter-result disabled=${!link.connected} onClick=${() => setEntering(state.hands_played)}>${t(state.phase === "confirm" ? "entry.change" : "entry.title")}</button>`}
    </div>
    <footer><${People} link=${link} send=${send} onSettle=${() => setSettling(true)} /><p class=${`note ${note?.ok ? "ok" : ""}`} role="status">${note?.text}</p><${Switches} onChange=${redraw} /></footer>
    <${SignIn} link=${link} seat=${SEAT} open=${signing} keys=${KEYS} onOpen=${() => setSigning(true)} onClose=${() => setSigning(false)} />
    ${enterable && entering === state.hands_played && html`<${Entering} link=${link} onClose=${() => setEntering(null)} onChombo=${() => (setEntering(null), setSettling(true))} />`}
    <${Settle} state=${state} seat=${SEAT} open=${settling} onAsk=${(/** @type {Settled} */ body) => send(() => link.command("settle", { seat: SEAT, ...body }))} onClose=${() => setSettling(false)} />
  </div>`;
}

stayAwake();
start(App, { link: new Link(SEAT === null ? ["state"] : ["state", "assigned", `seat/${SEAT}`]) });
