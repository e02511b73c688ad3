// The table screen: four sides, each player reads the own one; the middle belongs to the phase.

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { Link } from "./bus.js";
import { Centre } from "./centre.js";
import { asked, has, number, putRight, signed, t } from "./i18n.js";
import { notices, Pictures, start, Switches, useLink } from "./page.js";
import { Machine } from "./machine.js";
import { Result, Standings } from "./result.js";
import { Flower, Meld, Row, Stick, Tile, Wind } from "./tile.js";

const SOUTH = Number(new URLSearchParams(location.search).get("south") ?? 0) % 4;
const WORD_MS = 1500;
const ROW = 6;
const MACHINE = ["collect", "shuffle", "raise", "dice"];

/** Where a seat sits on the screen: 0 bottom, 1 right, 2 top, 3 left. */
const side = (seat) => (seat - SOUTH + 4) % 4;

/** The word that an event says aloud, or null; each game has its own. */
function spoken({ type, data }, classical) {
  const meld = data.meld?.type ?? data.meld_type;
  if (type === "called" && meld) return meld === "chi" || meld === "pon" ? meld : "kan";
  if (type === "kan_declared") return "kan";
  if (type === "riichi_declared") return "riichi";
  if (type === "ready_declared") return "ready";
  if (type === "win_declared" && classical) return "mahjong";
  if (type === "win_declared") return data.seat === data.source ? "tsumo" : "ron";
  return null;
}

/** The last spoken word per seat, each for a moment. */
function useWords(link) {
  const [words, setWords] = useState({});
  useEffect(
    () =>
      link.onEvent((event) => {
        const word = spoken(event, link.state?.rules === "classical");
        if (!word) return;
        const entry = { word, seq: event.seq };
        setWords((old) => ({ ...old, [event.data.seat]: entry }));
        setTimeout(() => setWords((old) => (old[event.data.seat] === entry ? { ...old, [event.data.seat]: null } : old)), WORD_MS);
      }),
    [link],
  );
  return words;
}

function Delta({ value }) {
  if (!value) return null;
  return html`<span class=${`delta ${value > 0 ? "gain" : "loss"}`}><i>${value > 0 ? "▲" : "▼"}</i>${signed(value)}</span>`;
}

/** What a seat says about the result: confirmed, disputed, still asked; at a draw tenpai or noten. */
function Answer({ state, seat }) {
  if (state.phase === "confirm") {
    const given = seat.confirmed;
    const [mark, key] = given === true ? ["✓", "confirmed"] : given === false ? ["✕", "disputed"] : ["…", "asked"];
    return html`<span class=${`answer ${key}`} data-answer=${key}><b>${mark}</b> ${t(`ui.${key}`)}</span>`;
  }
  if (state.phase === "show" && state.result?.tenpai[seat.seat]) return html`<span class="answer">${t("ui.tenpai")}</span>`;
  return null;
}

function Seat({ state, seat }) {
  const dealer = state.dealer === seat.seat;
  const turn = state.phase === "play" && state.turn === seat.seat;
  // Between two hands the machine works, and the state still holds the hand that was paid.
  const over = MACHINE.includes(state.phase);
  const riichi = over ? "no" : seat.riichi;
  const ready = !over && seat.ready;
  const shows = ["confirm", "idle", "finished"].includes(state.phase) && state.result;
  const cls = `seat side${side(seat.seat)} ${dealer ? "is-dealer" : ""} ${turn ? "is-turn" : ""} riichi-${riichi} ${ready ? "is-ready" : ""} phase-${state.phase}`;
  return html`<section class=${cls} data-seat=${seat.seat}>
    <${Wind} wind=${seat.wind} dealer=${dealer} />
    <div class="who">
      <span class="name">${seat.name}</span>
      ${seat.dead
        ? html`<span class="tag dead-tag">${t("sanction.dead_hand")}</span>`
        : ready
        ? html`<span class="tag ready-tag">${t("classical.ready")}</span>`
        : riichi !== "no"
        ? html`<span class="tag riichi-tag"><${Stick} value=${1000} />${t("ui.riichi")}</span>`
        : dealer && html`<span class="tag dealer-tag">${t("ui.dealer")}</span>`}
    </div>
    <span class="score">${number(seat.score)}</span>
    <div class="side-note">
      ${shows && html`<${Delta} value=${state.result.deltas[seat.seat]} />`}
      <${Answer} state=${state} seat=${seat} />
    </div>
  </section>`;
}

function Pond({ tiles, last }) {
  const lying = tiles.filter((tile) => !tile.called);
  const rows = [lying.slice(0, ROW), lying.slice(ROW, 2 * ROW), lying.slice(2 * ROW)];
  return html`<div class="pond">
    ${rows.map(
      (row, i) => html`<div class="pond-row" key=${i}>
        ${row.map((tile, j) => {
          const newest = last && i * ROW + j === lying.length - 1;
          return html`<${Tile} key=${`${i}${j}${tile.tile}`} face=${tile.tile} sideways=${tile.sideways} kind=${newest ? "newest" : ""} />`;
        })}
      </div>`,
    )}
  </div>`;
}

function Field({ state, seat, word, last }) {
  return html`<div class=${`field side${side(seat.seat)}`} data-field=${seat.seat}>
    ${seat.riichi === "paid" && html`<div class="laid-stick"><${Stick} value=${1000} /></div>`}
    <${Pond} tiles=${seat.pond} last=${last} />
    <div class="melds">${seat.flowers.length > 0 && html`<span class="row flowers">${seat.flowers.map((face) => html`<${Flower} key=${face} face=${face} />`)}</span>`}${seat.melds.map((meld, i) => html`<${Meld} key=${i} meld=${meld} seat=${seat.seat} />`)}</div>
    ${word && html`<div class="word" key=${word.seq} data-word=${word.word}>${t(state.rules === "classical" ? `classical_call.${word.word}` : `call.${word.word}`)}</div>`}
  </div>`;
}

