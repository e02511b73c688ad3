// The event itself: rules with the list of deviations that is read out, stages, exports, its end.

import { html, useState } from "../../../shared/vendor/preact.js";
import { t } from "../../../shared/js/i18n.js";
import { Changed, useWriting } from "./changed.js";
import { hasRole, submit, useAnswer } from "../club.js";
import { titleOf, worth } from "../../../shared/js/rules.js";
import { Deviations } from "../deviations.js";
import { EndEarly } from "./ending.js";
import { Officials } from "./officials.js";
import { Timetable } from "./timetable.js";
import { ChangeRules, Deviating, RulesFields, timesOf, useRules } from "./rules.js";
import { formOf } from "./forms.js";
import { laidDown } from "./laid_down.js";
import { Said, useSaying, valuesOf } from "../saying.js";
/** @import { Accreditation as Report, Criterion, Deed, Plan, StageLine as StageView, Submitted } from "../../../types/club" */
/** @import { Sending } from "../../../shared/vendor/preact.js" */
/** @import { Laid, Names, Published } from "../club.js" */
/** @import { Tab } from "../director.js" */
/** @import { Rules, Times } from "./rules.js" */

const METHODS = ["random", "swiss", "interval", "predetermined", "manual"];

const AFTER = ["finish_current_plus_one", "finish_current"];

/** What a form says of the plan of an event. @param {Record<string, any>} given */
const planOf = (given) => ({
  dates: String(given.dates ?? "").split(",").map((each) => each.trim()).filter(Boolean),
  place: given.place ?? "", fee: given.fee ?? "", minutes: Number(given.minutes), after: given.after,
  capacity: given.capacity ? Number(given.capacity) : null, confirmed_by_fee: given.confirmed_by_fee === "on", telephones: given.telephones === "on",
  first_table: Number(given.first_table), chip: Number(given.chip ?? 0),
});

/** The fields of a plan, as it is or as it usually is. @param {{ plan?: Required<Plan> }} its */
const PlanFields = ({ plan }) => html`
  <label>${t("direct.dates")}<input name="dates" placeholder="2026-12-05, 2026-12-06" defaultValue=${plan?.dates.join(", ")} /></label>
  <label>${t("club.where")}<input name="place" defaultValue=${plan?.place} /></label>
  <label>${t("club.fee")}<input name="fee" defaultValue=${plan?.fee} /></label>
  <label>${t("direct.capacity")}<input name="capacity" type="number" min="4" defaultValue=${plan?.capacity} /></label>
  <label>${t("direct.first_table")}<input name="first_table" type="number" min="1" max="900" defaultValue=${plan?.first_table ?? 1} required /></label>
  <label class="line whole"><input type="checkbox" name="confirmed_by_fee" defaultChecked=${plan?.confirmed_by_fee} />${t("field.confirmed_by_fee")}</label>
  <label class="line whole"><input type="checkbox" name="telephones" defaultChecked=${plan?.telephones ?? true} />${t("field.telephones")}</label>
  <label>${t("direct.minutes")}<input name="minutes" type="number" min="1" defaultValue=${plan?.minutes ?? 75} required /></label>
  <label>${t("direct.chip")}<input name="chip" type="number" min="0" max="1000000" defaultValue=${plan?.chip ?? 0} required /></label>
  <label class="whole">${t("direct.after")}<select name="after">${AFTER.map((each) => html`<option key=${each} value=${each} selected=${each === plan?.after}>${t(`after.${each}`)}</option>`)}</select></label>`;

/** The time limit of a plan, from the form in which it is written.
    @param {Partial<Plan>} plan @returns {[Times | null, (event: { currentTarget: HTMLFormElement }) => void]} */
function useTimes(plan) {
  const [times, setTimes] = useState(timesOf(plan));
  return [times, (event) => setTimes(timesOf(planOf(valuesOf(event.currentTarget))))];
}

/** Name and plan of an event changed; what the form does not show of the plan stays.
    @param {{ published: Published, laid: Laid, again: () => void }} its */
