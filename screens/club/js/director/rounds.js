// Rounds: the draw with its commitment before and its seed after, the gong, what changes at a table, the end.

import { html, useEffect, useState } from "../../../shared/vendor/preact.js";
import { t } from "../../../shared/js/i18n.js";
import { ask, submit, useAnswer } from "../club.js";
import { formOf } from "./forms.js";
import { EndRound } from "./ending.js";
import { Seats } from "./seats.js";
import { Said, useSaying, valuesOf } from "../saying.js";
import { troubleOf } from "../troubles.js";
/** @import { Deed, TableView, TableWithFinals } from "../../../types/club" */
/** @import { Sending } from "../../../shared/vendor/preact.js" */
/** @import { Names, Published, Reply } from "../club.js" */
/** @import { Tab } from "../director.js" */

/** Enters one thing that happens in a round. @typedef {(event: Deed) => Promise<unknown>} Act */

const LOOK_MS = 3000;

/** @param {{ published: Published, n: number, names: Names, state: string, over?: boolean, act: Act, tell: (answer: Reply<unknown>) => boolean, again: () => void }} its */
function Draw({ published, n, names, state, over, act, tell, again }) {
  /** @param {"commit" | "draw"} step */
  const draw = async (step) => tell(await ask(`tournaments/${published.id}/rounds/${n}/${step}`, {})) && again();
  const committed = published.draws.find((each) => each.round === n)?.committed;
  const byHand = published.stages.find((each) => n >= each.first && n < each.first + each.rounds)?.method === "manual";
  const draws = state === "coming" && !byHand;
  return html`${draws && html`<p class="quiet">${t("rounds.first_commit")}</p>`}<p class="choice">
    ${draws && html`<button class=${`knob ${committed ? "" : "main"}`} data-act="commit" onClick=${() => draw("commit")}>${t("rounds.commit")}</button>`}
    ${committed && draws && html`<button class="knob main" data-act="draw" onClick=${() => draw("draw")}>${t("rounds.draw")}</button>`}
    ${state === "drawn" && html`<button class="knob main" data-act="gong" onClick=${() => act({ type: "round_started", round: n })}>${t("rounds.gong")}</button>`}
    ${state === "playing" && html`<button class=${`knob ${over ? "main" : ""}`} data-act="close" onClick=${() => act({ type: "round_closed", round: n })}>${t("rounds.close")}</button>`}
  </p>
  ${committed && html`<p>${t("club.commitment")}: <code data-commitment>${committed.commitment}</code></p>`}
  ${state === "coming" && html`<${Seats} published=${published} n=${n} names=${names} act=${act} />`}`;
}

/** Extra time, a late player, a substitute: what happens while a round is played.
    @param {{ published: Published, n: number, tables: TableWithFinals[], names: Names, act: Act }} its */
