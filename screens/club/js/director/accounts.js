// Who may sign in, with which roles; badges with the code that signs somebody in.

import { html, useState } from "../../../shared/vendor/preact.js";
import { t } from "../../../shared/js/i18n.js";
import { ask, hasRole, useAnswer } from "../club.js";
import { Said, useSaying, emptying, valuesOf } from "../saying.js";
/** @import { AccountLine, BodyOf, Role } from "../../../types/club" */
/** @import { Sending } from "../../../shared/vendor/preact.js" */
/** @import { Names, Reply } from "../club.js" */
/** @import { Tab } from "../director.js" */

/** @type {Role[]} */
const ROLES = ["player", "scorekeeper", "referee", "head_referee", "director", "broadcaster", "technician"];

/** What signs somebody in: a code to scan, and the same as an address to send. @param {{ account: AccountLine }} its */
function Badge({ account }) {
  const { data } = useAnswer(`accounts/${account.id}/link`);
  return html`<img class="badge" src=${`/api/accounts/${account.id}/badge.svg`} alt=${t("accounts.badge")} />
    ${data && html`<label>${t("accounts.link", { name: account.login })}<input readonly value=${data.link} onFocus=${(event) => event.target.select()} data-link /></label>`}`;
}

/** @param {{ account: AccountLine, names: Names, tournament: number | null, change: (id: number, body: BodyOf<`accounts/${number}`>) => void, remove: (account: AccountLine) => void }} its */
function Account({ account, names, tournament, change, remove }) {
  const [badge, setBadge] = useState(false);
  /** @param {Role} role */
  const has = (role) => account.roles.some((each) => each.role === role && each.tournament === tournament);
  /** @param {Role} role */
  const toggle = (role) => {
    const others = account.roles.filter((each) => each.role !== role || each.tournament !== tournament);
    void change(account.id, { revision: account.revision, grants: has(role) ? others : [...others, { role, tournament }] });
  };
  const name = account.person === null ? "" : names[account.person] ?? `#${account.person}`;
  const everywhere = tournament ? account.roles.filter((each) => each.tournament === null) : [];
  return html`<section class="card" data-account=${account.id}><h2>${account.login}${!account.login.startsWith(name) && html` <small>${name}</small>`}</h2>
    ${everywhere.length > 0 && html`<p data-everywhere>${t("accounts.club")}: ${everywhere.map(({ role }) => t(`role.${role}`)).join(", ")}</p>`}
    <fieldset><legend>${tournament ? t("accounts.here") : t("accounts.club")}</legend>${ROLES.map((role) => html`<label class="line" key=${role}><input type="checkbox" checked=${has(role)} onChange=${() => toggle(role)} />${t(`role.${role}`)}</label>`)}</fieldset>
    <p class="quiet">${account.has.map((kind) => t(`accounts.has_${kind}`)).join(", ")}</p>
    <p class="choice"><button class="knob" onClick=${() => setBadge(!badge)}>${t("accounts.badge")}</button><button class="knob" onClick=${() => change(account.id, { revoke: true })}>${t("accounts.revoke")}</button><button class="knob" data-remove onClick=${() => remove(account)}>${t("accounts.remove")}</button></p>
    ${badge && html`<${Badge} account=${account} />`}
  </section>`;
}

/** @param {Tab} its */
export function Accounts({ published, tournament, names, who, seq, again }) {
  const [said, tell] = useSaying();
  const [own, bump] = useState(0);
  const allowed = hasRole(who, ["director"]);
  const accounts = useAnswer(allowed ? "accounts" : null, `${seq}/${own}`).data ?? [];
  /** @param {Reply<unknown>} answer */
  const done = (answer) => {
    const entered = tell(answer);
    if (entered || (!answer.ok && answer.body.code === "changed_meanwhile")) bump((n) => n + 1);
    return entered;
  };
  if (!allowed) return html`<p class="warn">${t("direct.not_yours")}</p>`;
  /** @param {number} id @param {BodyOf<`accounts/${number}`>} body */
  const change = async (id, body) => done(await ask(`accounts/${id}`, body));
  /** @param {AccountLine} account */
  const remove = async ({ id, login }) => confirm(t("accounts.remove_sure", { name: login })) && done(await ask(`accounts/${id}/remove`, {}));
  /** @param {Sending} event */
  const add = async (event) => {
    event.preventDefault();
    const form = event.target;
    const { login, person, role } = valuesOf(form);
    const empty = emptying(form);
    if (done(await ask("accounts", { login, person: person ? Number(person) : null, grants: [{ role, tournament: role === "director" ? null : tournament }] }))) empty();
  };
  const without = (published?.admitted ?? []).filter((person) => !accounts.some((account) => account.person === person));
  const all = async () => {
    for (const person of without) done(await ask("accounts", { login: `${names[person]} (${person})`.slice(0, 64), person, grants: [{ role: "player", tournament }] }));
    again();
  };
  return html`<${Said} said=${said} />
    <form onSubmit=${add} data-new-account><label>${t("sign.name")}<input name="login" required maxlength="64" /></label>
      <label>${t("ui.player")}<select name="person"><option value="">–</option>${Object.entries(names).map(([person, name]) => html`<option key=${person} value=${person}>${name}</option>`)}</select></label>
      <label>${t("accounts.role")}<select name="role">${ROLES.map((role) => html`<option key=${role} value=${role}>${t(`role.${role}`)}</option>`)}</select></label>
      <p><button class="knob">${t("accounts.add")}</button></p></form>
    ${without.length > 0 && html`<p><button class="knob" onClick=${all}>${t("accounts.all", { n: without.length })}</button></p>`}
    <div class="cards">${accounts.map((account) => html`<${Account} key=${account.id} account=${account} names=${names} tournament=${tournament} change=${change} remove=${remove} />`)}</div>`;
}
