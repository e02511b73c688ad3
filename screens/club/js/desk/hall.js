// The hall at a glance: a light for each table, and the queue of calls.

import { minutes } from "../../../shared/js/clock.js";
import { age, number, t } from "../../../shared/js/i18n.js";
import { html } from "../../../shared/vendor/preact.js";
import { troubleOf } from "../troubles.js";
/** @import { CallView, Judges as Enough, Lamp, TableCard } from "../../../types/club" */
/** @import { Act } from "../desk.js" */
/** @import { Desk } from "./link.js" */
/** @import { Trouble } from "../troubles.js" */

/** Every lamp has a sign and a word of its own: colour is never all that distinguishes them. */
const SIGNS = { call: "⚑", alert: "⚠", frozen: "❄", coming: "➜", late: "◔", clock: "◷", silent: "?", well: "✓" };

/** @param {{ lamp: Lamp }} its */
export const Sign = ({ lamp }) => html`<i class="sign" aria-hidden="true">${SIGNS[lamp]}</i>`;

/** @param {Desk} desk @param {TableCard} table */
function timeOf(desk, table) {
  if (table.left_ms === null) return "";
  const ms = table.left_ms - (table.running ? desk.now() - desk.view.ts_ms : 0);
  return `${minutes(ms)}${table.granted_s > 0 ? ` (+${Math.round(table.granted_s / 60)})` : ""}`;
}

/** @param {{ desk: Desk, table: TableCard, chosen: boolean, onChoose: (table: number) => void }} its */
function Place({ desk, table, chosen, onChoose }) {
  const [lamp] = table.lamps;
  const says = table.lamps.map((each) => t(`desk.lamp.${each}`)).join(", ");
  return html`<li><button type="button" class=${`spot lamp-${lamp}`} data-table=${table.table} data-lamp=${lamp} aria-pressed=${chosen}
    title=${[says, ...table.troubles.map((each) => troubleOf(/** @type {Trouble} */ (each)))].join("\n")} onClick=${() => onChoose(table.table)}>
    <span class="top"><b>${table.table}</b><${Sign} lamp=${lamp} /></span><span class="says">${says}</span><span class="rest">${timeOf(desk, table)}</span>
  </button></li>`;
}

/** @param {{ desk: Desk, table: number | null, onChoose: (table: number) => void }} its */
export function Hall({ desk, table, onChoose }) {
  return html`<section class="hall-map" aria-labelledby="hall-head"><h2 id="hall-head">${t("desk.hall")}</h2>
    <ul>${desk.view.tables.map((each) => html`<${Place} key=${each.table} desk=${desk} table=${each} chosen=${each.table === table} onChoose=${onChoose} />`)}</ul>
  </section>`;
}

/** @param {{ desk: Desk, call: CallView, act: Act, onChoose: (table: number) => void }} its */
function Call({ desk, call, act, onChoose }) {
  const waits = call.stage === "waiting";
  const take = () => {
    onChoose(call.table);
    void act("take", { call: call.id });
  };
  return html`<li class=${`card about-${waits ? "call" : "coming"}`} data-call=${call.id} data-stage=${call.stage}><b class="mark"><${Sign} lamp=${waits ? "call" : "coming"} /></b><div>
    <p><b>${t("desk.table", { n: call.table })}</b> ${call.person === null ? "" : desk.name(call.person)} <small>${age(desk.now() - call.since_ms)}</small></p>
    ${call.taken_by && html`<p class="quiet">${t("desk.taken_by", { who: desk.judge(call.taken_by) })}</p>`}
    <p class="acts">
      ${waits ? html`<button class="knob main" data-do="take" onClick=${take}>${t("referee.coming")}</button>` : html`<button class="knob" data-do="look" onClick=${() => onChoose(call.table)}>${t("desk.look")}</button>`}
      <button class="knob" data-do="close" onClick=${() => act("close_call", { call: call.id })}>${t("desk.nothing_ruled")}</button>
    </p>
  </div></li>`;
}

/** @param {{ desk: Desk, act: Act, onChoose: (table: number) => void }} its */
export function Queue({ desk, act, onChoose }) {
  const { queue } = desk.view;
  const times = queue.median_ms !== null && t("desk.times", { median: age(queue.median_ms), p95: age(queue.p95_ms ?? 0) });
  return html`<section class="calls-now" aria-labelledby="queue-head"><h2 id="queue-head">${t("desk.queue")}</h2>
    <ul aria-live="polite">${queue.calls.map((call) => html`<${Call} key=${call.id} desk=${desk} call=${call} act=${act} onChoose=${onChoose} />`)}
      ${!queue.calls.length && html`<li class="quiet">${t("desk.no_calls")}</li>`}</ul>
    <p class="quiet" data-times>${t("desk.settled", { n: number(queue.settled) })}${times ? ` · ${times}` : ""}</p>
  </section>`;
}

/** @param {{ judges: Enough }} its */
export function Judges({ judges }) {
  const [least, most] = judges.wanted_playing;
  return html`<p class=${judges.short.length ? "warn" : "quiet"} data-judges=${judges.short.join(" ")}>${t("desk.judges", { playing: judges.playing, free: judges.free, least, most, wanted: judges.wanted_free })}
    ${judges.short.map((code) => html` <b key=${code}>${t(`desk.short.${code}`)}</b>`)}</p>`;
}