/** The seat whose pond grew last while this screen watched, as long as the tile lies there; else null. */
function useNewest(state) {
  const seen = useRef({ ponds: null, newest: null });
  const ponds = state?.seats.map((seat) => seat.pond.length) ?? null;
  const memory = seen.current;
  if (ponds && memory.ponds) {
    const grown = ponds.findIndex((n, seat) => n === memory.ponds[seat] + 1);
    if (grown >= 0) memory.newest = grown;
    else if (ponds.some((n, seat) => n < memory.ponds[seat])) memory.newest = null;
  }
  memory.ponds = ponds;
  const { newest } = memory;
  return newest !== null && state?.seats[newest].pond.at(-1)?.called === false ? newest : null;
}

function Mat({ state, words, newest }) {
  return html`<div class="mat">
    <${Centre} state=${state} />
    ${state.seats.map((seat) => html`<${Field} key=${seat.seat} state=${state} seat=${seat} word=${words[seat.seat]} last=${newest === seat.seat} />`)}
  </div>`;
}

function Middle({ state, words, newest }) {
  const { phase, result } = state;
  if (phase === "finished" && state.standings.length) return html`<${Standings} state=${state} side=${side} />`;
  if (MACHINE.includes(phase)) return html`<${Machine} state=${state} />`;
  if (result && (phase === "confirm" || phase === "idle" || phase === "finished")) return html`<${Result} state=${state} side=${side} />`;
  if (phase === "idle") return html`<${Machine} state=${state} />`;
  return html`<${Mat} state=${state} words=${words} newest=${newest} />`;
}

function Question({ question, state }) {
  const who = question.seat === null ? "" : `${state.seats[question.seat].name}: `;
  const why = question.faults.filter((fault) => has(`fault.${fault}`)).map((fault) => t(`fault.${fault}`));
  const what = putRight(question) ? asked(question) : `${asked(question)} ${t("ui.answer_camera")}`;
  const text = `${why.length ? why.slice(0, 2).join(" ") : what}${question.assumed ? ` ${t("ui.assumed")}` : ""}`;
  return html`<div class="notice ask" data-notice="question">
    <b>?</b><span>${who}${text}<${Pictures} of=${question} /></span>
    ${question.candidates.length > 0 && html`<${Row} tiles=${question.candidates.slice(0, 5)} />`}
  </div>`;
}

/** A broken rule as the judge found it: who, what, the clause, and what follows. */
function Finding({ finding, state }) {
  const who = finding.seat === null ? "" : `${state.seats[finding.seat].name}: `;
  const follows = finding.waived ? t(`waived.${finding.waived}`) : finding.sanction && t(`sanction.${finding.sanction}`);
  return html`<div class="notice found" data-notice="finding" data-finding=${finding.kind}>
    <b>!</b><span>${who}${t(`finding.${finding.kind}`)} (${finding.clause})${follows && html` → <strong>${follows}</strong>`}<${Pictures} of=${finding} /></span>
  </div>`;
}

/** What the players are asked to do now, in calm words; null when nothing. */
function prompt({ phase, result, seats, dealer, rules }) {
  if (phase === "show" && rules === "classical") return t("classical.lay_open");
  if (phase === "show") return t(result?.reason === "exhaustive" ? "ui.open_or_noten" : "ui.lay_open");
  if (phase === "deal") return t("ui.draws_first", { wind: dealer === null ? t("wind_name.E") : t(`wind_name.${seats[dealer].wind}`) });
  return null;
}

function Notices({ link }) {
  const { state } = link;
  const hint = state && prompt(state);
  return html`<div class="notices" aria-live="polite">
    ${notices(link).map((n) => html`<div class=${`notice about-${n.kind}`} data-notice=${n.kind} key=${n.text}><b>!</b><span>${n.text}</span></div>`)}
    ${state?.questions.slice(0, 2).map((q) => html`<${Question} key=${q.id} question=${q} state=${state} />`)}
    ${state?.findings.slice(0, 2).map((f) => html`<${Finding} key=${`${f.kind}${f.seat}`} finding=${f} state=${state} />`)}
    ${hint && html`<div class="notice hint" data-notice="hint"><span>${hint}</span></div>`}
  </div>`;
}

function Pulse({ link }) {
  const well = !link.trouble();
  return html`<div class=${`pulse ${well ? "well" : "ill"}`} data-link=${well ? "up" : "down"}><i></i>${well ? t("ui.live") : ""}</div>`;
}

function App({ link, redraw }) {
  useLink(link);
  const words = useWords(link);
  const { state } = link;
  const newest = useNewest(state);
  if (!state) {
    return html`<div class="blank"><img src="icon.svg" alt="" /><p data-notice="link">${notices(link)[0]?.text ?? t("ui.waiting")}</p></div>`;
  }
  const stale = link.trouble() !== null;
  const told = notices(link).length + state.questions.length + state.findings.length > 0 || prompt(state);
  return html`<div class=${`stage ${stale ? "stale" : ""} ${told ? "told" : ""}`} data-phase=${state.phase} data-rev=${state.rev}>
    ${state.seats.map((seat) => html`<${Seat} key=${seat.seat} state=${state} seat=${seat} />`)}
    <div class="middle"><${Middle} state=${state} words=${words} newest=${newest} /></div>
    <${Notices} link=${link} />
    <div class="corner"><${Pulse} link=${link} /><${Switches} onChange=${redraw} /></div>
  </div>`;
}

start(App, { link: new Link(["state", "event"]) });
