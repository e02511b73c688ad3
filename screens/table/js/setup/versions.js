// Earlier contents of the file, and one of them taken back.

import { html, useEffect, useState } from "../../../shared/vendor/preact.js";
import { moment, t } from "../../../shared/js/i18n.js";
import { askVersions } from "./api.js";
import { Said } from "./said.js";
/** @import { SetupForm, SetupVersion } from "../../../types/table" */
/** @import { Refused } from "./api.js" */

/** @param {{ form: SetupForm, onBack: (number: number) => void }} its */
export function Versions({ form, onBack }) {
  const [versions, setVersions] = useState(/** @type {SetupVersion[]} */ ([]));
  const [refused, setRefused] = useState(/** @type {Refused | null} */ (null));
  useEffect(() => {
    void askVersions().then((answer) => {
      setVersions(answer.ok?.versions ?? []);
      setRefused(answer.refused);
    });
  }, [form.revision]);
  return html`<p>${t("setup.versions_about")}</p>
    ${refused && html`<${Said} refused=${refused} />`}
    ${!versions.length && !refused && html`<p data-none>${t("setup.versions_none")}</p>`}
    <ul class="versions">${versions.map(({ number, at_ms, keys }) => html`<li key=${number} data-version=${number}>
      <span><strong>${t("setup.version_until", { time: moment(at_ms) })}</strong><small>${keys.join(", ")}</small></span>
      <button type="button" class="knob" onClick=${() => onBack(number)}>${t("setup.take_back")}</button>
    </li>`)}</ul>
    <p class="note path">${t("setup.file", { path: form.path })}</p>`;
}
