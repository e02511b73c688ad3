// One person: the data beside the log, the fee of the event, and the list of bans.

import { language, t } from "../../../shared/js/i18n.js";
import { html, useLayoutEffect, useRef } from "../../../shared/vendor/preact.js";
import { Changed, useWriting } from "./changed.js";
import { ask, hasRole, submit } from "../club.js";
import { Said, useSaying, valuesOf } from "../saying.js";
/** @import { Ban as Banned, Known, Me, RegistrationLine } from "../../../types/club" */
/** @import { Sending } from "../../../shared/vendor/preact.js" */
/** @import { Acts } from "./people.js" */

const FIELDS = /** @type {const} */ (["name", "club", "country", "ema", "contact"]);
const DAY_MS = 86_400_000;
/** @param {number} ms */
const dayOf = (ms) => new Date(ms).toLocaleDateString(language(), { dateStyle: "medium" });
/** The end of a day on this computer's calendar. @param {string} day */
const endOf = (day) => new Date(`${day}T00:00`).getTime() + DAY_MS;

/** Name, number, contact and what keeps people apart in a draw; who is forgotten has nothing to change.
    @param {{ person: number, details: Known, again: () => void }} its */
function Details({ person, details, again }) {
  const { revision, ...fields } = details;
  const writing = useWriting({ revision, fields });
  /** @param {Sending} event */
  const change = async (event) => {
    event.preventDefault();
    const given = valuesOf(event.target);
    const mine = /** @type {Record<typeof FIELDS[number], string>} */ (Object.fromEntries(FIELDS.map((field) => [field, given[field]?.trim() || null])));
    if (await writing.write(mine, (sent, read) => ask(`people/${person}`, { ...sent, revision: read }))) again();
  };
  const known = writing.base.fields;
  return html`<form key=${writing.base.revision} onSubmit=${change} onInput=${writing.touch} data-details>
    <label>${t("ui.player")}<input name="name" required maxlength="200" defaultValue=${known.name} /></label>
    <label>${t("people.club")}<input name="club" maxlength="200" defaultValue=${known.club} /></label>
    <label>${t("people.country")}<input name="country" pattern="[A-Za-z]{2}" maxlength="2" defaultValue=${known.country} /></label>
    <label>${t("people.ema")}<input name="ema" inputmode="numeric" pattern="[0-9]{1,16}" defaultValue=${known.ema} /></label>
    <label>${t("people.contact")}<input name="contact" maxlength="200" defaultValue=${known.contact} /></label>
    <${Changed} writing=${writing} />
    <p><button class="knob">${t("club.save")}</button></p><${Said} said=${writing.said} />
  </form>`;
}

/** What somebody is in the event, and the fee.
    @param {{ person: number, registration: RegistrationLine, state: string | null, act: Acts }} its */
const Place = ({ person, registration, state, act }) => html`<p data-place>${state && t(`people.is_${state}`)} · ${t(registration.paid ? "people.is_paid" : "people.is_unpaid")}</p>
  <p class="choice">${registration.paid ? html`<button class="knob" data-unpay onClick=${() => act.unpay(person)}>${t("people.unpay")}</button>` : html`<button class="knob" data-pay-here onClick=${() => act.pay(person)}>${t("people.pay")}</button>`}</p>`;

/** Bans are of the whole club, until the end of a day (K-ORG-02).
    @param {{ person: number, ban?: Banned, registration?: RegistrationLine, again: () => void }} its */
function Ban({ person, ban, registration, again }) {
  const [said, tell] = useSaying();
  /** @param {{ type: "ban_lifted", reason: string } | { type: "banned", until_ms: number, reason: string }} event */
  const enter = async (event) => tell(await submit([{ tournament: 0, person, ...event }])) && again();
  /** @param {Sending} event */
  const send = (event) => {
    event.preventDefault();
    const { until_ms: day, reason = "" } = valuesOf(event.target);
    void enter(ban ? { type: "ban_lifted", reason } : { type: "banned", until_ms: endOf(day), reason });
  };
  return html`<details open=${Boolean(ban)}><summary>${t("ban.title")}</summary>
    ${ban && html`<p class="warn" data-banned>${t("ban.until_day", { day: dayOf(ban.until_ms - 1) })}${ban.reason && ` · ${ban.reason}`}</p>`}
    ${ban && registration && html`<p>${t("ban.registered")}</p>`}
    <form key=${ban ? "lift" : "ban"} onSubmit=${send} data-ban>${!ban && html`<label>${t("ban.until")}<input name="until_ms" type="date" required min=${new Date(Date.now()).toLocaleDateString("sv")} /></label>`}
      <label>${t("rounds.reason")}<input name="reason" maxlength="400" required /></label><p class="quiet">${t("ban.no_names")}</p>
      <p><button class="knob">${t(ban ? "ban.lift" : "ban.ban")}</button></p></form><${Said} said=${said} /></details>`;
}

/** @param {{ person: number, details: Known, registration?: RegistrationLine, state: string | null, ban?: Banned, who: Me, act: Acts, again: () => void, onClose: () => void }} its */
export function Person({ person, details, registration, state, ban, who, act, again, onClose }) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  // At once, not after the next picture: by then a person may be writing in the card.
  useLayoutEffect(() => heading.current?.focus(), []);
  const close = () => {
    onClose();
    /** @type {HTMLElement | null} */ (document.querySelector(`[data-open="${person}"]`))?.focus();
  };
  return html`<section class="card one" data-one=${person} aria-label=${details.name} onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && close()}>
    <h2 tabindex="-1" ref=${heading}>${details.name}</h2><p class="quiet">${t("people.number", { n: person })}</p>
    <${Details} person=${person} details=${details} again=${again} />
    ${registration && html`<${Place} person=${person} registration=${registration} state=${state} act=${act} />`}
    ${hasRole(who, ["director"]) && html`<${Ban} person=${person} ban=${ban} registration=${registration} again=${again} />`}
    <p><button class="knob" data-close-person onClick=${close}>${t("people.close")}</button></p>
  </section>`;
}
