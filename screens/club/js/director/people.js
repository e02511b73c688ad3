// The people of the club and who of them plays: one by one, or a list that is read in.

import { html, useState } from "../../../shared/vendor/preact.js";
import { t } from "../../../shared/js/i18n.js";
import { ask, hasRole, submit, useAnswer } from "../club.js";
import { Person } from "./person.js";
import { Waiting } from "./waiting.js";
import { Said, useSaying, emptying, valuesOf } from "../saying.js";
/** @import { Ban, Known, RegistrationLine, Submitted } from "../../../types/club" */
/** @import { Entry, Sending } from "../../../shared/vendor/preact.js" */
/** @import { Published, Reply } from "../club.js" */
/** @import { Tab } from "../director.js" */

/** @typedef {(ids: number[], kind: "player" | "permanent" | "occasional") => Promise<unknown>} Register */
/** What can be done with somebody; what only an event allows is null without one.
    @typedef {{ register: Register | null, open: (person: number) => void, pay: (person: number) => void, unpay: (person: number) => void, withdraw: ((person: number) => void) | null, returns: ((person: number) => void) | null, forget: (person: number, name: string) => void }} Acts */

const KINDS = ["player", "permanent", "occasional"];

/** @param {{ again: () => void, tell: (answer: Reply<unknown>) => boolean, register: Register | null }} its */
function Add({ again, tell, register }) {
  /** @param {Sending} event */
  const add = async (event) => {
    event.preventDefault();
    const form = event.target;
    const { kind, name, ...person } = valuesOf(form);
    const empty = emptying(form);
    const answer = await ask("people", { people: [{ name, ...person }] });
    tell(answer);
    if (!answer.ok) return;
    empty();
    if (register && kind) await register(answer.body.ids, kind);
    again();
  };
  return html`<form onSubmit=${add} data-add>
    <label>${t("ui.player")}<input name="name" required maxlength="200" /></label>
    <label>${t("field.given")}<input name="given" maxlength="200" title=${t("people.both_names")} /></label>
    <label>${t("field.family")}<input name="family" maxlength="200" title=${t("people.both_names")} /></label>
    <label>${t("people.club")}<input name="club" maxlength="200" /></label>
    <label>${t("people.country")}<input name="country" pattern="[A-Za-z]{2}" maxlength="2" /></label>
    <label>${t("people.ema")}<input name="ema" inputmode="numeric" pattern="[0-9]{1,16}" /></label>
    <label>${t("people.contact")}<input name="contact" maxlength="200" /></label>
    ${register && html`<label>${t("people.as")}<select name="kind">${KINDS.map((kind) => html`<option key=${kind} value=${kind}>${t(`kind.${kind}`)}</option>`)}<option value="">${t("people.not_yet")}</option></select></label>`}
    <p><button class="knob">${t("people.add")}</button></p>
  </form>`;
}

/** @param {{ again: () => void, tell: (answer: Reply<unknown>) => boolean, register: Register | null }} its */
function ReadList({ again, tell, register }) {
  /** @param {Entry} event */
  const read = async (event) => {
    const file = event.target.files?.[0];
    if (!file) return;
    const answer = await ask("people/list", { csv: await file.text() });
    event.target.value = "";
    tell(answer);
    if (!answer.ok) return;
    if (register) await register(answer.body.ids, "player");
    again();
  };
  return html`<label class="field">${t("people.list")}<input type="file" accept=".csv,text/csv" onChange=${read} data-list /></label><p class="quiet">${t("people.columns")}</p>`;
}

/** The fee of somebody who is registered: paid, or a button that says so.
    @param {{ person: number, registration?: RegistrationLine, act: Acts }} its */
const Fee = ({ person, registration, act }) => registration && (registration.paid ? html`<span data-paid>✓</span>` : html`<button class="knob small" data-pay=${person} onClick=${() => act.pay(person)}>${t("people.pay")}</button>`);

