// What is drawn over a film: round, players, words and results, from whatever link brings them late enough.

import { html, useEffect, useState } from "../vendor/preact.js";
import { clockText } from "./clock.js";
import { number, round, signed, t } from "./i18n.js";
import { useLink } from "./page.js";
import { spoken, wordOf } from "./spoken.js";
import { Meld, Row, Stick, Tile, Wind } from "./tile.js";
import { mahjong, value } from "./worth.js";
/** @import { ClockView, CountedView, EventMessage, ResultView, SeatView, Snapshot, Status, WinView } from "../../types/contract" */
/** @import { Mahjong as Won } from "./worth.js" */

const query = new URLSearchParams(location.search);
const PLACES = ["bottom", "top", "left", "right"];
const asked = query.get("position") ?? "";
const PLACE = PLACES.includes(asked) ? asked : "bottom";
const SCALE = Math.min(3, Math.max(0.3, Number(query.get("scale")) || 1));
const WORD_MS = 2200;
const CARD_MS = 25_000;
// Viewers read five lines in the time that a card stands.
const YAKU = 5;

/** @typedef {{ seat: number, text: string }} Word */
/** What brings the table late enough.
    @typedef {{ state: Snapshot | null, clock: ClockView | null, status: Pick<Status, "online"> | null, onEvent(hear: (event: EventMessage) => void): () => void, subscribe(listener: () => void): () => void }} Late */

/** The last word that was said, for a moment: `{seat, text}`. @param {Late} link */
function useWord(link) {
  const [word, setWord] = useState(/** @type {Word | null} */ (null));
  useEffect(
    () =>
      link.onEvent((event) => {
        const code = spoken(event, link.state?.rules);
        if (!code) return;
        const said = { seat: event.data.seat, text: wordOf(code, link.state?.rules) };
        setWord(said);
        setTimeout(() => setWord((now) => (now === said ? null : now)), WORD_MS);
      }),
    [link],
  );
  return word;
}

