// A finished hand move by move: the board, the words of the moment, the card at the end, and the controls.

import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { Board } from "./board.js";
import { round, t } from "./i18n.js";
import { movesOf, saying } from "./moves.js";
import { Switches } from "./page.js";
import { Result } from "./result.js";
import { Tile } from "./tile.js";
/** @import { Ukeire } from "../../types/table" */
/** @import { Hand, Move } from "./moves.js" */

const SPEEDS = [0.5, 1, 2, 4];
const MOVE_MS = 1100;
const SWIPE_PX = 40;

/** @typedef {{ game: string, hand: number, move: number }} Place */
/** What a request gives: the hand, or why there is none. @typedef {{ data?: Hand, error?: string }} Found */
/** @typedef {"first" | "back" | "next" | "last" | "play" | "pause" | "nextHand" | "lastHand"} Act */
/** @typedef {Record<Act, () => void>} Acts */

/** A move in words: who, what, which tile. @param {{ move: Move, names: string[] }} its */
function Words({ move, names }) {
  const { event, state } = move;
  if (!event) return html`<span>${t("history.begins")}</span>`;
  const { type, data } = event;
  const who = data.seat === undefined ? "" : `${names[data.seat]}: `;
  const what = saying(event, state.rules) ?? t(`move.${type}`);
  const tiles = [data.tile ?? data.flower ?? [], data.meld?.tiles ?? [], data.tiles ?? []].flat();
  const dice = data.dice?.join(" + ");
  const sanction = data.sanction && t(`sanction.${data.sanction}`);
  return html`<span>${who}${what}${dice && ` ${dice}`}${sanction && ` ${sanction} ${data.penalty}`}</span>
    ${tiles.length > 0 && html`<span class="row">${tiles.map((face, i) => html`<${Tile} key=${i} face=${face} />`)}</span>`}`;
}

/** @param {Place} at @param {(path: string) => Promise<Found>} fetched */
function useHand(at, fetched) {
  const [found, setFound] = useState(/** @type {Found | null} */ (null));
  useEffect(() => {
    let alive = true;
    fetched(`history/${encodeURIComponent(at.game)}/${at.hand}.json`).then((answer) => alive && setFound(answer));
    return () => {
      alive = false;
    };
  }, []);
  const moves = useMemo(() => (found?.data ? movesOf(found.data) : []), [found]);
  return { found, moves };
}

/** @type {Record<string, Act>} */
const KEYS = { ArrowRight: "next", ArrowLeft: "back", Home: "first", End: "last", " ": "play", PageDown: "nextHand", PageUp: "lastHand" };

/** Arrow keys and space, as in a player of films; page up and down change the hand. @param {Acts} act */
function useKeys(act) {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const down = (event) => {
      const at = /** @type {Element | null} */ (event.target);
      if (at?.closest?.("select, input") || event.ctrlKey || event.metaKey || event.altKey) return;
      const wish = KEYS[event.key];
      if (!wish || (event.key === " " && at?.closest?.("button, a"))) return;
      event.preventDefault();
      latest.current[wish]();
    };
    addEventListener("keydown", down);
    return () => removeEventListener("keydown", down);
  }, []);
}

/** A touch on the right or left half goes on or back, a swipe as in a book. @param {Acts} act */
function useTouch(act) {
  const from = useRef(0);
  return {
    /** @param {PointerEvent} event */
    onPointerDown: (event) => {
      from.current = event.clientX;
    },
    /** @param {PointerEvent & { currentTarget: Element }} event */
    onPointerUp: (event) => {
      const moved = event.clientX - from.current;
      const box = event.currentTarget.getBoundingClientRect();
      const on = Math.abs(moved) > SWIPE_PX ? moved < 0 : event.clientX > box.left + box.width / 2;
      act[on ? "next" : "back"]();
    },
  };
}

