// A telephone has read the code of a seat: whose seat it is, one press, and its buttons.

import { html, useEffect, useState } from "../../shared/vendor/preact.js";
import { account, credentials, ownSeat } from "../../shared/js/account.js";
import { t } from "../../shared/js/i18n.js";
/** @import { PhoneClaim } from "../../types/table" */

const MARK = "#seat=";
/** What the address carries: it is worth nothing once it was used, so it may stay there. */
export const readCode = () => (location.hash.startsWith(MARK) ? location.hash.slice(MARK.length) : "");
/** @typedef {Pick<PhoneClaim, "seat" | "name" | "page" | "device" | "key"> & { code: PhoneClaim["code"] | "away" | "" }} Reply */
/** @type {Reply} */
const NOTHING = { code: "", seat: 0, name: "", page: "", device: "", key: "" };
const SAID = ["taken", "over", "elsewhere", "away", "disk"];

/** @param {string} path @param {string} code @returns {Promise<Reply>} */
async function asked(path, code) {
  try {
    const headers = { "content-type": "application/json", ...credentials(account()) };
    const answer = await fetch(`phones/${path}`, { method: "POST", headers, body: JSON.stringify({ code }) });
    return await answer.json();
  } catch {
    return { ...NOTHING, code: "away" };
  }
}

/** @param {{ code: string }} its */
export function Claim({ code }) {
  const [answer, setAnswer] = useState(NOTHING);
  const [busy, setBusy] = useState(false);
  const mine = ownSeat();
  useEffect(() => {
    void asked("look", code).then((found) => (found.code === "yours" ? location.replace(found.page) : setAnswer(found)));
  }, [code]);
  const take = async () => {
    setBusy(true);
    const given = await asked("claim", code);
    if (given.code === "ok") return void location.replace(`${given.page}device=${given.device}#key=${given.key}`);
    setAnswer(given);
    setBusy(false);
  };
  const seat = `${t("ui.seat")} ${answer.seat + 1}`;
  return html`<section class="card claim" aria-live="polite" data-claim=${answer.code}>
    ${answer.code === "ok" && html`<h2>${answer.name || seat}</h2>
      ${answer.name && html`<p>${seat}</p>`}
      <p>${t("phones.take_about")}</p>
      ${mine !== null && html`<p>${t("phones.leaves", { n: mine + 1 })}</p>`}
      <p><button type="button" class="knob big main" data-take disabled=${busy} onClick=${take}>${t("phones.take")}</button></p>`}
    ${SAID.includes(answer.code) && html`<p role="alert">${t(`phones.said.${answer.code}`)}</p>`}
    ${answer.code !== "ok" && mine !== null && html`<p><a class="knob" href=${`seat.html?seat=${mine}`}>${t("phones.back", { n: mine + 1 })}</a></p>`}
  </section>`;
}