/** Whether the card of a result still stands: as long as it is asked about, and a while after. @param {Snapshot | null} state */
function useCard(state) {
  const result = state?.result && (state.result.wins.length || state.result.deltas.some(Boolean)) ? state.result : null;
  const paid = result?.paid && state?.phase !== "confirm";
  const [gone, setGone] = useState(/** @type {string | null} */ (null));
  const key = state && paid ? `${state.game}/${state.hands_played}` : null;
  useEffect(() => {
    if (!key) return undefined;
    const timer = setTimeout(() => setGone(key), CARD_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return state && result && ["confirm", "idle", "collect", "finished"].includes(state.phase) && (!key || gone !== key) ? result : null;
}

/** @param {{ state: Snapshot, clock: ClockView | null }} its */
function Info({ state, clock }) {
  const time = clockText({ state: { clock: clock ?? state.clock } });
  return html`<section class="info">
    <p class="round" key=${`${state.phase} ${time?.text}`}>${state.round ? round(state.round) : t(`phase.${state.phase}`)}${time && time.kind !== "running" && html` <small>${time.text}</small>`}</p>
    ${state.round && state.rules === "riichi" && html`<p class="sticks" key=${`${state.round.honba} ${state.round.kyotaku}`}><${Stick} value=${100} /><b>${state.round.honba}</b><${Stick} value=${1000} /><b>${state.round.kyotaku}</b>${state.tiles_left !== null && html` <small>${t("left", { n: state.tiles_left })}</small>`}</p>`}
    ${state.dora.length > 0 && html`<p class="dora"><small>${t("ui.dora")}</small> <${Row} tiles=${state.dora} /></p>`}
  </section>`;
}

/** @param {{ state: Snapshot, seat: SeatView, delta?: number, word: Word | null }} its */
function Player({ state, seat, delta, word }) {
  const riichi = seat.riichi !== "no";
  return html`<section class=${`player ${state.turn === seat.seat ? "turn" : ""} ${riichi ? "riichi" : ""}`} data-seat=${seat.seat}>
    <p class="who"><${Wind} wind=${seat.wind} dealer=${state.dealer === seat.seat} /><span class="name">${seat.name}</span></p>
    <p class="points"><b>${number(seat.score)}</b>${delta ? html`<span class=${delta > 0 ? "gain" : "loss"}>${delta > 0 ? "▲" : "▼"}${signed(delta)}</span>` : ""}</p>
    <p class="tag">${seat.dead ? t("sanction.dead_hand") : riichi && html`<${Stick} value=${1000} /> ${t("ui.riichi")}`}</p>
    ${word && html`<span class="word" data-word>${word.text}</span>`}
  </section>`;
}

/** @param {{ state: Snapshot, seat: number, how: string }} its */
const Head = ({ state, seat, how }) => html`<p class="head"><b>${state.seats[seat].name}</b> <span>${how}</span></p>`;

/** @param {{ hand: WinView | CountedView }} its */
const Hand = ({ hand }) => html`<p class="hand"><${Row} tiles=${hand.tiles} /><${Tile} face=${hand.win_tile} kind="winning" />${hand.melds.map((meld, i) => html`<${Meld} key=${i} meld=${meld} seat=${hand.seat} />`)}</p>`;

/** @param {{ state: Snapshot, win: WinView }} its */
function Win({ state, win }) {
  const bonus = /** @type {const} */ (["dora", "red", "ura"]).filter((id) => win[id]).map((id) => [t(`ui.${id}`), win[id]]);
  const lines = [...win.yaku.map(([id, han]) => [t(`yaku.${id}`).split(" — ")[0], win.yakuman ? "" : han]), ...bonus];
  /** @param {number} seat */
  const name = (seat) => state.seats[seat].name;
  const how = win.seat === win.source ? [t("ui.tsumo")] : [t("ui.ron"), t("from", { name: name(win.source) })];
  if (win.responsible != null) how.push(t("ui.pao", { name: name(win.responsible) }));
  return html`<section class="win" data-winner=${win.seat}>
    <${Head} state=${state} seat=${win.seat} how=${how.join(" · ")} />
    <${Hand} hand=${win} />
    <ul>${lines.slice(0, YAKU).map(([name, han]) => html`<li key=${name}><span>${name}</span><b>${han}</b></li>`)}${lines.length > YAKU && html`<li><span>+ ${lines.length - YAKU}</span></li>`}</ul>
    <p class="worth"><span>${value(win)}</span><b>${win.points}</b></p>
  </section>`;
}

/** A mahjong of Chinese Classical: the winner's hand and what it is worth. @param {{ state: Snapshot, hand: Won }} its */
function Mahjong({ state, hand }) {
  const how = hand.source === hand.seat ? t("classical.from_wall") : t("from", { name: state.seats[hand.source].name });
  return html`<section class="win" data-winner=${hand.seat}>
    <${Head} state=${state} seat=${hand.seat} how=${`${t("classical.mahjong")} · ${how}`} />
    <${Hand} hand=${hand} />
    <p class="worth"><span>${hand.limit ? t(`limit_hand.${hand.limit}`) : ""}</span><b>${hand.value}</b></p>
  </section>`;
}

/** @param {{ state: Snapshot, result: ResultView }} its */
function Card({ state, result }) {
  if (result.wins.length) return html`<div class=${`card wins${result.wins.length}`} data-card="win">${result.wins.map((win) => html`<${Win} key=${win.seat} state=${state} win=${win} />`)}</div>`;
  const winner = mahjong(result.counted);
  if (winner) return html`<div class="card" data-card="win"><${Mahjong} state=${state} hand=${winner} /></div>`;
  /** @param {(seat: number) => unknown} has */
  const named = (has) => state.seats.filter(({ seat }) => has(seat)).map(({ name }) => name).join(", ");
  const tenpai = named((seat) => result.tenpai[seat]);
  const who = named((seat) => (result.reason === "nagashi" && result.deltas[seat] > 0) || result.offenders.includes(seat));
  return html`<div class="card" data-card="draw"><section class="win"><p class="head"><b>${t(`end.${result.reason}`)}</b> <span>${who}</span></p>${tenpai && html`<p>${t("ui.tenpai")}: ${tenpai}</p>`}</section></div>`;
}

/** @param {{ link: Late }} its */
export function Overlay({ link }) {
  useLink(link);
  const word = useWord(link);
  const { state } = link;
  const result = useCard(state);
  if (!state || link.status?.online === false) return html`<div class="nothing"></div>`;
  return html`<div class=${`overlay-stage at-${PLACE}`} style=${`--scale: ${SCALE}`} data-rev=${state.rev}>
    <div class="strip">
      <${Info} state=${state} clock=${link.clock} />
      ${state.seats.map((seat) => html`<${Player} key=${seat.seat} state=${state} seat=${seat} delta=${result?.deltas[seat.seat]} word=${word?.seat === seat.seat ? word : null} />`)}
    </div>
    ${result && html`<${Card} key=${JSON.stringify([result.reason, result.deltas])} state=${state} result=${result} />`}
  </div>`;
}
