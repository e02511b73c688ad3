// The games that were played on this table, and each of their hands move by move. The address of a move can be
// shared: `#game/hand/move`.

import { html, useEffect, useState } from "../../shared/vendor/preact.js";
import { account, credentials } from "../../shared/js/account.js";
import { language, number, round, signed, t } from "../../shared/js/i18n.js";
import { start, Switches } from "../../shared/js/page.js";
import { Replay } from "../../shared/js/replay.js";
/** @import { GameList, PlayedGame, PlayedHand, Unreadable } from "../../types/table" */

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

/** @param {number} ms */
const moment = (ms) => new Date(ms).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });

/** What a request gives: `{data}`, or `{error}` with the server's sentence, or null while it is under way.
    @param {string} path */
export async function fetched(path) {
  try {
    const answer = await fetch(path, { headers: credentials(account()) });
    if (answer.ok) return { data: await answer.json() };
    return { error: answer.status === 422 ? await answer.text() : t("history.missing") };
  } catch {
    return { error: t("history.no_server") };
  }
}

/** @param {{ game: PlayedGame, hand: PlayedHand, n: number }} its */
function HandRow({ game, hand, n }) {
  const winner = hand.winners.map((seat) => game.names[seat]).join(", ");
  return html`<tr data-hand=${n}>
    <th scope="row"><a href=${`#${game.id}/${n}/0`}>${round(hand.round)}${hand.round.honba > 0 && html` <small>${t("honba", { n: hand.round.honba })}</small>`}</a></th>
    <td>${t(`end.${hand.reason}`)}${winner && html`: <b>${winner}</b>`}</td>
    ${hand.deltas.map((delta, seat) => html`<td key=${seat} class=${`points ${delta > 0 ? "gain" : delta < 0 ? "loss" : ""}`}>${delta ? signed(delta) : "·"}</td>`)}
  </tr>`;
}

/** @param {{ game: PlayedGame }} its */
function Hands({ game }) {
  return html`<div class="scroll"><table class="hands-list">
    <thead><tr><th>${t("history.hand")}</th><th>${t("ui.result")}</th>${game.names.map((name, seat) => html`<th class="points" key=${seat}>${name}</th>`)}</tr></thead>
    <tbody>${game.hands.map((hand, n) => html`<${HandRow} key=${n} game=${game} hand=${hand} n=${n} />`)}</tbody>
    <tfoot><tr><th></th><th>${t("ui.score")}</th>${game.scores.map((score, seat) => html`<td class="points" key=${seat}>${number(score)}</td>`)}</tr></tfoot>
  </table></div>`;
}

/** @param {{ game: PlayedGame }} its */
function Records({ game }) {
  if (!game.finished || game.rules !== "riichi") return null;
  return html`<p class="records">
    <a class="knob" href=${`history/${game.id}/record/tenhou.json`} download>${t("history.tenhou")}</a>
    <a class="knob" href=${`history/${game.id}/record/mjai.jsonl`} download>mjai</a>
  </p>`;
}

/** @param {{ game: PlayedGame | Unreadable, open: boolean }} its */
function Game({ game, open }) {
  if ("error" in game) return html`<section class="game" data-game=${game.id}><h2>${game.id}</h2><p class="warn">${game.error}</p></section>`;
  /** @type {{ seat: number, place?: number, points?: number }[]} */
  const order = game.standings.length ? [...game.standings].sort((a, b) => a.place - b.place) : game.names.map((_, seat) => ({ seat }));
  return html`<details class="game" data-game=${game.id} open=${open}>
    <summary>
      <h2>${game.started_ms ? moment(game.started_ms) : game.id}</h2>
      <span class="quiet">${t("ui.hands_played", { n: game.hands.length })}${!game.finished && ` · ${t("history.unfinished")}`}</span>
      <ol class="places">${order.map(({ seat, place, points }) => html`<li key=${seat}>
        ${place && html`<small>${t("place", { n: place })}</small>`} ${game.names[seat]} <b>${number(game.scores[seat])}</b>${points !== undefined && game.rules === "riichi" && html` <i class=${points < 0 ? "loss" : "gain"}>${signed(points)}</i>`}
      </li>`)}</ol>
    </summary>
    ${game.hands.length ? html`<${Hands} game=${game} /><${Records} game=${game} />` : html`<p class="quiet">${t("history.no_hands")}</p>`}
  </details>`;
}

/** Games of both, those of `fresh` as they are told there, the newest first. @param {Games["games"]} old @param {Games["games"]} fresh */
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
    ${games.map((game, n) => html`<${Game} key=${game.id} game=${game} open=${n === 0} />`)}
    ${more && html`<button class="knob" onClick=${() => load(more)}>${t("history.older")}</button>`}
  </div>`;
}

/** @param {{ redraw: () => void }} its */
function App({ redraw }) {
  const at = usePlace();
  return at ? html`<${Replay} key=${`${at.game}/${at.hand}`} at=${at} redraw=${redraw} fetched=${fetched} />` : html`<${List} redraw=${redraw} />`;
}

start(App);
