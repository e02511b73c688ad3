// The hands of a table without electronics, entered on any telephone of its players (K-ASSIST):
// `?tournament=&round=&table=`.

import { Entry } from "../../shared/js/entry/entry.js";
import { number, round, signed, t } from "../../shared/js/i18n.js";
import { start, Switches, useLink } from "../../shared/js/page.js";
import { useReply } from "../../shared/js/reply.js";
import { Stick, Wind } from "../../shared/js/tile.js";
import { html, useEffect, useState } from "../../shared/vendor/preact.js";
import { ask, everySeq, Live, submitKey, useAnswer } from "./club.js";
import { now } from "./hub_time.js";
import { useKeptHands } from "./kept_hands.js";
import { SignIn, Signed, useSignedIn } from "./sign_in.js";
import { ClockFace, ClockWords } from "./wall/clock.js";
import { useSeen } from "./wall/live.js";
/** @import { Asked } from "../../shared/js/forms.js" */
/** @import { Keeping, Result, WallClock } from "../../types/club" */
/** @import { Names, Refused } from "./club.js" */

/** @type {("E" | "S" | "W" | "N")[]} */
const WINDS = ["E", "S", "W", "N"];
const SEATS = [0, 1, 2, 3];

/** @typedef {`tournaments/${number}/rounds/${number}/tables/${number}/assistant`} Path */
/** @typedef {{ path: Path, table: Keeping, names: string[], look: () => void, connected: boolean }} Its */
/** Hands that this telephone keeps, and what is done with them. @typedef {ReturnType<typeof useKeptHands>} Kept */

const asked = new URLSearchParams(location.search);
/** @param {string} name */
const numberOf = (name) => Number(asked.get(name)) || 0;
const tournament = numberOf("tournament");
/** @type {Path} */
const PATH = `tournaments/${tournament}/rounds/${numberOf("round")}/tables/${numberOf("table")}/assistant`;

/** @param {Keeping} table @param {number} seat */
const windOf = ({ dealer }, seat) => WINDS[(seat - dealer + 4) % 4];

/** Which hand it is. @param {{ wind: number, number: number, honba: number }} hand */
const titleOf = (hand) => `${round({ wind: WINDS[hand.wind], number: hand.number })}${hand.honba ? ` · ${t("honba", { n: hand.honba })}` : ""}`;

/** Who has how many points, from the dealer on. @param {Its} its */
const Scores = ({ table, names }) => html`<ol class="four" data-scores>${SEATS.map((seat) => html`<li key=${seat} data-seat=${seat}>
  <${Wind} wind=${windOf(table, seat)} dealer=${seat === table.dealer} /><span>${names[seat]}</span><b>${number(table.scores[seat])}</b></li>`)}</ol>`;

/** What a result would move; null while it is not known. @param {Its} its @param {Result | null} result */
function usePreview({ path, table, connected }, result) {
  const asking = result && (() => ask(`${path}/preview`, { hand: table.hand, result }));
  return useReply(JSON.stringify([result, table.hand, table.scores, connected]), asking);
}

/** What each of the four gets or pays. @param {{ deltas: number[], names: string[] }} its */
const Pays = ({ deltas, names }) => html`<ul class="four" data-pays>${deltas.map((points, seat) => html`<li key=${seat} data-delta=${points}>
  <span>${names[seat]}</span><b class=${points > 0 ? "gain" : points < 0 ? "loss" : ""}>${points ? signed(points) : number(0)}</b></li>`)}</ul>`;

/** What the form says so far. @param {Asked | null} found @returns {Result | null} */
const resultOf = (found) => (found && "event" in found ? /** @type {Result} */ (/** @type {unknown} */ (found.event)) : null);

/** While the hub cannot be reached. @param {{ result: Result | null, onKeep: (result: Result) => void }} its */
const KeepHere = ({ result, onKeep }) => html`<p class="quiet">${t("assistant.lost")}</p>
  <button type="button" class="knob main send" data-keep disabled=${!result} onClick=${() => result && onKeep(result)}>${t("assistant.keep")}</button>`;

/** The hand in play, and what it moves, which the whole table sees before it is recorded (K-ASSIST-04); the first of
    the kept ones stands there as it was kept. @param {Its & { kept: Kept, onKeep: (result: Result) => void }} its */