function Change({ published, laid, again }) {
  const writing = useWriting(laid);
  const { name, preset, options, ...plan } = writing.base.fields;
  const [times, hear] = useTimes(plan);
  const found = useRules(preset, options, times);
  /** @param {Partial<Laid["fields"]>} fields @param {string} revision */
  const send = ({ name, ...plan }, revision) => submit([{ type: "tournament_changed", tournament: published.id, name, plan }], revision);
  /** @param {Sending} event */
  const change = async (event) => {
    event.preventDefault();
    const given = valuesOf(event.target);
    if (await writing.write({ ...plan, name: given.name, ...planOf(given) }, send)) again();
  };
  /** @param {Sending} event */
  const typed = (event) => {
    writing.touch();
    hear(event);
  };
  return html`<details><summary>${t("direct.change")}</summary><form key=${writing.base.revision} onSubmit=${change} onInput=${typed} data-change>
    <label>${t("direct.name")}<input name="name" required maxlength="200" defaultValue=${name} /></label><${PlanFields} plan=${plan} />
    <${Deviating} found=${found} />
    <${Changed} writing=${writing} shown=${laidDown} />
    <p><button class="knob">${t("club.save")}</button></p><${Said} said=${writing.said} />
  </form></details>`;
}

/** What a director changes of an event. @param {{ published: Published, names: Names, seq: string, again: () => void }} its */
function Changes({ published, names, seq, again }) {
  const { data: laid } = useAnswer(`tournaments/${published.id}/plan`, seq);
  return laid && html`<${Change} published=${published} laid=${laid} again=${again} /><${ChangeRules} published=${published} laid=${laid} again=${again} /><${Timetable} published=${published} laid=${laid} again=${again} />
    <${Officials} published=${published} laid=${laid} names=${names} again=${again} />`;
}

/** @param {Pick<Tab, "choose" | "again">} its */
function Create({ choose, again }) {
  const list = useAnswer("tournaments").data ?? [];
  const [{ preset, options }, setRules] = useState(/** @type {Rules} */ ({ preset: "rrc", options: {} }));
  const [times, hear] = useTimes({});
  const [said, tell] = useSaying();
  const rules = useRules(preset, options, times);
  /** @param {Sending} event */
  const create = async (event) => {
    event.preventDefault();
    const given = valuesOf(event.target);
    const tournament = Math.max(0, ...list.map((line) => line.id)) + 1;
    const plan = { ...planOf(given), games: Number(given.rounds) };
    /** @type {Submitted["events"]} */
    const events = [
      { type: "tournament_created", tournament, name: given.name, preset, options, plan },
      { type: "stage_added", tournament, stage: 1, method: given.method, rounds: Number(given.rounds), interval: given.method === "interval" ? 1 : null },
    ];
    if (tell(await submit(events))) {
      choose(tournament);
      again();
    }
  };
  return html`<h2>${t("direct.new")}</h2><form onSubmit=${create} onInput=${hear} data-create>
    <label>${t("direct.name")}<input name="name" required maxlength="200" /></label>
    <${PlanFields} />
    <label>${t("direct.rounds")}<input name="rounds" type="number" min="1" max="100" defaultValue="8" required /></label>
    <label>${t("direct.method")}<select name="method">${METHODS.map((method) => html`<option key=${method} value=${method}>${t(`method.${method}`)}</option>`)}</select></label>
    <${RulesFields} preset=${preset} options=${options} change=${(/** @type {string} */ newer, /** @type {Rules["options"]} */ others) => setRules({ preset: newer, options: others })} found=${rules} />
    <p><button class="knob main" disabled=${!rules?.ok}>${t("direct.create")}</button></p>
    <${Said} said=${said} />
  </form>`;
}

/** @param {{ published: Published, again: () => void }} its */
function Stage({ published, again }) {
  const [said, tell] = useSaying();
  /** @param {Sending} event */
  const add = async (event) => {
    event.preventDefault();
    const given = valuesOf(event.target);
    /** @type {Submitted["events"][number]} */
    const stage = {
      type: "stage_added", tournament: published.id, stage: published.stages.length + 1, method: given.method, rounds: Number(given.rounds),
      interval: given.interval ? Number(given.interval) : null, carry: Number(given.carry), cut: given.cut ? Number(given.cut) : null,
    };
    if (tell(await submit([stage]))) again();
  };
  return html`<details><summary>${t("direct.add_stage")}</summary><form onSubmit=${add} data-stage>
    <label>${t("direct.method")}<select name="method">${METHODS.map((method) => html`<option key=${method} value=${method}>${t(`method.${method}`)}</option>`)}</select></label>
    <label>${t("direct.rounds")}<input name="rounds" type="number" min="1" max="100" defaultValue="1" required /></label>
    <label>${t("direct.interval")}<input name="interval" type="number" min="1" /></label>
    <label>${t("direct.carry")}<input name="carry" type="number" min="0" max="100" defaultValue="100" required /></label>
    <label>${t("direct.cut")}<input name="cut" type="number" min="4" step="4" /></label>
    <p><button class="knob">${t("direct.add_stage")}</button></p><${Said} said=${said} />
  </form></details>`;
}

