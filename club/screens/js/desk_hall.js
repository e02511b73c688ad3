// The hall at a glance: a light for each table, and the queue of calls.

import { age, number, t } from "../common/js/i18n.js";
import { minutes } from "../common/js/clock.js";
import { html } from "../common/vendor/preact.js";

/** Every lamp has a sign of its own: colour is never all that tells them apart. */
const SIGNS = { call: "✋", alert: "⚠", frozen: "❄", coming: "➜", late: "⏳", clock: "⏰", silent: "?", well: "✓" };

export const Sign = ({ lamp }) => html`<i class="sign" aria-hidden="true">${SIGNS[lamp]}</i>`;

function left(link, table) {
  if (table.left_ms === null) return null;
  return table.left_ms - (table.running ? link.now() - link.view.ts_ms : 0);
}

function Place({ link, table, chosen, onChoose }) {
  const [lamp] = table.lamps;
  const ms = left(link, table);
  const names = table.players?.map((person) => link.name(person)) ?? [];
  const says = table.lamps.map((each) => t(`desk.lamp.${each}`)).join(", ");
  return html`<li><button type="button" class=${`spot lamp-${lamp}`} data-table=${table.table} data-lamp=${lamp} aria-pressed=${chosen}
    title=${[says, ...table.troubles, ...names].join("\n")} onClick=${() => onChoose(table.table)}>
    <${Sign} lamp=${lamp} /><b>${table.table}</b><span class="says">${says}</span>
    <span class="left">${ms === null ? "" : minutes(ms)}${table.granted_s > 0 ? ` +${Math.round(table.granted_s / 60)}` : ""}</span>
  </button></li>`;
}

export function Hall({ link, table, onChoose }) {
  return html`<section class="hall-map" aria-labelledby="hall-head"><h2 id="hall-head">${t("desk.hall")}</h2>
    <ul>${link.view.tables.map((each) => html`<${Place} key=${each.table} link=${link} table=${each} chosen=${each.table === table} onChoose=${onChoose} />`)}</ul>
  </section>`;
}

function Call({ link, call, act, onChoose }) {
  const who = call.person === null ? "" : link.name(call.person);
  return html`<li class=${`call ${call.stage}`} data-call=${call.id} data-stage=${call.stage}>
    <p><${Sign} lamp=${call.stage === "waiting" ? "call" : "coming"} /> <b>${t("desk.table", { n: call.table })}</b> ${who} <small>${age(link.now() - call.since_ms)}</small></p>
    ${call.taken_by && html`<p class="quiet">${t("desk.taken_by", { who: call.taken_by })}</p>`}
    <p class="acts">
      ${call.stage === "waiting" && html`<button class="knob main" data-do="take" onClick=${() => (onChoose(call.table), act("take", { call: call.id }))}>${t("referee.coming")}</button>`}
      <button class="knob" data-do="look" onClick=${() => onChoose(call.table)}>${t("desk.look")}</button>
      <button class="knob" data-do="close" onClick=${() => act("close_call", { call: call.id })}>${t("desk.nothing_ruled")}</button>
    </p>
  </li>`;
}

export function Queue({ link, act, onChoose }) {
  const { queue } = link.view;
  const known = queue.median_ms !== null;
  return html`<section class="calls-now" aria-labelledby="queue-head"><h2 id="queue-head">${t("desk.queue")}</h2>
    <ul aria-live="polite">${queue.calls.map((call) => html`<${Call} key=${call.id} link=${link} call=${call} act=${act} onChoose=${onChoose} />`)}
      ${!queue.calls.length && html`<li class="quiet">${t("desk.no_calls")}</li>`}</ul>
    <p class="quiet" data-times>${t("desk.settled", { n: number(queue.settled) })}${known ? ` · ${t("desk.times", { median: age(queue.median_ms), p95: age(queue.p95_ms) })}` : ""}</p>
  </section>`;
}

export function Judges({ judges }) {
  const [least, most] = judges.wanted_playing;
  return html`<p class=${judges.short.length ? "warn" : "quiet"} data-judges>${t("desk.judges", { playing: judges.playing, free: judges.free, least, most, wanted: judges.wanted_free })}
    ${judges.short.map((code) => html` <b key=${code}>${t(`desk.short.${code}`)}</b>`)}</p>`;
}
