// What everybody may read: the tournaments, and of one its seating, results, standings, hands and statistics.

import { html, useState } from "../../shared/vendor/preact.js";
import { language, number, round, signed, t } from "../../shared/js/i18n.js";
import { start, Switches, useLink } from "../../shared/js/page.js";
import { everySeq, Live, points, useAnswer, useHash } from "./club.js";
import { worth } from "../../shared/js/rules.js";
import { Deviations } from "./deviations.js";
import { Standings, Statistics } from "./tables.js";
import { TeamStandings } from "./teams.js";
import { TimetableList } from "./timetable.js";
/** @import { Line, Seating as Round, TableWithFinals } from "../../types/club" */
/** @import { Names, Published } from "./club.js" */

const TABS = ["about", "seating", "standings", "archive", "statistics"];
const chosen = Number(new URLSearchParams(location.search).get("tournament")) || 0;

/** @typedef {{ published: Published, names: Names, seq: number, rest: string[], hands: string }} Tab */

/** @param {{ text: string | null }} its */
const Error = ({ text }) => text && html`<p class="warn" role="alert">${text}</p>`;

/** @param {string} iso */
const day = (iso) => new Date(`${iso}T12:00`).toLocaleDateString(language(), { dateStyle: "medium" });

/** @param {Pick<Line, "closed" | "playing" | "played">} line */
export function stateOf(line) {
  if (line.closed) return t("club.closed");
  return line.playing ? t("club.playing", { n: line.playing }) : t(line.played ? "club.between" : "club.coming");
}

function List() {
  const { data, error } = useAnswer("tournaments");
  return html`<${Error} text=${error} />
    ${data?.length === 0 && html`<p class="quiet" data-empty>${t("club.none")}</p>`}
    <ul class="list">${(data ?? []).map((line) => html`<li key=${line.id}><a class="card" href=${`?tournament=${line.id}`} data-tournament=${line.id}>
      <h2>${line.name}</h2>
      <p>${[line.dates.map(day).join(", "), line.place, t("club.players", { n: line.players }), stateOf(line)].filter(Boolean).join(" · ")}</p>
    </a></li>`)}</ul>
    <p class="links"><a class="knob" href="wall.html">${t("club.wall")}</a> <a class="knob" href="me.html">${t("club.mine")}</a> <a class="knob" href="director.html">${t("club.director")}</a> <a class="knob" href="desk.html">${t("club.desk")}</a></p>`;
}

