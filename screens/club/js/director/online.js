// Games played online: files of records, and who the names of the site are; of each what became of it.

import { html, useState } from "../../../shared/vendor/preact.js";
import { t } from "../../../shared/js/i18n.js";
import { ask } from "../club.js";
import { refusal } from "../refusal.js";
import { Said, useSaying } from "../saying.js";
/** @import { RecordEntered } from "../../../types/club" */
/** @import { Sending } from "../../../shared/vendor/preact.js" */
/** @import { Names, Published } from "../club.js" */

/** Lines such as `name = 7` or `name,7`: a name of the site and the player's number or name here.
    @param {string} text @param {Names} names @returns {{ [name: string]: number }} */
function accountsOf(text, names) {
  const ids = new Map(Object.entries(names).map(([id, name]) => [name, Number(id)]));
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
  return Object.fromEntries(lines.map((line) => {
    const at = Math.max(line.lastIndexOf("="), line.lastIndexOf(","));
    const who = line.slice(at + 1).trim();
    return [line.slice(0, Math.max(0, at)).trim(), ids.get(who) ?? Number(who.replace("#", ""))];
  }));
}

/** @param {{ [name: string]: number }} accounts */
const wrongLine = (accounts) => Object.entries(accounts).find(([name, person]) => !name || !Number.isInteger(person))?.[0];

/** @param {{ published: Published, n: number, names: Names, again: () => void }} its */
export function Online({ published, n, names, again }) {
  const [files, setFiles] = useState(/** @type {File[]} */ ([]));
  const [found, setFound] = useState(/** @type {RecordEntered[]} */ ([]));
  const [said, tell] = useSaying();
  /** @param {Sending} event */
  const enter = async (event) => {
    event.preventDefault();
    const given = new FormData(event.target);
    const accounts = accountsOf(String(given.get("accounts")), names);
    const wrong = wrongLine(accounts);
    if (wrong !== undefined) return tell({ ok: false, body: { message: t("online.who", { name: wrong }) } });
    const records = await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() })));
    const answer = await ask(`tournaments/${published.id}/rounds/${n}/online`, { records, accounts, lobby: String(given.get("lobby")).trim() || null });
    setFound(answer.ok ? answer.body : []);
    const taken = answer.ok ? answer.body.filter((each) => each.ok).length : 0;
    if (tell(answer, t("online.taken", { n: taken, of: records.length })) && taken) again();
    return null;
  };
  return html`<details data-online><summary>${t("online.enter")}</summary><form onSubmit=${enter}>
      <label>${t("online.files")}<input type="file" multiple onChange=${(event) => setFiles([...(event.target.files ?? [])])} required /></label>
      <label>${t("online.lobby")}<input name="lobby" /></label>
      <div><label>${t("online.accounts")}<textarea name="accounts" rows="4" spellcheck="false" placeholder=${`NoName = ${Object.values(names)[0] ?? 7}`} required></textarea></label></div>
      <p><button class="knob" disabled=${!files.length}>${t("online.take")}</button></p>
      <${Said} said=${said} />
      <ul class="list">${found.map((each) => html`<li key=${each.name} data-record=${each.ok ? "done" : "warn"}><b>${each.name}</b> · ${each.ok ? t("club.table", { n: each.table }) : ""} ${((each.ok ? each.notes : each.reasons) ?? []).map(refusal).join(" ")}</li>`)}</ul>
    </form></details>`;
}
