// The machine: its state and what it waits for, faults with their place and what to do, counters, self-test, link, fairness.

import { html, useEffect, useState } from "../../../shared/vendor/preact.js";
import { notices } from "../../../shared/js/alerts.js";
import { number, t } from "../../../shared/js/i18n.js";
import { asked } from "./data.js";
import { Begin, Found, Step } from "./guided.js";
import { Big, Twice } from "../../../shared/js/press.js";
import { Ways } from "../way_out.js";
/** @import { ActView, MachineReport, MachineView } from "../../../types/contract" */
/** @import { FairnessView } from "../../../types/table" */
/** @import { Account } from "../../../shared/js/account.js" */
/** @import { Told } from "../bus.js" */
/** @import { Send } from "./data.js" */

const LANES = [0, 1, 2, 3];
/** Motors, by their names in the firmware. */
const AXES = ["DRUM", ...["PICK", "CONV", "STACK", "LIFT"].flatMap((name) => LANES.map((lane) => `${name}${lane}`)), "CENTRE", "DICE"];
/** Parts of a name of a fault that lie in the middle of the table. */
const CENTRE = /HATCH|DRUM|DICE|CENTRE/;

/** The table from above: its four lanes by number, the middle, and where the fault is.
    @param {{ lane: number | null, cause: string }} its */
function Plan({ lane, cause }) {
  const middle = CENTRE.test(cause);
  const place = lane !== null ? t("host.lane", { n: lane + 1 }) : t(middle ? "host.centre" : "host.whole");
  return html`<figure class="machine-plan" data-plan=${lane ?? (middle ? "centre" : "whole")}>
    <svg viewBox="-60 -60 120 120" role="img" aria-label=${place}>
      <rect x="-56" y="-56" width="112" height="112" rx="10" class=${lane === null && !middle ? "rim at" : "rim"} />
      <circle r="16" class=${middle ? "part at" : "part"} />
      ${LANES.map((n) => html`<rect key=${n} transform=${`rotate(${-90 * n})`} x="-32" y="34" width="64" height="14" rx="3" class=${n === lane ? "part at" : "part"} />
        <text key=${`n${n}`} x=${41 * Math.sin((Math.PI / 2) * n)} y=${41 * Math.cos((Math.PI / 2) * n) + 4} text-anchor="middle">${n + 1}</text>`)}
    </svg>
    <figcaption>${place}</figcaption>
  </figure>`;
}

/** @param {{ machine: MachineView }} its */
function Faulty({ machine }) {
  if (!machine.fault) return null;
  const code = `E${machine.fault.toString(16).toUpperCase().padStart(2, "0")}`;
  return html`<div class="card about-machine fault-now" data-fault=${code}><b class="mark">!</b><div>
    <p><b>${code}</b> ${machine.cause && t(`remedy.${machine.cause}`, { lane: (machine.lane ?? 0) + 1 })}</p>
    <${Plan} lane=${machine.lane} cause=${machine.cause} />
  </div></div>`;
}

