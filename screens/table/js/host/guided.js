// The guided self-test: the step that waits for somebody, where to act, and what was found of every input and axis.

import { html, useEffect, useState } from "../../../shared/vendor/preact.js";
import { number, t } from "../../../shared/js/i18n.js";
import { asked } from "./data.js";
import { Big } from "../../../shared/js/press.js";
/** @import { GuideView, MachineReport, PartView } from "../../../types/contract" */
/** @import { PlanView, ShapeView } from "../../../types/table" */
/** @import { Account } from "../../../shared/js/account.js" */
/** @import { Send } from "./data.js" */

const LANES = [0, 1, 2, 3];
/** Parts that need no ring around them to be found in the drawing. */
const LARGE = 40;
/** Steps that the machine takes, or waits for START to take. */
const ITS_OWN = ["go", "go_on", "moving"];

/** The table from above; asked for once. @param {Account | null} account @returns {PlanView | null} */
function usePlan(account) {
  const [plan, setPlan] = useState(/** @type {PlanView | null} */ (null));
  useEffect(() => {
    asked("machine/plan.json", account)
      .then(async (answer) => answer.ok && setPlan(await answer.json()))
      .catch(() => {});
  }, [account]);
  return plan;
}

/** @param {{ shape: ShapeView, kind: string }} its */
const Shape = ({ shape, kind }) =>
  shape.kind === "round"
    ? html`<circle cx=${shape.x} cy=${shape.y} r=${shape.wide / 2} class=${kind} />`
    : html`<rect x=${shape.x - shape.wide / 2} y=${shape.y - shape.high / 2} width=${shape.wide} height=${shape.high} rx="3" class=${kind} />`;

/** Where to act, in the drawing; what the machine moves is marked alike. @param {{ plan: PlanView | null, guide: GuideView }} its */
function Where({ plan, guide }) {
  if (!plan) return null;
  const at = plan.shapes.find((shape) => shape.place === guide.place && shape.lane === guide.lane);
  const place = guide.lane === null ? "" : t("host.lane", { n: guide.lane + 1 });
  return html`<svg class="where-to-act" data-place=${at ? `${at.place} ${at.lane ?? ""}`.trim() : null} viewBox="-108 -108 216 216" role="img" aria-label=${`${t("selftest.where")} ${place}`}>
    ${plan.shapes.map((shape, n) => html`<${Shape} key=${n} shape=${shape} kind="part" />`)}
    ${LANES.map((n) => html`<text key=${n} x=${97 * Math.sin((Math.PI / 2) * n)} y=${97 * Math.cos((Math.PI / 2) * n) + 6} text-anchor="middle">${n + 1}</text>`)}
    ${["S1", "J40"].map((name, n) => html`<text key=${name} x=${n ? -78 : 70} y=${n ? -90 : 103} text-anchor=${n ? "start" : "end"}>${name}</text>`)}
    ${at && html`<${Shape} shape=${at} kind=${at.place === "lid" ? "rim-at" : "at"} />`}
    ${at && Math.max(at.wide, at.high) < LARGE && html`<circle class="ring-at" cx=${at.x} cy=${at.y} r=${Math.max(16, at.wide / 2 + 6, at.high / 2 + 6)} />`}
  </svg>`;
}

/** What the step says. @param {GuideView} guide */
function sentence(guide) {
  const name = !ITS_OWN.includes(guide.act) ? `act_${guide.act}` : guide.act === "moving" && !guide.axis ? "switching_on" : guide.act;
  return t(`selftest.${name}`, { lane: (guide.lane ?? 0) + 1, axis: guide.axis ?? "" });
}

/** @param {{ guide: GuideView, account: Account | null, send: Send }} its */
export function Step({ guide, account, send }) {
  const plan = usePlan(account);
  /** @param {GuideView["words"][number]} word */
  const say = (word) => send("machine.step", { step: guide.step, word });
  return html`<section class="card guided" data-step=${guide.act} aria-live="polite">
    <${Where} plan=${plan} guide=${guide} />
    <div class="what">
      <p class="quiet">${t("selftest.step", { n: guide.step, of: guide.steps })}</p>
      <p class="ask">${sentence(guide)}</p>
      ${guide.seen.length > 0 && html`<p data-seen=${guide.seen.length}>✓ ${t("selftest.seen", { inputs: guide.seen.join(", ") })}</p>`}
    </div>
    <div class="step-words">${guide.words.map((word) => html`<${Big} key=${word} name=${`step-${word}`} kind=${word === "go" ? "main" : ""} onPress=${() => say(word)}>${t(`selftest.say_${word}`)}<//>`)}</div>
  </section>`;
}

/** @param {PartView[]} parts @param {PartView["verdict"]} verdict */
const named = (parts, verdict) => parts.filter((part) => part.verdict === verdict);

/** @param {{ part: PartView }} its */
const Part = ({ part }) =>
  html`<li data-tested=${part.verdict} data-how=${part.how}><b>${part.verdict === "pass" ? "✓" : part.verdict === "fail" ? "✕" : "–"}</b> ${part.part} <span>${t(`selftest.${part.how}`)}</span> ${part.measured !== 0 && html`<small>${number(part.measured)}</small>`}</li>`;

/** What was found: first the sum and what fails, then all of it. @param {{ report: MachineReport }} its */
export function Found({ report }) {
  const parts = report.tested;
  const [failed, skipped] = [named(parts, "fail"), named(parts, "skipped")];
  return html`<div data-found=${failed.length}>
    <p class=${failed.length > 0 ? "warn" : ""}>${t("selftest.sum", { works: parts.length - failed.length - skipped.length, all: parts.length, failed: failed.length, skipped: skipped.length })}</p>
    ${failed.length > 0 && html`<ul class="tested">${failed.map((part) => html`<${Part} key=${part.part} part=${part} />`)}</ul>`}
    ${!report.testing && html`<p class="quiet">${t("selftest.after")}</p>`}
    <details><summary>${t("host.all_parts")}</summary><ul class="tested">${parts.map((part) => html`<${Part} key=${part.part} part=${part} />`)}</ul></details>
  </div>`;
}

/** @param {{ report: MachineReport, why: string | null, send: Send }} its */
export const Begin = ({ report, why, send }) => html`<p class="quiet">${t("selftest.about")}</p>
  <${Big} name="guided" kind="main" why=${report.testing ? "host.why_testing" : why} onPress=${() => send("machine.selftest", { guided: true })}>${t("selftest.begin")}<//>`;
