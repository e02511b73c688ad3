// The referee's tablet: what waits for a person, rulings with their effect before they are sent, and the clock.

import { html, useState } from "../../shared/vendor/preact.js";
import { Link } from "./bus.js";
import { Clock } from "../../shared/js/clock.js";
import { age, number, round, t } from "../../shared/js/i18n.js";
import { Pairing } from "./pairing.js";
import { notices } from "../../shared/js/alerts.js";
import { stayAwake, start, Switches, useLink } from "../../shared/js/page.js";
import { Queue } from "./referee/queue.js";
import { whyNot } from "../../shared/js/refused.js";
import { Rulings } from "./referee/ruling.js";
import { Stick, Wind } from "../../shared/js/tile.js";
/** @import { Bodies, Snapshot } from "../../types/contract" */
/** @import { Wish } from "../../shared/js/forms.js" */
/** @import { Answer, Told } from "./bus.js" */

const MINUTE = 60_000;
const GRANTS = [-1, 1, 5];
const ANSWERS = 4;

/** @typedef {<Name extends keyof Bodies>(name: Name, body: Bodies[Name], ifRev?: number | null) => Promise<Answer | null>} Send */
/** A command that was sent; its `reply` is undefined while it is waited for, null where none came.
    @typedef {{ key: number, name: string, reply?: Answer | null }} Sent */

/** What a reply says to a person. @param {Answer | null} reply */
function replyText(reply) {
  if (!reply) return t("ui.no_answer");
  return reply.ok ? t("reply.ok") : whyNot(reply);
}

/** Sends commands and remembers what the table answered: `[send, answers]`. @param {Link} link @returns {[Send, Sent[]]} */
function useCommands(link) {
  const [answers, setAnswers] = useState(/** @type {Sent[]} */ ([]));
  /** @type {Send} */
  const send = async (name, body, ifRev = null) => {
    const key = Date.now() + Math.random();
    setAnswers((old) => [{ key, name, reply: undefined }, ...old].slice(0, ANSWERS));
    const reply = await link.command(name, body, ifRev);
    setAnswers((old) => old.map((each) => (each.key === key ? { ...each, reply } : each)));
    return reply;
  };
  return [send, answers];
}

/** @param {{ answers: Sent[] }} its */
function Answers({ answers }) {
  return html`<div class="answers" role="log" aria-label=${t("referee.answers")}>
    ${answers.map(({ key, name, reply }) => html`<p key=${key} class=${reply === undefined ? "" : reply?.ok ? "well" : "ill"} data-reply=${reply === undefined ? "waits" : reply?.code ?? "none"}>
      <b>${t(`command.${name}`)}</b> ${reply === undefined ? "…" : replyText(reply)}
    </p>`)}
  </div>`;
}

/** @param {{ link: Told, send: Send }} its */
function ClockKnobs({ link, send }) {
  const { clock } = link.state;
  if (!clock || clock.kind === "none") return html`<p class="quiet">${t("referee.no_clock")}</p>`;
  return html`<div class="clock-knobs" key=${`${clock.running} ${clock.bonus_ms}`}>
    <${Clock} link=${link} />
    <button class="knob" onClick=${() => send(clock.running ? "clock.pause" : "clock.start", {})}>${t(clock.running ? "referee.clock_stop" : "referee.clock_go")}</button>
    ${GRANTS.map((n) => html`<button class="knob" key=${n} onClick=${() => send("clock.add", { ms: n * MINUTE })}>${n > 0 ? "+" : "−"}${t("minutes", { n: Math.abs(n) })}</button>`)}
    ${clock.bonus_ms !== 0 && html`<span class="quiet">${t("referee.granted", { n: number(Math.round(clock.bonus_ms / MINUTE)) })}</span>`}
  </div>`;
}

/** Why the table waits is for everybody to read. @param {{ link: Told, send: Send }} its */
function Pausing({ link, send }) {
  const { state } = link;
  const [reason, setReason] = useState("");
  if (state.paused) {
    return html`<div class="pausing on" data-paused>
      <p><b>${t("ui.paused")}</b> ${state.paused.reason} <small>${t("ui.paused_for", { age: age(link.tableTime() - state.paused.since_ms) })}</small></p>
      <button class="knob main" onClick=${() => send("resume", {})}>${t("referee.resume")}</button>
    </div>`;
  }
  return html`<form class="pausing" onSubmit=${(event) => (event.preventDefault(), send("pause", { reason }))}>
    <input maxlength="200" placeholder=${t("referee.reason")} aria-label=${t("referee.reason")} value=${reason} onInput=${(event) => setReason(event.target.value)} />
    <button class="knob">${t("referee.pause")}</button>
  </form>`;
}

/** The four seats at a glance. @param {{ state: Snapshot }} its */
function Seats({ state }) {
  return html`<ul class="seats-now">
    ${state.seats.map((seat) => html`<li key=${`${seat.seat} ${state.phase} ${seat.score} ${seat.riichi} ${seat.confirmed}`} data-seat=${seat.seat} class=${state.turn === seat.seat ? "turn" : ""}>
      <${Wind} wind=${seat.wind} dealer=${state.dealer === seat.seat} /><span class="name">${seat.name}</span>
      ${seat.dead ? html`<i class="loss">${t("sanction.dead_hand")}</i>` : seat.riichi !== "no" && html`<${Stick} value=${1000} />`}
      ${state.phase === "confirm" && html`<i>${seat.confirmed === true ? "✓" : seat.confirmed === false ? "✕" : "…"}</i>`}
      <b>${number(seat.score)}</b>
    </li>`)}
  </ul>`;
}

/** @param {{ link: Link, redraw: () => void }} its */
function App({ link, redraw }) {
  useLink(link);
  const [send, answers] = useCommands(link);
  const [wish, setWish] = useState(/** @type {Wish | null} */ (null));
  const { state } = link;
  const head = html`<header>
    <a class="home" href="index.html"><img src="icon.svg" alt=${t("history.home")} /></a>
    <h1>${t("referee.title")}</h1>
    <p class="where">${state && html`<span key=${`${state.phase}${JSON.stringify(state.round)}`}><b>${state.round ? round(state.round) : ""}</b> ${state.round?.honba ? t("honba", { n: state.round.honba }) : ""} · ${t(`phase.${state.phase}`)}</span>`}</p>
    ${state?.sight !== "none" && html`<a class="knob" href="camera.html">${t("ui.camera")}</a>`}<a class="knob" href="history.html">${t("history.title")}</a>
    <${Switches} onChange=${redraw} />
  </header>`;
  if (!state) return html`<div class="desk">${head}<p class="warn" data-notice="link">${notices(link)[0]?.text ?? t("ui.waiting")}</p></div>`;
  return html`<div class=${`desk ${link.connected ? "" : "cut"}`} data-rev=${state.rev} data-phase=${state.phase}>
    ${head}
    <section class="left">
      <${Seats} state=${state} />
      <${Pausing} link=${link} send=${send} />
      <${ClockKnobs} link=${link} send=${send} />
      <${Queue} link=${link} send=${send} onRule=${setWish} />
      <${Answers} answers=${answers} />
      <${Pairing} account=${link.account} />
    </section>
    <${Rulings} key=${wish ? `${wish.seat}${wish.row}${wish.at}` : ""} state=${state} send=${send} wish=${wish} />
  </div>`;
}

void stayAwake();
start(App, { link: new Link(["state", "clock", "judged"]) });
