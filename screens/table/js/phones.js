// Telephones are paired: while this panel is open, a code stands at the place of each seat. Whoever reads one with a
// telephone gets the buttons of that seat; its place says so, and the code is over for everybody else.

import { html, useEffect, useState } from "../../shared/vendor/preact.js";
import { credentials } from "../../shared/js/account.js";
import { t } from "../../shared/js/i18n.js";
/** @import { Account } from "../../shared/js/account.js" */
/** @import { PhoneSeat, PhonesView } from "../../types/table" */

const LOOK_MS = 3000;
/** The sentence of an answer that shows no codes. @type {Record<string, string>} */
const WHY = { here_only: "phones.here_only", elsewhere: "join.said.elsewhere", forbidden: "phones.forbidden", disk: "phones.disk", away: "join.said.away" };
/** What a panel shows of the table's answer. @typedef {Omit<PhonesView, "code"> & { code: PhonesView["code"] | "away" }} Shown */
/** @type {Shown} */
const AWAY = { code: "away", far: null, seats: [], setup: false, message: "" };

/** @param {string} path @param {object} body @param {Account | null} account @returns {Promise<Shown>} */
async function asked(path, body, account) {
  try {
    const headers = { "content-type": "application/json", ...credentials(account) };
    const answer = await fetch(`phones/${path}`, { method: "POST", headers, body: JSON.stringify(body), keepalive: path === "close" });
    return await answer.json();
  } catch {
    return AWAY;
  }
}

/** Codes are shown as long as this is drawn. @param {Account | null} account */
function useCodes(account) {
  const [shown, setShown] = useState(/** @type {Shown | null} */ (null));
  useEffect(() => {
    let timer = 0;
    const look = async () => {
      setShown(await asked("show", {}, account));
      timer = setTimeout(look, LOOK_MS);
    };
    const close = () => void asked("close", {}, account);
    addEventListener("pagehide", close);
    void look();
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", close);
      close();
    };
  }, []);
  /** @param {string} path @param {object} body */
  const ask = async (path, body) => setShown(await asked(path, body, account));
  return { shown, ask };
}

/** @param {{ seat: PhoneSeat, place: number, ask: (path: string, body: object) => void }} its */
const Place = ({ seat: { seat, name, code, phones }, place, ask }) => html`<section class=${`phone-seat side${place}`} data-phone-seat=${seat} data-phones=${phones.length}>
  <h3>${name || `${t("ui.seat")} ${seat + 1}`}</h3>
  ${code ? html`<img class="code" src=${code} alt=${t("phones.code_of", { name: name || `${t("ui.seat")} ${seat + 1}` })} />` : html`<p class="let" data-let>✓ ${t("phones.here", { n: phones.length })}</p>`}
  ${phones.length > 0 && html`<p class="acts">
    ${!code && html`<button type="button" data-another=${seat} onClick=${() => ask("another", { seat })}>${t("phones.another")}</button>`}
    ${!code && html`<button type="button" data-away=${seat} onClick=${() => ask("away", { device: phones[phones.length - 1] })}>${t("phones.away")}</button>`}
  </p>`}
</section>`;

/** `place` says on which side a seat sits; all are upright where it is left out.
    @param {{ account: Account | null, place?: (seat: number) => number, onClose?: () => void }} its */
export function Phones({ account, place, onClose }) {
  const { shown, ask } = useCodes(account);
  const code = shown?.code ?? "wait";
  const paired = shown?.seats.some((seat) => seat.phones.length);
  return html`<section class=${`phones ${place ? "around" : "upright"}`} role=${onClose ? "dialog" : "group"} aria-label=${t("phones.open")} data-let-phones=${code}>
    <div class="about">
      <h2>${t("phones.open")}</h2>
      ${code === "ok" && html`<p>${t("phones.how")}</p><p class="small">${t("phones.network", { address: shown?.far ?? "" })}</p>`}
      ${WHY[code] && html`<p role="alert">${t(WHY[code])}</p>`}
      <p class="acts">
        ${code === "here_only" && shown?.setup && html`<a href="setup.html#network" data-to-network>${t("phones.to_network")}</a>`}
        ${paired && html`<button type="button" data-away="all" onClick=${() => ask("away", {})}>${t("phones.all_away")}</button>`}
        ${onClose && html`<button type="button" data-close-phones onClick=${onClose}>${t("sign_in.close")}</button>`}
      </p>
    </div>
    ${shown?.seats.map((seat) => html`<${Place} key=${seat.seat} seat=${seat} place=${place?.(seat.seat) ?? 0} ask=${ask} />`)}
  </section>`;
}

const Phone = () => html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M7 2.5h10v19H7zM10.5 18.5h3" /></svg>`;

/** @param {{ kind?: string, onOpen: () => void }} its */
export const PhonesButton = ({ kind = "to-phones", onOpen }) => html`<button type="button" class=${kind} data-phones-button aria-label=${t("phones.open")} title=${t("phones.open")} onClick=${onOpen}>${kind === "to-phones" && html`<${Phone} />`}<span>${t("phones.open")}</span></button>`;

/** The panel over the whole page. @param {{ account: Account | null, place?: (seat: number) => number, onClose: () => void }} its */
export const PhonesOver = ({ account, place, onClose }) => html`<div class="phones-over"><${Phones} account=${account} place=${place} onClose=${onClose} /></div>`;

/** Both. Nothing without an account. @param {{ account: Account | null, kind?: string }} its */
export function LetPhonesIn({ account, kind }) {
  const [open, setOpen] = useState(false);
  if (!account) return null;
  return html`<${PhonesButton} kind=${kind} onOpen=${() => setOpen(true)} />${open && html`<${PhonesOver} account=${account} onClose=${() => setOpen(false)} />`}`;
}
