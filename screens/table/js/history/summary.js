// What a game was like: its course, its hands with their values, and the figures of its players.

import { html, useEffect, useState } from "../../../shared/vendor/preact.js";
import { FigureCells, FigureHeads } from "../../../shared/js/figures.js";
import { number, round, signed, t } from "../../../shared/js/i18n.js";
import { value } from "../../../shared/js/worth.js";
import { fetched } from "./fetched.js";
import { Course } from "./course.js";
/** @import { Evening, GameSummary, HandLine, PlayedGame, PlayedHand, PlayerFigures, WonHand } from "../../../types/table" */

/** What the table answers to a path; null until it has. `fresh` asks again when it changes.
    @template T @param {string} path @param {unknown} fresh @returns {T | null} */
function useAnswer(path, fresh) {
  const [found, setFound] = useState(/** @type {T | null} */ (null));
  useEffect(() => {
    let alive = true;
    fetched(path).then(({ data }) => alive && data && setFound(data));
    return () => {
      alive = false;
    };
  }, [path, fresh]);
  return found;
}

/** A win in a few words: from whom, what it was worth, of which yaku. @param {{ game: PlayedGame, won: WonHand }} its */
function Won({ game, won }) {
  const from = won.source === won.seat ? t("ui.tsumo") : `${t("ui.ron")} (${game.names[won.source]})`;
  const worth = game.rules === "riichi" ? value(won) : number(won.points);
  const yaku = won.yaku.map(([name]) => t(`yaku.${name}`).split(" — ")[0]);
  return html`<span class="won"><b>${game.names[won.seat]}</b> ${from}: ${worth}${yaku.length > 0 && html` <small>${yaku.join(", ")}</small>`}</span>`;
}

/** @param {{ game: PlayedGame, hand: PlayedHand, line: HandLine | undefined, n: number }} its */
function HandRow({ game, hand, line, n }) {
  const winner = hand.winners.map((seat) => game.names[seat]).join(", ");
  const plain = html`${t(`end.${hand.reason}`)}${winner && html`: <b>${winner}</b>`}`;
  return html`<tr data-hand=${n}>
    <th scope="row"><a href=${`#${game.id}/${n}/0`}>${round(hand.round)}${hand.round.honba > 0 && html` <small>${t("honba", { n: hand.round.honba })}</small>`}</a></th>
    <td>${line?.wins.length ? line.wins.map((won, i) => html`<${Won} key=${i} game=${game} won=${won} />`) : plain}
      ${line?.turning.map((what) => html`<small class="mark" data-turning=${what} key=${what}>◆ ${t(`history.${what}`)}</small>`)}</td>
    ${hand.deltas.map((delta, seat) => html`<td key=${seat} class=${`points ${delta > 0 ? "gain" : delta < 0 ? "loss" : ""}`}>${delta ? signed(delta) : "·"}</td>`)}
  </tr>`;
}

/** @param {{ game: PlayedGame, summary: GameSummary | null }} its */
function Hands({ game, summary }) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t("history.title")}><table class="hands-list">
    <thead><tr><th>${t("history.hand")}</th><th>${t("ui.result")}</th>${game.names.map((name, seat) => html`<th class="points" key=${seat}>${name}</th>`)}</tr></thead>
    <tbody>${game.hands.map((hand, n) => html`<${HandRow} key=${n} game=${game} hand=${hand} line=${summary?.hands[n]} n=${n} />`)}</tbody>
    <tfoot><tr><td></td><th scope="row">${t("ui.score")}</th>${game.scores.map((score, seat) => html`<td class="points" key=${seat}>${number(score)}</td>`)}</tr></tfoot>
  </table></div>`;
}

/** @param {{ game: PlayedGame, summary: GameSummary }} its */
function Figures({ game, summary }) {
  const evening = /** @type {Evening | null} */ (useAnswer(`history/${game.id}/evening.json`, game.hands.length));
  const [whole, setWhole] = useState(false);
  const several = evening !== null && evening.games.length > 1;
  /** @type {PlayerFigures[]} */
  const lines = several && whole ? evening.players : summary.players;
  /** @param {boolean} to @param {string} text */
  const choice = (to, text) => html`<button class="knob" aria-pressed=${whole === to} onClick=${() => setWhole(to)}>${text}</button>`;
  return html`<section class="figures" data-figures=${several && whole ? "evening" : "game"}>
    <h3>${t("history.figures")}</h3>
    ${several && html`<p class="choices">${choice(false, t("history.this_game"))}${choice(true, t("history.evening", { n: evening.games.length }))}</p>`}
    <div class="scroll" tabindex="0" role="region" aria-label=${t("history.figures")}><table class="hands-list">
      <thead><tr><th>${t("ui.player")}</th><th class="num">${t("history.result")}</th><${FigureHeads} /></tr></thead>
      <tbody>${lines.map((line) => html`<tr key=${line.name} data-player=${line.name}><th scope="row">${line.name}</th>
        <td class=${`num ${line.result < 0 ? "loss" : "gain"}`}>${line.mean_place.count ? signed(line.result) : "–"}</td><${FigureCells} line=${line} /></tr>`)}</tbody>
    </table></div>
  </section>`;
}

/** @param {{ game: PlayedGame }} its */
function Records({ game }) {
  const riichi = game.finished && game.rules === "riichi";
  return html`<p class="records">
    <a class="knob" href=${`history/${game.id}/record/hands.csv`} download>${t("history.table")}</a>
    ${riichi && html`<a class="knob" href=${`history/${game.id}/record/tenhou.json`} download>${t("history.tenhou")}</a>
    <a class="knob" href=${`history/${game.id}/record/mjai.jsonl`} download>mjai</a>`}
  </p>`;
}

/** @param {{ game: PlayedGame }} its */
export function Summary({ game }) {
  const summary = /** @type {GameSummary | null} */ (useAnswer(`history/${game.id}/summary.json`, game.hands.length));
  return html`${summary && summary.hands.length > 1 && html`<${Course} game=${game} summary=${summary} />`}
    <${Hands} game=${game} summary=${summary} />
    ${summary && html`<${Figures} game=${game} summary=${summary} />`}
    <${Records} game=${game} />`;
}