// Chevrons step, triangles run.
/** @type {Record<string, string>} */
const ICONS = {
  first: "M4 4h3v16H4zM20 4v16L8 12z",
  back: "M15 3l2 2-7 7 7 7-2 2-9-9z",
  play: "M6 3v18l15-9z",
  pause: "M5 4h5v16H5zM14 4h5v16h-5z",
  next: "M9 3 7 5l7 7-7 7 2 2 9-9z",
  last: "M17 4h3v16h-3zM4 4v16l12-8z",
};

/** @param {{ name: string }} its */
const Icon = ({ name }) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]} /></svg>`;

/** @param {{ act: Acts, n: number, last: number, playing: boolean, speed: number, setSpeed: (speed: number) => void, goto: (move: number) => void }} its */
function Controls({ act, n, last, playing, speed, setSpeed, goto }) {
  /** @param {Act} name @param {boolean} off */
  const knob = (name, off) => html`<button class="knob" data-act=${name} aria-label=${t(`history.${name}`)} title=${t(`history.${name}`)} disabled=${off} onClick=${act[name]}><${Icon} name=${name} /></button>`;
  return html`<div class="controls">
    <input type="range" min="0" max=${last} value=${n} aria-label=${t("history.move")} onInput=${(event) => goto(Number(event.target.value))} />
    <div class="knobs">
      ${knob("first", n === 0)}${knob("back", n === 0)}
      ${knob(playing ? "pause" : "play", false)}
      ${knob("next", n === last)}${knob("last", n === last)}
      <label class="speed">${t("history.speed")} <select value=${speed} onChange=${(event) => setSpeed(Number(event.target.value))}>${SPEEDS.map((s) => html`<option key=${s} value=${s} selected=${s === speed}>${s}×</option>`)}</select></label>
      <span class="count" data-move=${n}>${n} / ${last}</span>
    </div>
  </div>`;
}

/** The address of this move, for the clipboard; where a browser gives none, to be copied by hand. */
function Share() {
  const [note, setNote] = useState("");
  const share = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      setNote(t("history.copied"));
    } catch {
      setNote(location.href);
    }
  };
  return html`<button class="knob" onClick=${share}>${t("history.share")}</button>${note && html`<span class="shared" role="status">${note}</span>`}`;
}

/** @param {{ moves: Move[], names: string[], n: number, goto: (move: number) => void }} its */
function Moves({ moves, names, n, goto }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const here = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (!here.current || !list.current) return;
    const { offsetTop, offsetHeight } = here.current;
    const box = list.current;
    box.scrollTop = Math.max(offsetTop + offsetHeight - box.clientHeight, Math.min(offsetTop, box.scrollTop));
  }, [n]);
  return html`<ol class="moves" aria-label=${t("history.moves")} ref=${list}>
    ${moves.map((move, i) => html`<li key=${i}><button class=${i === n ? "here" : ""} aria-current=${i === n ? "step" : null} ref=${i === n ? here : null} onClick=${() => goto(i)}><small>${i}</small><${Words} move=${move} names=${names} /></button></li>`)}
  </ol>`;
}

/** Where the replay stands, and what can be done about it. @param {Place} at @param {Move[]} moves @param {number} hands */
function usePlayer(at, moves, hands) {
  const last = Math.max(0, moves.length - 1);
  const [n, setN] = useState(at.move);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const here = Math.min(n, last);
  /** @param {number} move */
  const goto = (move) => {
    const to = Math.max(0, Math.min(last, move));
    setN(to);
    history.replaceState(null, "", `#${encodeURIComponent(at.game)}/${at.hand}/${to}`);
  };
  useEffect(() => {
    if (!playing || !moves.length) return undefined;
    if (here === last) return void setPlaying(false);
    const timer = setTimeout(() => goto(here + 1), MOVE_MS / speed);
    return () => clearTimeout(timer);
  }, [playing, here, speed, last]);
  /** @param {number} to */
  const hand = (to) => to >= 0 && to < hands && (location.hash = `#${encodeURIComponent(at.game)}/${to}/0`);
  const play = () => {
    if (!playing && here === last) goto(0);
    setPlaying(!playing);
  };
  /** @param {number} step */
  const by = (step) => () => (setPlaying(false), goto(here + step));
  const act = { first: by(-Infinity), back: by(-1), next: by(1), last: by(Infinity), play, pause: play, nextHand: () => hand(at.hand + 1), lastHand: () => hand(at.hand - 1) };
  return { here, last, playing, speed, setSpeed, goto, act };
}

