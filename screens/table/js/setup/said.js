// Why the table refuses: in the reader's language, and in English where only that says all.

import { html } from "../../../shared/vendor/preact.js";
import { t } from "../../../shared/js/i18n.js";
/** @import { Refused } from "./api.js" */

/** Refusals whose English sentence knows more than their code. */
const ENGLISH = ["other", "rules", "look", "port", "file", "form", "toml", "no_camera_here", "value", "wifi_failed"];

/** @param {{ refused: Refused }} its */
export const Said = ({ refused: { code, key, message } }) => html`<div class="warn" role="alert" data-refused=${code}>
  ${t(`setup.refused.${code}`)} ${key && html`<code>${key}</code>`}
  ${message && ENGLISH.includes(code) && html`<small lang="en">${message}</small>`}
</div>`;
