// Who may pair displays types the digits that one shows, and says what it may do.

import { html, useState } from "../../shared/vendor/preact.js";
import { credentials } from "../../shared/js/account.js";
import { t } from "../../shared/js/i18n.js";
/** @import { Account } from "../../shared/js/account.js" */
/** @import { Sending } from "../../shared/vendor/preact.js" */

const SEATS = [0, 1, 2, 3];
const ROLES = ["table", "referee", "house", "wall", "overlay", "technician"];
const ANSWERS = ["ok", "unknown", "many", "forbidden", "elsewhere"];

/** @param {{ code: string, role: string, seat: number | null }} body @param {Account} account @returns {Promise<string>} */
async function confirmed(body, account) {
  try {
    const answer = await fetch("pair/confirm", { method: "POST", headers: { "content-type": "application/json", ...credentials(account) }, body: JSON.stringify(body) });
    const { code } = await answer.json();
    return ANSWERS.includes(code) ? code : "bad";
  } catch {
    return "away";
  }
}

/** Nothing where nobody would be obeyed: without an account. @param {{ account: Account | null, open?: boolean }} its */
export function Pairing({ account, open = false }) {
  const [said, setSaid] = useState("");
  if (!account) return null;
  /** @param {Sending} event */
  const send = async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const [role, seat] = String(form.get("role")).split(" ");
    const code = String(form.get("code")).replace(/\D/g, "");
    const answer = await confirmed({ code, role, seat: seat ? Number(seat) : null }, account);
    setSaid(answer);
    if (answer === "ok") event.target.reset();
  };
  return html`<details class="card pairing" open=${open}>
    <summary><h2>${t("join.pair")}</h2></summary>
    <p>${t("join.about")}</p>
    <form class="fields" onSubmit=${send}>
      <input name="code" required inputmode="numeric" autocomplete="off" maxlength="7" pattern="[0-9]{3} ?[0-9]{3}" placeholder="000 000" aria-label=${t("join.digits")} />
      <select name="role" aria-label=${t("join.role")}>
        ${SEATS.map((n) => html`<option key=${n} value=${`seat ${n}`}>${t("ui.seat")} ${n + 1}</option>`)}
        ${ROLES.map((role) => html`<option key=${role} value=${role}>${t(`join.roles.${role}`)}</option>`)}
      </select>
      <button class="knob">${t("join.go")}</button>
    </form>
    ${said && html`<p role="status" data-pairing=${said}>${t(`join.said.${said}`)}</p>`}
  </details>`;
}
