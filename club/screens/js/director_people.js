// The people of the club and who of them plays: one by one, or a list that is read in.

import { html, useState } from "../common/vendor/preact.js";
import { t } from "../common/js/i18n.js";
import { ask, submit } from "./club.js";
import { Said, useSaying, valuesOf } from "./saying.js";

const KINDS = ["player", "permanent", "occasional"];

function Add({ again, tell, register }) {
  const add = async (event) => {
    event.preventDefault();
    const form = event.target;
    const { kind, ...person } = valuesOf(form);
    const answer = await ask("people", { people: [person] });
    if (!tell(answer)) return;
    form.reset();
    if (register && kind) await register(answer.body.ids, kind);
    again();
  };
  return html`<form onSubmit=${add} data-add>
    <label>${t("ui.player")}<input name="name" required maxlength="200" /></label>
    <label>${t("people.club")}<input name="club" maxlength="200" /></label>
    <label>${t("people.country")}<input name="country" pattern="[A-Za-z]{2}" maxlength="2" /></label>
    <label>${t("people.ema")}<input name="ema" inputmode="numeric" pattern="[0-9]{1,16}" /></label>
    ${register && html`<label>${t("people.as")}<select name="kind">${KINDS.map((kind) => html`<option key=${kind} value=${kind}>${t(`kind.${kind}`)}</option>`)}<option value="">${t("people.not_yet")}</option></select></label>`}
    <p><button class="knob">${t("people.add")}</button></p>
  </form>`;
}

function ReadList({ again, tell, register }) {
  const read = async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    const answer = await ask("people/list", { csv: await file.text() });
    event.target.value = "";
    if (!tell(answer)) return;
    if (register) await register(answer.body.ids, "player");
    again();
  };
  return html`<label class="field">${t("people.list")}<input type="file" accept=".csv,text/csv" onChange=${read} data-list /></label><p class="quiet">${t("people.columns")}</p>`;
}

function Row({ person, details, state, act }) {
  return html`<tr data-person=${person}>
    <th scope="row">${details.name}</th><td>${details.club ?? ""}</td><td>${details.country?.toUpperCase() ?? ""}</td><td>${state && t(`people.is_${state}`)}</td>
    <td class="num">${act.register && !state && html`<button class="knob" onClick=${() => act.register([person], "player")}>${t("people.register")}</button>`}
      ${act.withdraw && (state === "admitted" || state === "substitute") && html`<button class="knob" onClick=${() => act.withdraw(person)}>${t("people.withdraw")}</button>`}
      ${act.returns && state === "away" && html`<button class="knob" onClick=${() => act.returns(person)}>${t("people.returns")}</button>`}
      ${!state && html` <button class="knob" onClick=${() => act.forget(person, details.name)}>${t("people.forget")}</button>`}</td>
  </tr>`;
}

/** What somebody is in the event, or null. */
function stateOf(told, person) {
  if (!told) return null;
  if (told.admitted.includes(person)) return "admitted";
  if (told.waiting.includes(person)) return "waiting";
  if (told.away.includes(person)) return "away";
  return told.substitutes.includes(person) ? "substitute" : null;
}

export function People({ told, tournament, everybody, again }) {
  const [said, tell] = useSaying();
  const [wanted, setWanted] = useState("");
  const enter = async (events) => tell(await submit(events)) && again();
  const register = tournament && ((ids, kind) => enter(ids.map((person) => ({ type: "registered", tournament, person, kind, from_round: (told?.played ?? 0) + 1 }))));
  const act = {
    register,
    withdraw: tournament && ((person) => enter([{ type: "withdrew", tournament, person, from_round: (told?.played ?? 0) + 1 }])),
    returns: tournament && ((person) => enter([{ type: "returned", tournament, person, from_round: (told?.played ?? 0) + 1 }])),
    forget: async (person, name) => confirm(t("people.forget_sure", { name })) && tell(await ask(`people/${person}/forget`, {})) && again(),
  };
  const rows = Object.entries(everybody).map(([id, details]) => [Number(id), details]).filter(([, details]) => details.name.toLowerCase().includes(wanted.toLowerCase()));
  return html`<${Said} said=${said} />
    ${told && html`<p>${t("club.players", { n: told.admitted.length })}${told.admitted.length % 4 ? html` · <b class="tag">${t("people.not_four")}</b>` : ""}</p>`}
    <${Add} again=${again} tell=${tell} register=${register} /><${ReadList} again=${again} tell=${tell} register=${register} />
    <h2>${t("people.all")}</h2><label class="field">${t("people.search")}<input type="search" onInput=${(event) => setWanted(event.target.value)} /></label>
    <div class="scroll" tabindex="0" role="region" aria-label=${t("people.all")}><table class="wide"><thead><tr><th>${t("ui.player")}</th><th>${t("people.club")}</th><th>${t("people.country")}</th><th>${t("people.state")}</th><td></td></tr></thead>
      <tbody>${rows.map(([person, details]) => html`<${Row} key=${person} person=${person} details=${details} state=${stateOf(told, person)} act=${act} />`)}</tbody></table></div>`;
}
