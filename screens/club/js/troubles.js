// What somebody should see to at a table, in the words of the page.

import { has, t } from "../../shared/js/i18n.js";
import { whyNot } from "../../shared/js/refused.js";
import { html } from "../../shared/vendor/preact.js";
/** @import { Live } from "./club.js" */

/** @typedef {{ code: string, reason?: string, values?: { [name: string]: any } }} Trouble */

/** By the code of the club or of the table, and why the table refuses something; a trouble without words only says
    that there is one.
    @param {Trouble} trouble */
export function troubleOf({ code, reason, values }) {
  const known = [`trouble.${code}`, `alert.${code}`, `sight.${code.replace("camera_", "")}`].find(has);
  const why = reason && whyNot({ code, reason, values });
  return [(known || !why) && t(known ?? "desk.lamp.alert"), why].filter(Boolean).join(" ");
}

/** What fails in the club's own server, by part. @param {{ link: Live }} its */
export const ServerTroubles = ({ link }) =>
  (link.parts.hub ?? []).map((code) => html`<p class="warn" role="alert" key=${code} data-hub=${code}>${troubleOf({ code })}</p>`);