/** What the hand lacked after this discard, where that is certain. @param {{ ukeire: Ukeire }} its */
function Lacks({ ukeire }) {
  const left = ukeire.tiles.reduce((sum, [, copies]) => sum + copies, 0);
  const waits = ukeire.shanten > 0 ? t("history.shanten", { n: ukeire.shanten, left }) : t("history.waits", { left });
  return html`<p class="ukeire" data-shanten=${ukeire.shanten}>${waits}
    <span class="row">${ukeire.tiles.map(([face, copies]) => html`<span class="copies" key=${face}><${Tile} face=${face} /><small>${copies}</small></span>`)}</span></p>`;
}

/** `viewer` gives the address of the hand in a public viewer, where there is one.
    @param {{ at: Place, redraw: () => void, fetched: (path: string) => Promise<Found>, viewer?: (at: Place) => string }} its */
export function Replay({ at, redraw, fetched, viewer }) {
  const { found, moves } = useHand(at, fetched);
  const hands = found?.data?.hands ?? 0;
  const { here, last, act, ...player } = usePlayer(at, moves, hands);
  const [south, setSouth] = useState(0);
  /** @param {number} seat */
  const side = (seat) => (seat - south + 4) % 4;
  useKeys(act);
  const touch = useTouch(act);
  /** @param {unknown} title */
  const head = (title) => html`<header><a class="knob" href="#" data-act="list">☰ ${t("history.title")}</a><h1>${title}</h1><${Switches} onChange=${redraw} /></header>`;
  if (!moves.length) return html`<div class="replay">${head(t("history.hand"))}<p class=${found?.error ? "warn" : "quiet"} role="alert">${found ? found.error : t("history.loading")}</p></div>`;
  const { state, event } = moves[here];
  const names = state.seats.map((seat) => seat.name);
  const word = event && saying(event, state.rules);
  const card = state.result?.paid;
  return html`<div class="replay" data-rev=${here}>
    ${head(state.round && html`${round(state.round)}${state.round.honba > 0 ? ` · ${t("honba", { n: state.round.honba })}` : ""}`)}
    <div class=${`board-frame ${card ? "with-card" : ""}`} ...${touch}>
      <${Board} state=${state} side=${side} newest=${event?.type === "discarded" ? event.data.seat : null} word=${word ? { seat: event.data.seat, text: word } : null} />
      ${card && html`<div class="card-over"><${Result} state=${state} side=${side} /></div>`}
    </div>
    <aside>
      <p class="hand-steps">
        <button class="knob" aria-label=${t("history.last_hand")} title=${t("history.last_hand")} disabled=${at.hand === 0} onClick=${act.lastHand}>‹</button>
        <span>${t("history.hand")} ${at.hand + 1} / ${hands}</span>
        <button class="knob" aria-label=${t("history.next_hand")} title=${t("history.next_hand")} disabled=${at.hand + 1 >= hands} onClick=${act.nextHand}>›</button>
      </p>
      <p class="now" aria-live="polite"><${Words} move=${moves[here]} names=${names} /></p>
      ${event?.ukeire && html`<${Lacks} ukeire=${event.ukeire} />`}
      <${Moves} moves=${moves} names=${names} n=${here} goto=${player.goto} />
      <p class="share"><${Share} /><button class="knob" data-act="turn" onClick=${() => setSouth((south + 1) % 4)}>${t("history.turn")}</button>
        ${viewer && state.rules === "riichi" && html`<a class="knob" data-act="viewer" href=${viewer(at)} target="_blank" rel="noopener noreferrer">${t("history.viewer")}</a>`}</p>
    </aside>
    <${Controls} ...${player} act=${act} n=${here} last=${last} />
  </div>`;
}