function Happens({ published, n, tables, names, act }) {
  const people = tables.flatMap((table) => table.players.map((person, seat) => ({ person, seat, table: table.table })));
  const others = published.substitutes.filter((person) => !people.some((each) => each.person === person));
  /** @param {Sending} event */
  const time = (event) => {
    event.preventDefault();
    const given = valuesOf(event.target);
    void act({ type: "time_added", round: n, table: given.table ? Number(given.table) : null, seconds: 60 * Number(given.minutes), reason: given.reason ?? "" });
  };
  /** @param {Sending} event */
  const replace = (event) => {
    event.preventDefault();
    const given = valuesOf(event.target);
    const place = people.find((each) => each.person === Number(given.person));
    if (!place) return;
    const played = tables.find((table) => table.table === place.table)?.hands;
    void act({ type: "replaced", round: n, table: place.table, seat: place.seat, substitute: Number(given.substitute), hand: played });
  };
  /** @param {Sending} event */
  const late = (event) => {
    event.preventDefault();
    const given = valuesOf(event.target);
    void act({ type: "late", round: n, person: Number(given.person), seconds: 60 * Number(given.minutes) });
  };
  const Person = html`<select name="person" aria-label=${t("ui.player")}>${people.map((each) => html`<option key=${each.person} value=${each.person}>${names[each.person] ?? `#${each.person}`}</option>`)}</select>`;
  return html`<details><summary>${t("rounds.time")}</summary><form onSubmit=${time}>
      <label>${t("rounds.where")}<select name="table"><option value="">${t("rounds.everywhere")}</option>${tables.map((table) => html`<option key=${table.table} value=${table.table}>${t("club.table", { n: table.table })}</option>`)}</select></label>
      <label>${t("rounds.minutes")}<input name="minutes" type="number" min="1" max="120" defaultValue="5" required /></label>
      <label>${t("rounds.reason")}<input name="reason" /></label><p><button class="knob">${t("club.save")}</button></p></form></details>
    <details><summary>${t("rounds.late")}</summary><form onSubmit=${late}><label>${t("ui.player")}${Person}</label><label>${t("rounds.minutes")}<input name="minutes" type="number" min="1" defaultValue="1" required /></label><p><button class="knob">${t("club.save")}</button></p></form></details>
    <details><summary>${t("rounds.substitute")}</summary>${others.length ? html`<form onSubmit=${replace}><label>${t("rounds.instead")}${Person}</label><label>${t("club.substitute")}<select name="substitute">${others.map((person) => html`<option key=${person} value=${person}>${names[person] ?? `#${person}`}</option>`)}</select></label><p><button class="knob">${t("club.save")}</button></p></form>` : html`<p class="quiet">${t("rounds.no_substitutes", { tab: t("direct.people_tab") })}</p>`}</details>`;
}

/** @param {{ published: Published, n: number, names: Names, seq: string, again: () => void }} its */
function Round({ published, n, names, seq, again }) {
  const [said, tell] = useSaying();
  const drawn = published.draws.find((draw) => draw.round === n);
  const state = drawn?.state ?? "coming";
  const { data } = useAnswer(!drawn?.tables_count ? null : `tournaments/${published.id}/rounds/${n}`, seq);
  /** @type {Act} */
  const act = async (event) => tell(await submit([{ ...event, tournament: published.id }])) && again();
  return html`<section class="card" data-round=${n} data-state=${state}><h2>${t("club.round", { n })} · ${t(`rounds.is_${state}`)}</h2>
    <${Draw} published=${published} n=${n} names=${names} state=${state} over=${data?.tables.every((table) => table.finished)} act=${act} tell=${tell} again=${again} /><${Said} said=${said} />
    ${data && html`<div class="scroll" tabindex="0" role="region" aria-label=${t("tab.seating")}><table class="wide sittings"><tbody>${data.tables.map((table) => html`<tr key=${table.table} data-table=${table.table}><th scope="row">${table.table}</th>${table.players.map((person, seat) => html`<td key=${seat}>${t(`wind.${"ESWN"[seat]}`)} ${names[person] ?? `#${person}`}</td>`)}<td>${table.finished ? "✓" : table.hands || ""}</td></tr>`)}</tbody></table></div>
      <p class="links">${["seating", "results"].map((kind) => html`<a key=${kind} class="knob" data-form=${kind} href=${formOf(published.id, kind, n)} target="_blank" rel="noopener">${t(`forms.${kind}`)}</a>`)}</p>
      ${data.seed && html`<p>${t("club.seed")}: <code data-seed>${data.seed}</code></p>`}
      ${state === "playing" && html`<${Happens} published=${published} n=${n} tables=${data.tables} names=${names} act=${act} />`}`}
    <${EndRound} published=${published} n=${n} state=${state} names=${names} again=${again} />
  </section>`;
}

/** How a device stands to the sitting that is wanted of it. @param {TableView} table */
function stateOf({ online, silent, pending }) {
  if (!online || silent) return pending === null ? "rounds.away" : "pending.away";
  return pending === null ? "rounds.ready" : "pending.playing";
}

/** The devices of the hall, and why one has not taken its sitting; another may be bound to a table.
    @param {{ published: Published, seq: string }} its */
function Devices({ published, seq }) {
  const [now, tick] = useState(0);
  const [said, tell] = useSaying();
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const all = useAnswer("hall", `${seq}/${now}`).data?.tables ?? [];
  const tables = all.filter((table) => table.online || table.seen_ms);
  const paper = all.filter((table) => !table.online && !table.seen_ms).map(({ name }) => name);
  /** @param {Sending} event */
  const bind = async (event) => {
    event.preventDefault();
    const given = valuesOf(event.target);
    tell(await submit([{ type: "table_bound", tournament: published.id, table: Number(given.table), device: given.device ?? null }]));
  };
  return html`<h2>${t("rounds.devices")}</h2><ul class="list">${tables.map((table) => html`<li key=${table.name} data-device=${table.name}>
      <b>${table.sitting ? t("club.table", { n: table.sitting.label }) : table.name}</b> · ${t(stateOf(table))}
      ${table.troubles.map((trouble) => html`<p class="loss" key=${trouble.code} data-trouble=${trouble.code}>${troubleOf(trouble)}</p>`)}
    </li>`)}</ul>
    ${!all.length && html`<p class="quiet" data-device="none">${t("rounds.no_devices")}</p>`}
    ${paper.length > 0 && html`<p class="quiet" data-paper=${paper.length}>${t("rounds.on_paper", { tables: paper.join(", "), tab: t("direct.results_tab"), mine: t("club.mine") })}</p>`}
    <details><summary>${t("rounds.bind")}</summary><form onSubmit=${bind}><label>${t("club.table", { n: "" })}<input name="table" type="number" min="1" required /></label><label>${t("rounds.device")}<input name="device" placeholder="table-7" maxlength="64" /></label><p><button class="knob">${t("club.save")}</button></p><${Said} said=${said} /></form></details>`;
}

/** One table less from the next round on; never again more (K-SEAT-06). @param {{ published: Published, again: () => void }} its */
function Reduce({ published, again }) {
  const [said, tell] = useSaying();
  const tables = Math.floor(published.admitted.length / 4);
  /** @param {Sending} event */
  const cut = async (event) => {
    event.preventDefault();
    const given = valuesOf(event.target);
    if (tell(await submit([{ type: "tables_reduced", tournament: published.id, from_round: (published.played ?? 0) + 1, tables: Number(given.tables) }]))) again();
  };
  return html`<details><summary>${t("rounds.reduce")}</summary><form onSubmit=${cut}><label>${t("rounds.tables")}<input name="tables" type="number" min="1" max=${tables} defaultValue=${Math.max(1, tables - 1)} required /></label><p><button class="knob">${t("club.save")}</button></p><${Said} said=${said} /></form></details>`;
}

/** Whether a round is closed or was called off. @param {Published} published @param {number} n */
const overOf = (published, n) => ["closed", "off"].includes(published.draws.find((draw) => draw.round === n)?.state ?? "coming");

/** @param {Tab} its */
export function Rounds({ published, names, seq, again }) {
  const [picked, setPicked] = useState(/** @type {number | null} */ (null));
  if (!published) return html`<p class="quiet">${t("direct.choose")}</p>`;
  const numbers = Array.from({ length: published.rounds }, (_, i) => i + 1);
  const at = picked ?? numbers.find((n) => !overOf(published, n)) ?? published.rounds;
  return html`<p class="choice" role="group" aria-label=${t("club.rounds")}>${numbers.map((n) => html`<button key=${n} class="knob" aria-pressed=${n === at} onClick=${() => setPicked(n)}>${n}</button>`)}</p>
    ${published.rounds > 0 && !published.closed && numbers.every((n) => overOf(published, n)) && html`<p class="done" data-all-over>${t("rounds.all_over", { tab: t("direct.event_tab") })}</p>`}
    ${published.rounds > 0 && html`<${Round} key=${at} published=${published} n=${at} names=${names} seq=${seq} again=${again} />`}
    <${Devices} published=${published} seq=${seq} /><${Reduce} published=${published} again=${again} />`;
}
