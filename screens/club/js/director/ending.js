// Ending something before its time: what it changes is shown first, by the code that enters it; then it is confirmed.

import { html, useState } from "../../../shared/vendor/preact.js";
import { t } from "../../../shared/js/i18n.js";
import { ask, points, submitKey } from "../club.js";
import { Said, useSaying } from "../saying.js";
/** @import { BodyOf, Effect as Previewed, Moved, OneGame } from "../../../types/club" */
/** @import { Sending } from "../../../shared/vendor/preact.js" */
/** @import { Names, Published } from "../club.js" */

/** @typedef {BodyOf<`tournaments/${number}/ending/preview`>} Ending */
/** @typedef {{ published: Published, names: Names, again: () => void }} Own */
/** @typedef {Own & { n: number, state: string }} OwnRound */

/** @param {[before: unknown, after: unknown]} pair */
const changed = ([before, after]) => before !== after;
/** @param {number | null} value */
const same = (value) => value ?? "–";
/** @param {number | string | null} total */
const totalOf = (total) => (total === null ? "–" : points(total));

/** A value, or where it changes the one before and the one after.
    @template T @param {[before: T, after: T]} pair @param {(value: T) => string | number} said */
const moved = (pair, said) => (changed(pair) ? `${said(pair[0])} → ${said(pair[1])}` : said(pair[0]));

/** Everybody's line of the standings before and after; whose place or points change stands out.
    @param {{ lines: Moved[], names: Names }} its */
export const Effect = ({ lines, names }) => html`<div class="scroll" tabindex="0" role="region" aria-label=${t("ending.effect")}><table class="wide" data-effect>
  <caption class="quiet">${t("ending.before")} → ${t("ending.after")}</caption>
  <thead><tr><th>${t("ui.player")}</th>${["club.place", "club.total", "ending.games_of"].map((name) => html`<th class="num" key=${name}>${t(name)}</th>`)}</tr></thead>
  <tbody>${lines.map((line) => html`<tr key=${line.person} data-player=${line.person} class=${changed(line.places) || changed(line.totals) ? "strong" : ""}>
    <th scope="row">${names[line.person] ?? `#${line.person}`}</th>
    <td class="num">${moved(line.places, same)}</td><td class="num">${moved(line.totals, totalOf)}</td><td class="num">${moved(line.games, same)}</td>
  </tr>`)}</tbody></table></div>`;

/** Whether some games of the round count and others do not. @param {OneGame[]} games */
const uneven = (games) => new Set(games.map((game) => game.counts)).size > 1;

/** What a preview shows: what is done, to which games, and the standings. @param {{ shown: Previewed, names: Names }} its */
function Shown({ shown, names }) {
  const { rounds, closes, games, seconds, lines, changes, ok } = shown;
  return html`<div role="status" data-shown>
    ${closes && html`<p>${t("ending.closes", { n: closes })}</p>`}
    ${rounds.length > 0 && html`<p data-off=${rounds.join(" ")}>${t("ending.off", { n: rounds.join(", ") })}</p>`}
    ${seconds !== null && html`<p data-seconds=${seconds}>${t("ending.seconds", { n: Math.max(1, Math.round(seconds / 60)) })}</p>`}
    ${games.length > 0 && html`<ul>${games.map((game) => html`<li key=${game.table} data-game=${game.table} data-counts=${String(game.counts)}>${t("club.table", { n: game.table })}: ${t(game.counts ? "ending.counts" : game.finished ? "ending.void" : "ending.unfinished")}</li>`)}</ul>`}
    <p class=${changes ? "strong" : "done"} data-changes=${String(changes)}>${t(changes ? "ending.changes" : "ending.same")}</p>
    ${uneven(games) && html`<p class="warn" data-uneven>${t("ending.uneven")}</p>`}
    ${!ok && html`<p class="warn" role="alert">${t("club.sum_wrong")}</p>`}
    ${lines.length > 0 && html`<${Effect} lines=${lines} names=${names} />`}
  </div>`;
}

/** Asks for `body` with a reason: first the preview, then the confirmation. What is asked may change until then.
    @param {Own & { body: Ending }} its */
