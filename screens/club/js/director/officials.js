// The referees of an event: accounts that may judge, who of them plays, and which tables are in whose care.

import { t } from "../../../shared/js/i18n.js";
import { html, useLayoutEffect, useState } from "../../../shared/vendor/preact.js";
import { Changed, useWriting } from "./changed.js";
import { submit, useAnswer } from "../club.js";
import { laidDown } from "./laid_down.js";
import { Said } from "../saying.js";
/** @import { Judges, Official as Appointed, OfficialLine, Plan } from "../../../types/club" */
/** @import { Sending } from "../../../shared/vendor/preact.js" */
/** @import { Laid, Names, Published } from "../club.js" */

/** A referee as the form has it; `person` is null until one is chosen.
    @typedef {Omit<Required<Appointed>, "person"> & { person: number | null }} Chosen */

/** Numbers of tables as they are written: `1, 2, 5`. @param {string} text */
const tablesOf = (text) => [...new Set(text.match(/[1-9]\d*/g) ?? [])].map(Number);

/** @param {{ judge: OfficialLine, official?: Chosen, names: Names, who: (person: number | null) => Pick<Chosen, "person" | "playing">, put: (official?: Chosen) => void, drop: () => void }} its */
function Official({ judge, official, names, who, put, drop }) {
  const name = judge.person === null ? undefined : names[judge.person];
  /** @param {Chosen} own @param {"head" | "playing"} field @param {string} words */
  const toggle = (own, field, words) => html`<label class="line"><input type="checkbox" data-field=${field} checked=${own[field]} onChange=${() => put({ ...own, [field]: !own[field] })} />${words}</label>`;
  return html`<fieldset data-official=${judge.account}><legend>${judge.login}${name && !judge.login.startsWith(name) ? ` · ${name}` : ""}</legend>
    <label class="line"><input type="checkbox" data-field="judges" checked=${!!official} onChange=${() => (official ? drop() : put())} />${t("officials.judges")}</label>
    ${official && html`${judge.person === null && html`<label>${t("officials.person")}<select required value=${official.person ?? ""} onChange=${(event) => put({ ...official, ...who(Number(event.target.value) || null) })}><option value="">–</option>${Object.entries(names).map(([person, each]) => html`<option key=${person} value=${person} selected=${Number(person) === official.person}>${each}</option>`)}</select></label>`}
      ${toggle(official, "head", t("role.head_referee"))}${toggle(official, "playing", t("officials.playing"))}
      <label>${t("officials.tables")}<input inputmode="numeric" placeholder="1, 2, 3" defaultValue=${official.tables.join(", ")} onInput=${(event) => put({ ...official, tables: tablesOf(event.target.value) })} /></label>`}</fieldset>`;
}

/** Whether the judges are enough (K-JUDGE-04). @param {{ judges: Judges }} its */
const Enough = ({ judges }) => html`<section class="card" aria-live="polite"><p data-judges>${t("desk.judges", { playing: judges.playing, least: judges.wanted_playing[0], most: judges.wanted_playing[1], free: judges.free, wanted: judges.wanted_free })}</p>
  ${judges.short.map((code) => html`<p key=${code} class="warn" data-short=${code}>${t(`desk.short.${code}`)}</p>`)}</section>`;

/** @param {{ published: Published, laid: Laid, names: Names, again: () => void }} its */
export function Officials({ published, laid, names, again }) {
  const writing = useWriting(laid);
  const [given, give] = useState(/** @type {Chosen[] | null} */ (null));
  useLayoutEffect(() => give(null), [writing.base.revision]);
  const chosen = given ?? /** @type {Chosen[]} */ (writing.base.fields.officials);
  /** @param {Chosen[]} officials */
  const setChosen = (officials) => {
    writing.touch();
    give(officials);
  };
  const playing = chosen.filter((official) => official.playing).length;
  const { data } = useAnswer(`tournaments/${published.id}/officials?playing=${playing}&free=${chosen.length - playing}`);
  if (!data) return null;
  const gone = chosen.filter(({ account }) => !data.accounts.some((each) => each.account === account));
  const judges = [...data.accounts, ...gone.map(({ account, person }) => ({ account, person, login: (person && names[person]) || account, head: false }))];
  /** @param {string} account */
  const drop = (account) => setChosen(chosen.filter((each) => each.account !== account));
  /** @param {number | null} person */
  const who = (person) => ({ person, playing: person !== null && published.admitted.includes(person) });
  /** @param {OfficialLine} judge @param {Chosen} [official] */
  const put = ({ account, person, head }, official = { account, head, ...who(person), tables: [] }) =>
    setChosen(chosen.some((each) => each.account === account) ? chosen.map((each) => (each.account === account ? official : each)) : [...chosen, official]);
  /** @param {Sending} event */
  const change = async (event) => {
    event.preventDefault();
    const { name, preset, options, ...plan } = writing.base.fields;
    /** @param {Plan} changed @param {string} revision */
    const send = (changed, revision) => submit([{ type: "tournament_changed", tournament: published.id, plan: changed }], revision);
    if (await writing.write({ ...plan, officials: /** @type {Appointed[]} */ (chosen) }, send)) again();
  };
  return html`<details><summary>${t("officials.title")}</summary><form onSubmit=${change} data-officials>
    ${judges.map((judge) => html`<${Official} key=${judge.account} judge=${judge} official=${chosen.find((each) => each.account === judge.account)} names=${names} who=${who} put=${(/** @type {Chosen | undefined} */ official) => put(judge, official)} drop=${() => drop(judge.account)} />`)}
    ${!judges.length && html`<p class="quiet" data-no-judges>${t("officials.none")}</p>`}
    <${Enough} judges=${data.judges} />
    <${Changed} writing=${writing} shown=${(/** @type {string} */ field, /** @type {unknown} */ value) => laidDown(field, value, names)} />
    <p><button class="knob">${t("club.save")}</button></p><${Said} said=${writing.said} />
  </form></details>`;
}
