// The rules of an event: a preset, and each option that is played otherwise, in the words of the page.

import { t } from "../../../shared/js/i18n.js";
import { OptionFields } from "../../../shared/js/rules.js";
import { html, useEffect, useLayoutEffect, useState } from "../../../shared/vendor/preact.js";
import { Changed, useWriting } from "./changed.js";
import { ask, submit, useAnswer } from "../club.js";
import { Deviations } from "../deviations.js";
import { laidDown } from "./laid_down.js";
import { Said } from "../saying.js";
/** @import { Deviations as Found, Plan } from "../../../types/club" */
/** @import { Sending } from "../../../shared/vendor/preact.js" */
/** @import { Laid, Published, Reply } from "../club.js" */

/** @typedef {{ preset: string, options: { [id: string]: any } }} Rules */
/** The time limit of a plan. @typedef {{ minutes: number, after: Required<Plan>["after"] }} Times */

const WAIT_MS = 300;

/** The time limit of a plan; null while its form says none. @param {Partial<Plan>} plan @returns {Times | null} */
export const timesOf = ({ minutes, after }) => (minutes && after && minutes > 0 ? { minutes, after } : null);

/** What these rules with the time limit of a plan change in the regulation's, asked while they are chosen.
    @param {string} preset @param {Rules["options"]} options @param {Times | null} plan */
export function useRules(preset, options, plan) {
  const [found, setFound] = useState(/** @type {Reply<Found> | null} */ (null));
  useEffect(() => {
    let alive = true;
    const timer = setTimeout(async () => {
      const answer = await ask("rules", { preset, options, plan });
      if (alive) setFound(answer);
    }, WAIT_MS);
    return () => {
      alive = false;
      clearTimeout(timer);
    };
  }, [preset, JSON.stringify([options, plan])]);
  return found;
}

/** The list that is read out, or what is wrong with the rules. @param {{ found: Reply<Found> | null }} its */
export const Deviating = ({ found }) => html`<section class="card" aria-live="polite"><h3>${t("club.deviations")}</h3>${found && (found.ok ? html`<${Deviations} report=${found.body} />` : html`<p class="warn" data-rules-wrong>${found.body.message}</p>`)}</section>`;

/** The preset and its options, with what they change; `change(preset, options)`.
    @param {Rules & { change: (preset: string, options: Rules["options"]) => void, found: Reply<Found> | null }} its */
export function RulesFields({ preset, options, change, found }) {
  const known = useAnswer("presets").data ?? [];
  const presets = known.some(({ id }) => id === preset) ? known : [...known, { id: preset }];
  const offered = useAnswer(`presets/${preset}/options`).data ?? [];
  const labels = { rules: t("club.rules"), otherwise: t("direct.otherwise"), remove: t("accounts.remove") };
  return html`<${OptionFields} preset=${preset} presets=${presets.map(({ id }) => id)} options=${options} offered=${offered} labels=${labels} change=${change} />
    <${Deviating} found=${found} />`;
}

/** The rules of an event changed, which can be done until its first round starts.
    @param {{ published: Published, laid: Laid, again: () => void }} its */
export function ChangeRules({ published, laid, again }) {
  const writing = useWriting(laid);
  const [given, give] = useState(/** @type {Rules | null} */ (null));
  useLayoutEffect(() => give(null), [writing.base.revision]);
  const { preset, options } = given ?? writing.base.fields;
  const found = useRules(preset, options, timesOf(published.plan));
  /** @param {Rules} rules */
  const choose = (rules) => {
    writing.touch();
    give(rules);
  };
  /** @param {Sending} event */
  const change = async (event) => {
    event.preventDefault();
    /** @param {Rules} rules @param {string} revision */
    const send = (rules, revision) => submit([{ type: "tournament_changed", tournament: published.id, ...rules }], revision);
    if (await writing.write({ preset, options }, send)) again();
  };
  if (published.played) return html`<details data-rules-fixed><summary>${t("direct.change_rules")}</summary><p class="quiet">${t("refusal.rules_fixed")}</p></details>`;
  return html`<details><summary>${t("direct.change_rules")}</summary><form onSubmit=${change} data-change-rules>
    <${RulesFields} preset=${preset} options=${options} change=${(/** @type {string} */ newer, /** @type {Rules["options"]} */ others) => choose({ preset: newer, options: others })} found=${found} />
    <${Changed} writing=${writing} shown=${laidDown} />
    <p><button class="knob" disabled=${!found?.ok}>${t("club.save")}</button></p><${Said} said=${writing.said} />
  </form></details>`;
}