/** @param {{ person: number, details: Known, state: string | null, registration?: RegistrationLine, ban?: Ban, act: Acts }} its */
function Row({ person, details, state, registration, ban, act }) {
  return html`<tr data-person=${person}>
    <th scope="row"><button class="knob small name" data-open=${person} onClick=${() => act.open(person)}>${details.name}</button></th><td>${details.club ?? ""}</td><td>${details.country?.toUpperCase() ?? ""}</td><td>${state && t(`people.is_${state}`)}${ban && html` <em class="tag">${t("ban.is")}</em>`}</td><td><${Fee} person=${person} registration=${registration} act=${act} /></td>
    <td class="num">${act.register && !state && html`<button class="knob" onClick=${() => act.register?.([person], "player")}>${t("people.register")}</button>`}
      ${act.withdraw && state && state !== "away" && html`<button class="knob" onClick=${() => act.withdraw?.(person)}>${t("people.withdraw")}</button>`}
      ${act.returns && state === "away" && html`<button class="knob" onClick=${() => act.returns?.(person)}>${t("people.returns")}</button>`}
      ${!state && html` <button class="knob" onClick=${() => act.forget(person, details.name)}>${t("people.forget")}</button>`}</td>
  </tr>`;
}

/** What somebody is in the event, or null. @param {Published | null} published @param {number} person */
function stateOf(published, person) {
  if (!published) return null;
  if (published.admitted.includes(person)) return "admitted";
  if (published.waiting.includes(person)) return "waiting";
  if (published.away.includes(person)) return "away";
  return published.substitutes.includes(person) ? "substitute" : null;
}

/** @param {Tab} its */
export function People({ published, tournament, everybody, names, seq, who, again }) {
  const [said, tell] = useSaying();
  const [open, setOpen] = useState(/** @type {number | null} */ (null));
  const list = useAnswer(published ? `tournaments/${published.id}/registrations` : null, seq).data ?? [];
  const bans = useAnswer("bans", seq).data ?? {};
  /** @type {{ [person: string]: RegistrationLine }} */
  const registered = Object.fromEntries(list.map((each) => [each.person, each]));
  const [wanted, setWanted] = useState("");
  /** @param {Submitted["events"]} events */
  const enter = async (events) => tell(await submit(events)) && again();
  /** @type {Register | null} */
  const register = tournament === null ? null : ((ids, kind) => enter(ids.map((person) => ({ type: "registered", tournament, person, kind, from_round: (published?.played ?? 0) + 1 }))));
  /** @type {Acts} */
  const act = {
    register,
    open: setOpen,
    pay: (person) => published && enter([{ type: "paid", tournament: published.id, person }]),
    unpay: (person) => published && enter([{ type: "reverted", tournament: published.id, seqs: [registered[person].paid ?? 0], reason: t("people.unpaid") }]),
    withdraw: tournament === null ? null : ((person) => enter([{ type: "withdrew", tournament, person, from_round: (published?.played ?? 0) + 1 }])),
    returns: tournament === null ? null : ((person) => enter([{ type: "returned", tournament, person, from_round: (published?.played ?? 0) + 1 }])),
    forget: async (person, name) => confirm(t("people.forget_sure", { name })) && tell(await ask(`people/${person}/forget`, {})) && again(),
  };
  const rows = Object.entries(everybody).map(([id, details]) => /** @type {[number, Known]} */ ([Number(id), details])).filter(([, details]) => details.name.toLowerCase().includes(wanted.toLowerCase()));
  return html`<${Said} said=${said} />
    ${published && html`<p>${t("club.players", { n: published.admitted.length })}${published.admitted.length % 4 ? html` · <b class="tag">${t("people.not_four")}</b>` : ""}</p>`}
    ${open && everybody[open] && html`<${Person} key=${open} person=${open} details=${everybody[open]} registration=${registered[open]} state=${stateOf(published, open)} ban=${bans[open]} who=${who} act=${act} again=${again} onClose=${() => setOpen(null)} />`}
    ${published && html`<${Waiting} published=${published} names=${names} registered=${registered} directs=${hasRole(who, ["director"], published.id)} act=${act} again=${again} />`}
    <${Add} again=${again} tell=${tell} register=${register} /><${ReadList} again=${again} tell=${tell} register=${register} />
    <h2>${t("people.all")}</h2><label class="field">${t("people.search")}<input type="search" onInput=${(event) => setWanted(event.target.value)} /></label>
    <div class="scroll" tabindex="0" role="region" aria-label=${t("people.all")}><table class="wide"><thead><tr><th>${t("ui.player")}</th><th>${t("people.club")}</th><th>${t("people.country")}</th><th>${t("people.state")}</th><th>${t("club.fee")}</th><td></td></tr></thead>
      <tbody>${rows.map(([person, details]) => html`<${Row} key=${person} person=${person} details=${details} state=${stateOf(published, person)} registration=${registered[person]} ban=${bans[person]} act=${act} />`)}</tbody></table></div>`;
}