function Playing(its) {
  const { path, table, names, look, connected, kept, onKeep } = its;
  const before = kept.results[0] ?? null;
  const [result, setResult] = useState(/** @type {Result | null} */ (null));
  const [refused, setRefused] = useState(/** @type {Refused | null} */ (null));
  const [sending, setSending] = useState(false);
  const preview = usePreview(its, result);
  const seats = names.map((name, seat) => ({ seat, name, wind: windOf(table, seat), riichi: /** @type {const} */ ("no") }));
  const enter = async () => {
    if (!result) return;
    setSending(true);
    const answer = await submitKey(`${path}/enter`, { hand: table.hand, result });
    setSending(false);
    setRefused(answer.ok ? null : answer.body);
    look();
  };
  /** @param {Asked | null} found */
  const take = (found) => (setResult(resultOf(found)), setRefused(null));
  /** @param {object} win */
  const worth = (win) => ask(`${path}/value`, { win }).then(({ ok, body }) => (ok ? body : null));
  const shown = preview?.ok ? preview.body : null;
  const why = refused ?? (preview && !preview.ok ? preview.body : null);
  const lost = !connected || why?.code === "no_link";
  const agree = html`<button type="button" class="knob main send" data-enter disabled=${!shown || sending} onClick=${enter}>${t("entry.all_agree")}</button>`;
  return html`<${Entry} state=${{ seats, dealer: table.dealer, enterable: table.enterable }} before=${before} value=${worth} onAsk=${take}>
    <div class="entry-foot show">
      ${why ? html`<p class="warn" role="alert">${why.message}</p>` : shown ? html`<${Pays} deltas=${shown.deltas} names=${names} />` : html`<p class="quiet">${result ? "…" : t("entry.steps")}</p>`}
      ${shown && html`<p class="quiet">${t("assistant.show")}</p>`}
      ${lost ? html`<${KeepHere} result=${result} onKeep=${onKeep} />` : agree}
      ${before && html`<button type="button" class="knob send" data-drop onClick=${() => kept.put(kept.results.slice(1))}>${t("assistant.drop")}</button>`}
    </div>
  <//>`;
}

/** The hands that follow those kept here. Who deals them is not known without the hub.
    @param {Its & { kept: Kept, onGive: () => void }} its */
function Noting({ table, names, connected, kept, onGive }) {
  const [result, setResult] = useState(/** @type {Result | null} */ (null));
  const seats = names.map((name, seat) => ({ seat, name, riichi: /** @type {const} */ ("no") }));
  const known = kept.results.length;
  return html`<p class="warn" role="status" data-kept=${known}>${t("assistant.kept", { n: known })}</p>
    ${connected && html`<button type="button" class="knob main send" data-give onClick=${onGive}>${t("assistant.give")}</button>`}
    <${Entry} key=${known} state=${{ seats, enterable: table.enterable }} onAsk=${(/** @type {Asked | null} */ found) => setResult(resultOf(found))}>
      <div class="entry-foot show"><${KeepHere} result=${result} onKeep=${(/** @type {Result} */ one) => kept.put([...kept.results, one])} /></div>
    <//>`;
}

/** Where the time is over and no other hand follows. @param {Its} its */
function End({ path, table, look }) {
  const [note, setNote] = useState("");
  const end = async () => {
    if (!confirm(t("assistant.sure"))) return;
    const answer = await submitKey(`${path}/end`, { hands: table.hand });
    setNote(answer.ok ? "" : answer.body.message);
    look();
  };
  return html`<p><button type="button" class="knob" data-end onClick=${end}>${t("assistant.end")}</button></p>
    ${note && html`<p class="warn" role="alert">${note}</p>`}`;
}

/** Every recorded hand, the last one first (K-ASSIST-06). @param {Its} its */
const Played = ({ table, names }) => table.hands.length > 0 && html`<section><h2>${t("club.hands")}</h2>
  <ol class="list" reversed data-hands>${[...table.hands].reverse().map((hand) => html`<li class="card" key=${hand.hand} data-hand=${hand.hand}>
    <h3>${titleOf(hand)} · ${t(`end.${hand.reason}`)}${hand.corrected ? ` · ${t("desk.corrected")}` : ""}</h3>
    <${Pays} deltas=${hand.deltas} names=${names} /></li>`)}</ol>
  <p class="quiet">${t("assistant.wrong")}</p></section>`;