/** @param {{ rows: [string, unknown][] }} its */
const Lines = ({ rows }) => html`<dl class="lines">${rows.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;

/** @param {{ report: MachineReport }} its */
function Counted({ report }) {
  const { counters, remembered } = report;
  if (!counters) return null;
  return html`<${Lines} rows=${[
      [t("host.cycles"), number(counters.cycles)],
      [t("host.boots"), number(counters.boots)],
      [t("host.recovered"), number(counters.recovered)],
      [t("host.latched"), number(counters.latched)],
      [t("host.watchdogs"), number(counters.watchdogs)],
    ]} />
    <h3>${t("host.last_faults")}</h3>
    ${remembered.length === 0 && html`<p class="quiet" data-remembered="0">${t("host.no_faults")}</p>`}
    <ol class="remembered">${remembered.map((each, n) => html`<li key=${n} data-remembered=${each.fault}><b>${each.fault}</b> ${each.cause && t(`remedy.${each.cause}`, { lane: (each.lane ?? 0) + 1 })} <small>${t("host.at_cycle", { n: each.cycle })}</small></li>`)}</ol>`;
}

/** @param {{ report: MachineReport, why: string | null, send: Send }} its */
function Tested({ report, why, send }) {
  const [axis, setAxis] = useState("");
  return html`<${Begin} report=${report} why=${why} send=${send} />
    ${report.tested.some((part) => part.how) && html`<${Found} report=${report} />`}
    <h3>${t("selftest.one_part")}</h3>
    <label>${t("host.what_to_test")}<select name="axis" value=${axis} onChange=${(event) => setAxis(event.target.value)}><option value="">${t("host.all_parts")}</option>${AXES.map((each) => html`<option key=${each} value=${each}>${each}</option>`)}</select></label>
    <${Twice} name="selftest" why=${report.testing ? "host.why_testing" : why} sure=${t("host.selftest_sure")} onPress=${() => send("machine.selftest", { axis: axis || null })}>${t("host.selftest")}<//>
    ${report.tested.some((part) => !part.how) && html`<ul class="tested">${report.tested.map((part) => html`<li key=${part.part} data-tested=${part.verdict}><b>${part.verdict === "pass" ? "✓" : part.verdict === "fail" ? "✕" : "–"}</b> ${part.part} <small>${number(part.measured)}</small></li>`)}</ul>`}`;
}

/** How even dice and shuffle were; asked for, as it takes seconds where games are many. @param {{ account: Account | null }} its */
function Fairness({ account }) {
  const [found, setFound] = useState(/** @type {FairnessView | "waits" | "away" | null} */ (null));
  const look = () => {
    setFound("waits");
    asked("machine/fairness.json", account)
      .then((answer) => (answer.ok ? answer.json() : "away"))
      .catch(() => "away")
      .then(setFound);
  };
  return html`<${Big} name="fairness" off=${found === "waits"} onPress=${look}>${t("host.count")}<//>
    ${found === "waits" && html`<p class="quiet">…</p>`}${found === "away" && html`<p class="warn" role="alert">${t("ui.no_answer")}</p>`}
    ${found && typeof found === "object" && html`<p class="quiet">${t("host.games_counted", { n: found.games })}</p><ul class="tested" data-fairness=${found.games}>${found.tests.map((test) => html`<li key=${test.name} data-even=${test.verdict}><b>${test.verdict === "even" ? "✓" : test.verdict === "suspicious" ? "✕" : "–"}</b> ${t(`host.test_${test.name.replaceAll(" ", "_")}`)}: ${t(`host.${test.verdict}`)} <small>${test.p === null ? "" : `p ${test.p.toFixed(3)}, `}${number(test.observed)}</small></li>`)}</ul>`}`;
}

/** @param {{ link: Told, send: Send }} its */
export function Machine({ link, send }) {
  const { state, machine: report, account } = link;
  const read = () => send("machine.read", {});
  /** @param {ActView} one */
  const act = (one) => send("machine.act", one);
  useEffect(() => {
    if (link.connected && report && report.state !== "lost" && !report.counters) void read();
  }, [link.connected, report?.state]);
  const own = notices(link).filter(({ kind }) => kind === "machine" || kind === "service");
  const idle = ["idle", "finished"].includes(state.phase);
  const guide = report?.guide;
  // Who presses S1 because the self-test asks for it need not read what to do about it.
  const quiet = guide && !guide.words.includes("go");
  return html`<section class="machine-page" data-machine=${state.machine.state}>
    <p class="state-now"><b>${t(`machine.${state.machine.state}`)}</b>${state.machine.progress > 0 && state.machine.progress < 1 && html` <progress max="1" value=${state.machine.progress} aria-label=${t("host.tab_machine")}></progress>`} <span>${t(`phase.${state.phase}`)}</span></p>
    ${state.machine.acts.length > 0 && html`<h2>${t("way.title")}</h2><${Ways} link=${link} send=${act} />`}
    ${guide && html`<${Step} key=${guide.step} guide=${guide} account=${account} send=${send} />`}
    ${!quiet && html`<${Faulty} machine=${state.machine} />`}
    ${!quiet && own.map((each) => html`<p key=${each.text} class=${each.kind === "machine" ? "warn" : ""} data-notice=${each.kind}>${each.text}</p>`)}
    ${!report && html`<p class="quiet">${t("ui.waiting")}</p>`}
    ${report && html`<div class="columns">
      <section><h2>${t("host.counters")}</h2><${Counted} report=${report} /><${Big} name="read" why=${report.state === "lost" ? "machine.lost" : null} onPress=${read}>${t("host.read")}<//></section>
      <section><h2>${t("host.selftest")}</h2><${Tested} report=${report} why=${idle ? null : "host.why_hand"} send=${send} /></section>
      <section><h2>${t("host.fairness")}</h2><${Fairness} account=${account} /></section>
      <section><h2>${t("host.link")}</h2><${Lines} rows=${[
        [t("host.round_trip"), report.link.median_ms === null ? "–" : `${report.link.median_ms.toFixed(1)} / ${(report.link.p99_ms ?? 0).toFixed(1)} ms`],
        [t("host.sent"), number(report.link.sent)],
        [t("host.heard"), number(report.link.heard)],
        [t("host.damaged"), number(report.link.damaged)],
        [t("host.repeated"), number(report.link.repeated)],
        [t("host.firmware"), `${report.build} ${report.firmware} · ${report.protocol}`],
        [t("host.last_start"), report.reset || "–"],
        [t("host.supply"), t(report.supply ? "found.yes" : "found.no")],
        [t("host.homed"), report.homed.join(", ") || t("found.none")],
        [t("host.inputs"), report.inputs.join(", ") || t("found.none")],
      ]} /></section>
    </div>`}
  </section>`;
}