function Steps({ published, body, names, again }) {
  const [shown, setShown] = useState(/** @type {{ asked: string, found: Previewed } | null} */ (null));
  const [reason, setReason] = useState("");
  const [said, tell] = useSaying();
  /** @type {`tournaments/${number}/ending`} */
  const at = `tournaments/${published.id}/ending`;
  const asked = JSON.stringify(body);
  const current = shown?.asked === asked ? shown.found : null;
  /** @param {Sending} event */
  const look = async (event) => {
    event.preventDefault();
    const answer = await ask(`${at}/preview`, body);
    tell(answer, "");
    if (answer.ok) setShown({ asked, found: answer.body });
    else setShown(null);
  };
  const enter = async () => {
    if (!current) return;
    const answer = await submitKey(at, { ...body, reason, seen: current.seen });
    setShown(null);
    if (tell(answer, t("ending.done"))) {
      setReason("");
      again();
    }
  };
  return html`<form onSubmit=${look} data-steps=${body.what}>
    <p class="choice"><button class="knob" data-do="show">${t("ending.show")}</button></p>
    ${current && html`<${Shown} shown=${current} names=${names} />
      <label>${t("rounds.reason")}<input name="reason" maxlength="400" value=${reason} onInput=${(event) => setReason(event.target.value)} required /></label>
      <p class="choice"><button type="button" class="knob main" data-do="confirm" disabled=${!reason.trim()} onClick=${enter}>${t("ending.confirm")}</button>
        <button type="button" class="knob" data-do="keep" onClick=${() => setShown(null)}>${t("ending.keep")}</button></p>`}
    <${Said} said=${said?.text ? said : null} />
  </form>`;
}

/** Whether games of the round that is played count where they are finished.
    @param {{ finished: boolean, set: (finished: boolean) => void }} its */
const Games = ({ finished, set }) => html`<label>${t("ending.games")}<select name="finished" value=${finished ? "1" : ""} onChange=${(event) => set(event.target.value === "1")}>
  <option value="1" selected=${finished}>${t("ending.finished")}</option><option value="" selected=${!finished}>${t("ending.none")}</option></select></label>`;

/** The whole event or one of its stages ends: rounds that were not played are dropped. @param {Own} its */
export function EndEarly({ published, names, again }) {
  const [stage, setStage] = useState(0);
  const [finished, setFinished] = useState(true);
  const open = published.stages.filter((each) => !each.closed);
  if (published.closed || !open.length) return null;
  const what = stage ? "stage" : "event";
  return html`<details data-ending="event"><summary>${t("ending.title")}</summary><p>${t("ending.about")}</p>
    <div class="form"><label>${t("ending.what")}<select name="number" value=${stage} onChange=${(event) => setStage(Number(event.target.value))}>
      <option value="0" selected=${!stage}>${t("ending.event")}</option>${open.map((each) => html`<option key=${each.stage} value=${each.stage} selected=${each.stage === stage}>${t("ending.stage", { n: each.stage })}</option>`)}</select></label>
    ${published.playing && html`<${Games} finished=${finished} set=${setFinished} />`}</div>
    <${Steps} published=${published} body=${{ what, number: stage, finished }} names=${names} again=${again} /></details>`;
}

/** One round is called off: power cut, fire alarm. @param {OwnRound} its */
function CallOff({ published, n, state, names, again }) {
  const [finished, setFinished] = useState(false);
  return html`<details data-ending="round"><summary>${t("ending.round", { n })}</summary><p>${t("ending.round_about")}</p>
    ${state === "playing" && html`<div class="form"><${Games} finished=${finished} set=${setFinished} /></div>`}
    <${Steps} published=${published} body=${{ what: "round", number: n, finished: finished && state === "playing" }} names=${names} again=${again} /></details>`;
}

/** Fewer minutes for a round that comes or is played; the one that is played may be over at once. @param {OwnRound} its */
function Shorten({ published, n, state, names, again }) {
  const plays = state === "playing";
  const planned = published.draws.find((draw) => draw.round === n)?.minutes ?? published.plan.minutes;
  const [minutes, setMinutes] = useState(plays ? 10 : Math.max(1, planned - 15));
  const [ends, setEnds] = useState(false);
  const over = plays && ends;
  return html`<details data-ending="time"><summary>${t("ending.time", { n })}</summary><div class="form">
    ${plays && html`<label class="line"><input type="checkbox" name="ends" checked=${ends} onChange=${(event) => setEnds(event.target.checked)} />${t("ending.ends")}</label>`}
    ${!over && html`<label>${t(plays ? "ending.left" : "ending.minutes")}<input name="minutes" type="number" min="1" max="600" value=${minutes} onInput=${(event) => setMinutes(Number(event.target.value))} required /></label>`}</div>
    <${Steps} published=${published} body=${{ what: "time", number: n, ends: over, minutes: over ? 0 : minutes }} names=${names} again=${again} /></details>`;
}

/** What may end in a round that is not over. @param {OwnRound} its */
export const EndRound = ({ state, ...rest }) => !["closed", "off"].includes(state) && !rest.published.closed
  && html`<${Shorten} key=${`time/${state}`} state=${state} ...${rest} /><${CallOff} key=${`off/${state}`} state=${state} ...${rest} />`;