/** A stage; once its rounds are closed it is closed itself, before those of the next one begin.
    @param {{ published: Published, stage: StageView, onClose: () => void }} its */
function StageLine({ published, stage, onClose }) {
  const rounds = Array.from({ length: stage.rounds }, (_, i) => stage.first + i);
  const over = rounds.every((n) => published.draws.find((draw) => draw.round === n)?.state === "closed" || published.off.includes(n));
  const says = [`${stage.rounds} × ${t(`method.${stage.method}`)}`, stage.cut && `${t("direct.cut")}: ${stage.cut}`, stage.carry < 100 && `${stage.carry} %`, stage.closed && t("rounds.is_closed")];
  return html`<li data-stage-line=${stage.stage}>${stage.stage}. ${says.filter(Boolean).join(" · ")}
    ${over && !stage.closed && html` <button class="knob small" data-close-stage=${stage.stage} onClick=${onClose}>${t("direct.close_stage")}</button>`}</li>`;
}

/** What was found for a criterion: rules and methods by their names in the language of the page. @param {Criterion} criterion */
function foundOf({ id, found }) {
  if (found === "none" || found === "usual") return t(`found.${found}`);
  if (id === "rules") return found.split(", ").map(titleOf).join(", ");
  return id === "seating" ? found.split(", ").map((method) => t(`method.${method}`)).join(", ") : worth(found.replace(" of ", "/"));
}

/** Each criterion of the rating with what was found (K-ACC-05). @param {{ report: Report }} its */
const Accreditation = ({ report }) => html`<h2>${t("direct.accreditation")}: ${worth(report.rating)}</h2>
  <div class="scroll" tabindex="0" role="region" aria-label=${t("direct.accreditation")}><table class="wide"><thead><tr><th>${t("direct.criterion")}</th><th>${t("direct.found")}</th><th>${t("direct.needed")}</th><td></td></tr></thead>
  <tbody>${report.criteria.map((each) => html`<tr key=${each.id} data-criterion=${each.id}><th scope="row">${t(`criterion.${each.id}`)} <small>${each.clause}</small></th><td>${foundOf(each)}</td><td>${t(`needed.${each.id}`)}</td><td class=${each.ok ? "gain" : "loss"}>${each.ok ? "✓" : "✗"}</td></tr>`)}</tbody></table></div>`;

/** @param {Tab} its */
export function Event({ published, tournament, names, seq, who, choose, again }) {
  const [said, tell] = useSaying();
  if (!tournament) return html`<${Create} choose=${choose} again=${again} />`;
  if (!published) return null;
  /** @param {Deed[]} events */
  const enter = async (...events) => tell(await submit(events.map((event) => ({ ...event, tournament })))) && again();
  const open = published.stages.filter((stage) => !stage.closed).map(({ stage }) => /** @type {Deed} */ ({ type: "stage_closed", stage }));
  const close = () => confirm(t("direct.close_sure")) && enter(...open, { type: "tournament_closed" });
  return html`<h2>${t("club.deviations")}</h2><p>${t("direct.read_out")}</p><${Deviations} report=${published.accreditation} />
    <h2>${t("direct.stages")}</h2><ol class="list">${published.stages.map((stage) => html`<${StageLine} key=${stage.stage} published=${published} stage=${stage} onClose=${() => enter({ type: "stage_closed", stage: stage.stage })} />`)}</ol>
    ${published.off.length > 0 && html`<p data-called-off>${t("club.off", { n: published.off.join(", ") })}</p>`}
    <${Stage} published=${published} again=${again} />
    ${hasRole(who, ["director"], tournament) && html`<${EndEarly} published=${published} names=${names} again=${again} />`}
    ${hasRole(who, ["director"], tournament) && html`<${Changes} published=${published} names=${names} seq=${seq} again=${again} />`}
    <${Accreditation} report=${published.accreditation} />
    <h2>${t("direct.exports")}</h2><p class="links">${["csv", "ema", "json"].map((kind) => html`<a key=${kind} class="knob" href=${`/api/tournaments/${tournament}/export/${kind}`} download>${t(`export.${kind}`)}</a>`)}
      ${["results", "seating", "standings", "poster", "numbers", "journal"].map((kind) => html`<a key=${kind} class="knob" href=${formOf(tournament, kind)} target="_blank" rel="noopener">${t(`forms.${kind}`)}</a>`)}</p>
    <p><button class="knob" data-close disabled=${published.closed} onClick=${close}>${t(published.closed ? "club.closed" : "direct.close")}</button></p>
    <${Said} said=${said} />`;
}