/** @param {Tab} its */
function About({ published, names }) {
  const { plan } = published;
  const facts = [
    [t("club.when"), plan.dates.map(day).join(", ")],
    [t("club.where"), plan.place],
    [t("club.fee"), plan.fee],
    [t("club.rules"), t(`preset.${published.preset}`)],
    [t("club.time"), `${t("minutes", { n: plan.minutes })} · ${t(`after.${plan.after}`)}`],
    [t("club.scheme"), published.stages.map((stage) => `${stage.rounds} × ${t(`method.${stage.method}`)}`).join(", ")],
    [t("club.rating"), worth(published.accreditation.rating)],
  ].filter(([, text]) => text);
  return html`<dl class="facts">${facts.map(([name, text]) => html`<dt key=${name}>${name}</dt><dd>${text}</dd>`)}</dl>
    ${plan.timetable.length > 0 && html`<h2>${t("club.timetable")}</h2><${TimetableList} lines=${plan.timetable} />`}
    ${published.off.length > 0 && html`<p data-called-off>${t("club.off", { n: published.off.join(", ") })}</p>`}
    <h2>${t("club.deviations")}</h2><${Deviations} report=${published.accreditation} />
    <h2>${t("club.players", { n: published.admitted.length })}</h2>
    <ul class="people">${published.admitted.map((person) => html`<li key=${person}>${names[person] ?? `#${person}`}</li>`)}</ul>
    ${published.waiting.length > 0 && html`<h2>${t("club.waiting")}</h2><ol class="people">${published.waiting.map((person) => html`<li key=${person}>${names[person] ?? `#${person}`}</li>`)}</ol>`}`;
}

/** What was published before the draw, and what it was: anybody can check it. @param {{ round: Round }} its */
function Proof({ round }) {
  if (!round.committed && !round.seed) return null;
  return html`<details class="proof"><summary>${t("club.proof")}</summary><dl class="facts">
    ${round.committed && html`<dt>${t("club.commitment")}</dt><dd><code data-commitment>${round.committed.commitment}</code></dd>`}
    ${round.seed && html`<dt>${t("club.seed")}</dt><dd><code data-seed>${round.seed}</code></dd><dt>${t("club.bound")}</dt><dd><code>${JSON.stringify(round.bound)}</code></dd>`}
  </dl></details>`;
}

/** @param {{ table: TableWithFinals, names: Names, number: number }} its */
function Table({ table, names, number: n }) {
  const { finals } = table;
  return html`<section class="card" data-table=${table.table}>
    <h2>${t("club.table", { n: table.table })}${table.counts ? "" : html` <small data-void>${t("ending.void")}</small>`}${table.finals ? "" : html` <small>${table.hands ? t("ui.hands_played", { n: table.hands }) : ""}</small>`}</h2>
    <table><thead class="unseen"><tr><th>${t("club.wind")}</th><th>${t("ui.player")}</th><th>${t("ui.score")}</th><th>${t("club.total")}</th></tr></thead>
      <tbody>${table.players.map((person, seat) => html`<tr key=${seat}>
        <td class="seat">${t(`wind.${"ESWN"[seat]}`)}</td>
        <th scope="row">${names[person] ?? `#${person}`}${finals?.[seat].substitute && html` <small>${t("club.substitute")}</small>`}</th>
        <td class="num">${table.hands || table.finished ? number(table.scores[seat]) : ""}</td>
        <td class="num">${finals ? points(finals[seat].total) : ""}</td>
      </tr>`)}</tbody></table>
    ${table.hands > 0 && html`<p><a href=${`?tournament=${chosen}#archive/${n}/${table.table}`}>${t("club.hands")}</a></p>`}
  </section>`;
}

/** @param {Tab} its */
function Seating({ published, names, seq }) {
  const drawn = published.draws.filter((draw) => draw.tables_count);
  const [picked, setPicked] = useState(/** @type {number | null} */ (null));
  const at = picked ?? drawn.at(-1)?.round;
  const { data, error } = useAnswer(at ? `tournaments/${chosen}/rounds/${at}` : null, seq);
    return html`<${Error} text=${error} />
    <p class="choice" role="group" aria-label=${t("club.rounds")}>${drawn.map((draw) => html`<button key=${draw.round} class="knob" aria-pressed=${draw.round === at} onClick=${() => setPicked(draw.round)}>${t("club.round", { n: draw.round })}</button>`)}</p>
    ${!drawn.length && html`<p class="quiet">${t("club.not_drawn")}</p>`}
    ${published.draws.map((draw) => draw.state === "coming" && draw.committed && html`<p key=${draw.round}>${t("club.committed", { n: draw.round })} <code data-commitment>${draw.committed.commitment}</code></p>`)}
    ${data && html`<div class="cards">${data.tables.map((table) => html`<${Table} key=${table.table} table=${table} names=${names} number=${at} />`)}</div>
      ${data.byes.length > 0 && html`<p>${t("club.byes")}: ${data.byes.map((person) => names[person] ?? `#${person}`).join(", ")}</p>`}
      <${Proof} round=${data} />`}`;
}

/** @param {{ at: number, table: number, names: Names }} its */
function Hands({ at, table, names }) {
  const { data, error } = useAnswer(`tournaments/${chosen}/rounds/${at}/tables/${table}`);
  if (!data) return html`<${Error} text=${error} />`;
  return html`<h2>${t("club.round", { n: at })} · ${t("club.table", { n: table })}</h2><div class="scroll"><table class="wide">
    <thead><tr><th>${t("history.hand")}</th><th>${t("ui.result")}</th>${data.players.map((person) => html`<th class="num" key=${person}>${names[person] ?? `#${person}`}</th>`)}</tr></thead>
    <tbody>${data.list.map((hand) => html`<tr key=${hand.hand} data-hand=${hand.hand}>
      <th scope="row">${hand.replay ? html`<a href=${`hand.html?tournament=${chosen}#${at}-${table}/${hand.hand}/0`}>${round(hand.round)}</a>` : round(hand.round)}${hand.round.honba > 0 && html` <small>${t("honba", { n: hand.round.honba })}</small>`}</th>
      <td>${t(`end.${hand.reason}`)}${hand.winners.length > 0 && html`: <b>${hand.winners.map((seat) => names[data.players[seat]]).join(", ")}</b>`}</td>
      ${hand.net.map((points_, seat) => html`<td key=${seat} class=${`num ${points_ > 0 ? "gain" : points_ < 0 ? "loss" : ""}`}>${points_ ? signed(points_) : "·"}</td>`)}
    </tr>`)}</tbody>
    <tfoot><tr><th scope="row">${t("ui.score")}</th><td></td>${data.scores.map((score, seat) => html`<td class="num" key=${seat}>${number(score)}</td>`)}</tr></tfoot>
  </table></div>`;
}

/** @param {Tab} its */
function Archive({ published, names, seq, rest }) {
  const [asked, table] = rest.map(Number);
  if (asked && table) return html`<${Hands} at=${asked} table=${table} names=${names} />`;
  return html`${published.draws.filter((draw) => draw.tables_count).map((draw) => html`<${RoundLinks} key=${draw.round} at=${draw.round} names=${names} seq=${seq} />`)}
    ${!published.played && html`<p class="quiet">${t("club.no_games")}</p>`}`;
}

/** @param {{ at: number, names: Names, seq: number }} its */
function RoundLinks({ at, names, seq }) {
  const { data } = useAnswer(`tournaments/${chosen}/rounds/${at}`, seq);
  const played = data?.tables.filter((table) => table.hands) ?? [];
  if (!played.length) return null;
  return html`<h2>${t("club.round", { n: at })}</h2><ul class="list">${played.map((table) => html`<li key=${table.table}><a class="card" href=${`#archive/${at}/${table.table}`}><b>${t("club.table", { n: table.table })}</b> ${table.players.map((person) => names[person] ?? `#${person}`).join(", ")} · ${t("ui.hands_played", { n: table.hands })}</a></li>`)}</ul>`;
}

/** @param {{ link: Live }} its */
function Tournament({ link }) {
  const [tab, ...rest] = useHash().split("/");
  const open = TABS.includes(tab) ? tab : "about";
  const seq = link.parts[`tournament/${chosen}`]?.seq;
  const { data: published, error } = useAnswer(`tournaments/${chosen}`, seq);
  const names = useAnswer(`tournaments/${chosen}/people`, seq).data ?? {};
  if (!published) return html`<${Error} text=${error} />`;
  const shown = { published, names, seq, rest, hands: everySeq(link.parts[`tournament/${chosen}`]) };
  return html`<p class="quiet">${stateOf(published)}</p>
    <nav class="tabs" aria-label=${published.name}>${TABS.map((name) => html`<a key=${name} href=${`#${name}`} aria-current=${name === open ? "page" : null}>${t(`tab.${name}`)}</a>`)}</nav>
    <div data-tab=${open}>
      ${open === "about" && html`<${About} ...${shown} />`}
      ${open === "seating" && html`<${Seating} ...${shown} />`}
      ${open === "standings" && html`<${Standings} tournament=${chosen} ...${shown} /><${TeamStandings} tournament=${chosen} ...${shown} />`}
      ${open === "archive" && html`<${Archive} ...${shown} seq=${shown.hands} />`}
      ${open === "statistics" && html`<${Statistics} tournament=${chosen} ...${shown} seq=${shown.hands} />`}
    </div>`;
}

/** @param {{ link: Live, redraw: () => void }} its */
function App({ link, redraw }) {
  useLink(link);
  const title = useAnswer(chosen ? `tournaments/${chosen}` : null).data?.name ?? t("club.title");
  return html`<div class="club">
    <header><a class="home" href="index.html"><img src="shared/icon.svg" alt=${t("club.all")} /></a><h1>${title}</h1>
      ${!link.connected && html`<span class="quiet" role="status">${t("ui.connecting")}</span>`}<${Switches} onChange=${redraw} /></header>
    ${chosen ? html`<${Tournament} link=${link} />` : html`<${List} />`}
  </div>`;
}

start(App, { link: new Live() });
