// The games that were played on this table, and each of their hands move by move. The address of a move can be
// shared: `#game/hand/move`.

import { html, useEffect, useState } from "../../shared/vendor/preact.js";
import { moment, number, signed, t } from "../../shared/js/i18n.js";
import { start, Switches } from "../../shared/js/page.js";
import { Replay } from "../../shared/js/replay.js";
import { fetched } from "./history/fetched.js";
import { Summary } from "./history/summary.js";
/** @import { GameList, PlayedGame, Unreadable } from "../../types/table" */

const LOOK_MS = 30_000;

/** `{game, hand, move}` of the address; null for the list. */
function place() {
  const [game, hand, move] = decodeURIComponent(location.hash.slice(1)).split("/");
  if (!game) return null;
  return { game, hand: Number(hand) || 0, move: Number(move) || 0 };
}

function usePlace() {
  const [at, setAt] = useState(place);
  useEffect(() => {
    const look = () => setAt(place());
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
  return at;
}


/** @param {{ game: PlayedGame, open: boolean }} its */
function Game({ game, open }) {
  /** @type {{ seat: number, place?: number, points?: number }[]} */
  const order = game.standings.length ? [...game.standings].sort((a, b) => a.place - b.place) : game.names.map((_, seat) => ({ seat }));
  const [shown, setShown] = useState(open);
  /** @param {Event & { currentTarget: HTMLDetailsElement }} event */
  const toggled = (event) => setShown(event.currentTarget.open);
  return html`<details class="game" data-game=${game.id} open=${open} onToggle=${toggled}>
    <summary>
      <h2>${game.started_ms ? moment(game.started_ms) : game.id}</h2>
      <span class="quiet">${t("ui.hands_played", { n: game.hands.length })}${!game.finished && ` · ${t("history.unfinished")}`}</span>
      <ol class="places">${order.map(({ seat, place, points }) => html`<li key=${seat}>
        ${place && html`<small>${t("place", { n: place })}</small>`} ${game.names[seat]} <b>${number(game.scores[seat])}</b>${points !== undefined && game.rules === "riichi" && html` <i class=${points < 0 ? "loss" : "gain"}>${signed(points)}</i>`}
      </li>`)}</ol>
    </summary>
    ${game.hands.length === 0 && html`<p class="quiet">${t("history.no_hands")}</p>`}
    ${game.hands.length > 0 && shown && html`<${Summary} game=${game} />`}
  </details>`;
}

/** Games of both, those of `fresh` as they are shown there, the newest first. @param {Games["games"]} old @param {Games["games"]} fresh */
const merged = (old, fresh) =>
  [...fresh, ...old.filter(({ id }) => !fresh.some((game) => game.id === id))].sort((a, b) => (a.id < b.id ? 1 : -1));

/** @typedef {{ games: (PlayedGame | Unreadable)[], more: string | null, error: string | null, busy: boolean }} Games */

/** The pages of the list so far, the newest looked at again and again: `{games, more, error, busy}`.
    @returns {[Games, (before: string | null) => Promise<void>]} */
function useGames() {
  const [found, setFound] = useState(/** @type {Games} */ ({ games: [], more: null, error: null, busy: true }));
  /** @param {string | null} before */
  const load = async (before) => {
    /** @type {{ data?: GameList, error?: string }} */
    const { data, error } = await fetched(before ? `history.json?before=${encodeURIComponent(before)}` : "history.json");
    setFound((old) => ({
      games: merged(old.games, data?.games ?? []),
      more: data && (before || old.busy) ? data.more : old.more,
      error: error ?? null,
      busy: false,
    }));
  };
  useEffect(() => {
    load(null);
    const timer = setInterval(() => document.visibilityState === "visible" && load(null), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return [found, load];
}

/** @param {{ redraw: () => void }} its */
function List({ redraw }) {
  const [{ games, more, error, busy }, load] = useGames();
  return html`<div class="history">
    <header><a class="home" href="index.html"><img src="icon.svg" alt=${t("history.home")} /></a><h1>${t("history.title")}</h1><${Switches} onChange=${redraw} /></header>
    ${error && html`<p class="warn" role="alert">${error}</p>`}
    ${!busy && !error && games.length === 0 && html`<p class="quiet" data-empty>${t("history.none")}</p>`}
    ${games.map((game, n) => ("error" in game ? html`<section key=${game.id} class="game" data-game=${game.id}><h2>${game.id}</h2><p class="warn">${game.error}</p></section>` : html`<${Game} key=${game.id} game=${game} open=${n === 0} />`))}
    ${more && html`<button class="knob" onClick=${() => load(more)}>${t("history.older")}</button>`}
  </div>`;
}

/** The address that opens a hand in tenhou's viewer. @param {{ game: string, hand: number }} at */
const viewer = (at) => `history/${encodeURIComponent(at.game)}/${at.hand}/tenhou`;

/** @param {{ redraw: () => void }} its */
function App({ redraw }) {
  const at = usePlace();
  return at ? html`<${Replay} key=${`${at.game}/${at.hand}`} at=${at} redraw=${redraw} fetched=${fetched} viewer=${viewer} />` : html`<${List} redraw=${redraw} />`;
}

start(App);