/** @param {Its} its */
const Title = ({ table }) => html`<h2>${titleOf(table)} ${table.sticks > 0 && html`<span class="lying"><${Stick} value=${1000} /> ${number(table.sticks)}</span>`}</h2>`;

/** @param {Its} its */
function Table(its) {
  const { path, table } = its;
  const kept = useKeptHands(path, table.hand);
  const [giving, setGiving] = useState(false);
  const state = table.stopped ? "stopped" : table.recorded ? "over" : table.over ? "ended" : "playing";
  const noting = state === "playing" && kept.results.length > 0 && !giving;
  /** @param {Result} one */
  const keep = (one) => (kept.put([one, ...kept.results.slice(1)]), setGiving(false));
  return html`<section data-state=${state} data-playing=${table.hand}>
    ${!table.over && !noting && html`<${Title} ...${its} />`}
    <${Scores} ...${its} />
    ${state === "over" && html`<p class="done" role="status">${t("assistant.over")}</p>`}
    ${state === "stopped" && html`<p class="warn" role="status">${t("assistant.stopped")}</p>`}
    ${noting && html`<${Noting} ...${its} kept=${kept} onGive=${() => setGiving(true)} />`}
    ${state === "playing" && !noting && html`<p class="quiet">${t("assistant.say")}</p><${Playing} key=${`${table.hand}/${kept.results.length}`} ...${its} kept=${kept} onKeep=${keep} />`}
    ${!table.stopped && !table.recorded && !kept.results.length && (table.may_end || table.over) && html`<${End} ...${its} />`}
  </section><${Played} ...${its} />`;
}

/** The table as the hub has it now: after each entry of the log, and at once after one of one's own.
    @param {string} seq @returns {{ table: Keeping | null, error: string | null, look: () => void }} */
function useTable(seq) {
  const { data, error } = useAnswer(PATH, seq);
  const [own, setOwn] = useState(/** @type {Keeping | null} */ (null));
  useEffect(() => setOwn(null), [data]);
  const look = () => void ask(PATH).then((answer) => answer.ok && setOwn(answer.body));
  return { table: own ?? data, error, look };
}

/** Whether main and extra time of a table have run out. @param {WallClock} clock @param {number} table */
const timedOut = ({ ends_ms, granted }, table) => ends_ms !== null && now() >= ends_ms + (granted[table] ?? 0);

/** @param {{ link: Live }} its */
function Keep({ link }) {
  const clock = link.parts[`clock/${tournament}`];
  const out = useSeen(() => (clock && timedOut(clock, numberOf("table")) ? 1 : 0));
  const seq = `${everySeq(link.parts[`tournament/${tournament}`])}/${out}`;
  const { table, error, look } = useTable(seq);
  /** @type {Names} */
  const names = useAnswer(`tournaments/${tournament}/people`, seq).data ?? {};
  if (!table) return error ? html`<p class="warn" role="alert">${error}</p>` : html`<p class="quiet">…</p>`;
  const people = table.players.map((person) => names[person] ?? `#${person}`);
  return html`${clock && clock.round === table.round && html`<p class="time"><${ClockFace} clock=${clock} ended=${false} /> <${ClockWords} clock=${clock} ended=${false} /></p>`}
    ${error && html`<p class="warn" role="alert">${error}</p>`}
    <${Table} path=${PATH} table=${table} names=${people} look=${look} connected=${link.connected} />`;
}

/** @param {{ link: Live, redraw: () => void }} its */
function App({ link, redraw }) {
  useLink(link);
  const signed = useSignedIn();
  return html`<div class="club keep">
    <header><a class="home" href="me.html"><img src="shared/icon.svg" alt=${t("club.mine")} /></a><h1>${t("club.table", { n: numberOf("table") })}</h1><${Switches} onChange=${redraw} /></header>
    ${!link.connected && html`<p class="warn" role="status">${t("club.no_server")}</p>`}
    ${signed.who?.login ? html`<${Keep} link=${link} /><${Signed} signed=${signed} />` : html`<${SignIn} signed=${signed} />`}
  </div>`;
}

start(App, { link: new Live() });
