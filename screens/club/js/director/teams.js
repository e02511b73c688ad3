// Teams: who plays for whom, and how the totals of members make that of a team.

import { t } from "../../../shared/js/i18n.js";
import { html, useState } from "../../../shared/vendor/preact.js";
import { Changed, useWriting } from "./changed.js";
import { hasRole, submit, useAnswer } from "../club.js";
import { laidDown } from "./laid_down.js";
import { Said, useSaying, emptying, valuesOf } from "../saying.js";
import { counting, teamName, TeamStandings } from "../teams.js";
/** @import { Deed, Plan, Team as TeamView } from "../../../types/club" */
/** @import { Sending } from "../../../shared/vendor/preact.js" */
/** @import { Laid, Names, Published, Reply } from "../club.js" */
/** @import { Tab } from "../director.js" */

/** @typedef {(person: number, team: number | null) => void} Join */

const BY = ["sum", "average"];

/** A new team; its number is the next one. @param {{ teams: TeamView[], enter: (event: Deed) => Promise<boolean> }} its */
function Add({ teams, enter }) {
  /** @param {Sending} event */
  const add = async (event) => {
    event.preventDefault();
    const form = event.target;
    const empty = emptying(form);
    const team = Math.max(0, ...teams.map((each) => each.team)) + 1;
    if (await enter({ type: "team_named", team, name: valuesOf(form).name })) empty();
  };
  return html`<form onSubmit=${add} data-new-team><label>${t("teams.name")}<input name="name" required maxlength="100" /></label><p><button class="knob">${t("teams.add")}</button></p></form>`;
}

/** The name of a team, and its members, each of whom may leave it.
    @param {{ tournament: number, team: TeamView, names: Names, directs: boolean, join: Join, again: () => void }} its */
function Team({ tournament, team, names, directs, join, again }) {
  const writing = useWriting({ revision: team.revision, fields: { name: team.name } });
  /** @param {Sending} event */
  const rename = async (event) => {
    event.preventDefault();
    /** @param {{ name: string }} fields @param {string} revision */
    const send = (fields, revision) => submit([{ type: "team_named", tournament, team: team.team, ...fields }], revision);
    if (await writing.write({ name: valuesOf(event.target).name }, send)) again();
  };
  return html`<section class="card" data-team-card=${team.team}><h2>${teamName(team)}</h2>
    ${directs && html`<form key=${writing.base.revision} onSubmit=${rename} onInput=${writing.touch} data-rename><label>${t("teams.name")}<input name="name" required maxlength="100" defaultValue=${writing.base.fields.name} /></label>
      <${Changed} writing=${writing} /><p><button class="knob small">${t("club.save")}</button></p><${Said} said=${writing.said} /></form>`}
    <ul class="list">${team.members.map(({ person }) => html`<li key=${person} data-member=${person}>${names[person] ?? `#${person}`} <button class="knob small" aria-label=${`${t("accounts.remove")}: ${names[person] ?? `#${person}`}`} onClick=${() => join(person, null)}>${t("accounts.remove")}</button></li>`)}</ul>
    ${!team.members.length && html`<p class="quiet">${t("teams.nobody")}</p>`}
  </section>`;
}

/** Everybody of the event with the team, chosen from a list.
    @param {{ published: Published, teams: TeamView[], names: Names, join: Join }} its */
const Members = ({ published, teams, names, join }) => html`<h2>${t("teams.who")}</h2><div class="members">${[...published.admitted, ...published.waiting].map((person) => html`<label key=${person}>${names[person] ?? `#${person}`}
  <select data-team-of=${person} value=${published.teams[person] ?? ""} onChange=${(event) => join(person, Number(event.target.value) || null)}><option value="">–</option>${teams.map((each) => html`<option key=${each.team} value=${each.team} selected=${each.team === published.teams[person]}>${teamName(each)}</option>`)}</select></label>`)}</div>`;

/** The sum or the average, of all members or of the best ones: a part of the plan.
    @param {{ published: Published, laid: Laid, again: () => void }} its */
function Counting({ published, laid, again }) {
  const writing = useWriting(laid);
  const { name, preset, options, ...plan } = writing.base.fields;
  /** @param {Sending} event */
  const change = async (event) => {
    event.preventDefault();
    const given = valuesOf(event.target);
    /** @param {Plan} changed @param {string} revision */
    const send = (changed, revision) => submit([{ type: "tournament_changed", tournament: published.id, plan: changed }], revision);
    const mine = { ...plan, teams_by: given.teams_by, teams_best: given.teams_best ? Number(given.teams_best) : null };
    if (await writing.write(mine, send)) again();
  };
  return html`<details><summary>${t("teams.counting")}</summary><form key=${writing.base.revision} onSubmit=${change} onInput=${writing.touch} data-counting>
    <label>${t("teams.total")}<select name="teams_by">${BY.map((each) => html`<option key=${each} value=${each} selected=${each === plan.teams_by}>${t(`teams.${each}`)}</option>`)}</select></label>
    <label>${t("teams.best")}<input name="teams_best" type="number" min="1" placeholder=${t("teams.all")} defaultValue=${plan.teams_best} /></label>
    <${Changed} writing=${writing} shown=${laidDown} /><p><button class="knob">${t("club.save")}</button></p><${Said} said=${writing.said} />
  </form></details>`;
}

/** @param {Tab} its */
export function Teams({ published, tournament, names, seq, who, again }) {
  const [said, tell] = useSaying();
  const [own, bump] = useState(0);
  const at = `${seq}/${own}`;
  const directs = hasRole(who, ["director"], tournament);
  const { data } = useAnswer(published && `tournaments/${published.id}/teams`, at);
  const registered = useAnswer(published && `tournaments/${published.id}/registrations`, at).data ?? [];
  const laid = useAnswer(published && directs && `tournaments/${published.id}/plan`, at).data;
  if (!published) return html`<p class="quiet">${t("direct.choose")}</p>`;
  const teams = data?.teams ?? [];
  /** @param {Reply<unknown>} answer */
  const done = (answer) => {
    if (!answer.ok && answer.body.code === "changed_meanwhile") bump((n) => n + 1);
    if (tell(answer)) again();
    return answer.ok;
  };
  /** @param {Deed} event @param {string | null} [revision] */
  const enter = async (event, revision = null) => done(await submit([{ ...event, tournament: published.id }], revision));
  /** @type {Join} */
  const join = (person, team) => enter({ type: "team_joined", person, team }, registered.find((each) => each.person === person)?.team_revision);
  return html`<p>${t("teams.about")}</p>${data && html`<p class="quiet">${counting(data)}</p>`}<${Said} said=${said} />
    ${directs && html`<${Add} teams=${teams} enter=${enter} />`}${laid && teams.length > 0 && html`<${Counting} published=${published} laid=${laid} again=${again} />`}
    <div class="cards">${teams.map((team) => html`<${Team} key=${team.team} tournament=${tournament} team=${team} names=${names} directs=${directs} join=${join} again=${again} />`)}</div>
    ${teams.length > 0 && html`<${Members} published=${published} teams=${teams} names=${names} join=${join} />`}
    <${TeamStandings} tournament=${tournament} names=${names} seq=${at} />`;
}
