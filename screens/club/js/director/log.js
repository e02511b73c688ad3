// The log of an event in plain words, the newest entry first: each can be taken back, with a reason.

import { language, t } from "../../../shared/js/i18n.js";
import { html, useState } from "../../../shared/vendor/preact.js";
import { submit, useAnswer } from "../club.js";
import { Effect } from "./ending.js";
import { entryWords } from "../entries.js";
import { Said, useSaying, valuesOf } from "../saying.js";
/** @import { LogLine } from "../../../types/club" */
/** @import { Sending } from "../../../shared/vendor/preact.js" */
/** @import { Names, Reply } from "../club.js" */
/** @import { Tab } from "../director.js" */

const AT_ONCE = 40;

/** @typedef {(seqs: number[], reason: string) => Promise<Reply<unknown>>} Take */

/** @param {number} ms */
const time = (ms) => new Date(ms).toLocaleString(language(), { day: "2-digit", month: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });

/** Asks why; where later entries stand in the way it says which, and offers to take all of them back.
    @param {{ line: LogLine, take: Take, onClose: () => void }} its */
function TakeBack({ line, take, onClose }) {
  const [said, tell] = useSaying();
  const [later, setLater] = useState(/** @type {number[]} */ ([]));
  /** @param {Sending} event */
  const send = async (event) => {
    event.preventDefault();
    const seqs = [line.seq, ...(event.submitter?.getAttribute("name") === "all" ? later : [])];
    const answer = await take(seqs, valuesOf(event.target).reason);
    tell(answer, t("log.done"));
    if (!answer.ok) setLater(answer.body.values?.seqs ?? []);
  };
  return html`<form onSubmit=${send} data-taking=${line.seq}>
    <label>${t("log.why")}<input name="reason" required maxlength="400" /></label>
    <p class="choice"><button class="knob main" data-do="take">${t("log.take_back")}</button>
      ${later.length > 0 && html`<button class="knob" name="all" data-do="all">${t("log.with_later", { n: later.length + 1 })}</button>`}
      <button type="button" class="knob" onClick=${onClose}>${t("log.not")}</button></p>
    <${Said} said=${said} />
  </form>`;
}

/** @param {{ line: LogLine, names: Names, open: boolean, onOpen: (seq: number | null) => void, take: Take }} its */
function Line({ line, names, open, onOpen, take }) {
  const gone = line.reverted !== null;
  return html`<li class=${`card entry ${gone ? "gone" : ""}`} data-entry=${line.seq} data-type=${line.what.type}>
    <p class="line"><b class="seq">${line.seq}</b><span class="what">${entryWords(line.what, names)}</span>
      ${line.may && !gone && !open && html`<button class="knob small" data-take=${line.seq} aria-label=${`${t("log.take_back")} ${line.seq}`} onClick=${() => onOpen(line.seq)}>${t("log.take_back")}</button>`}</p>
    <p class="quiet">${time(line.ts_ms)} · ${line.by ?? t("log.hub")}${line.reason ? ` · ${t("log.because", { why: line.reason })}` : ""}${gone ? ` · ${t("log.is_reverted", { n: line.reverted })}` : ""}</p>
    ${line.effect.length > 0 && html`<details><summary>${t("ending.effect")}</summary><${Effect} lines=${line.effect} names=${names} /></details>`}
    ${open && html`<${TakeBack} line=${line} take=${take} onClose=${() => onOpen(null)} />`}
  </li>`;
}

/** @param {Tab} its */
export function Log({ published, names, seq, again }) {
  const [hands, setHands] = useState(false);
  const [shown, setShown] = useState(AT_ONCE);
  const [open, setOpen] = useState(/** @type {number | null} */ (null));
  const { data, error } = useAnswer(published && (hands ? `tournaments/${published.id}/log?hands=1` : `tournaments/${published.id}/log`), seq);
  if (!published) return html`<p class="quiet">${t("direct.choose")}</p>`;
  /** @type {Take} */
  const take = async (seqs, reason) => {
    const answer = await submit([{ type: "reverted", tournament: published.id, seqs, reason }]);
    if (answer.ok) {
      setOpen(null);
      again();
    }
    return answer;
  };
  return html`<p>${t("log.about")}</p>
    <label class="line"><input type="checkbox" checked=${hands} onChange=${(event) => setHands(event.target.checked)} data-hands />${t("log.hands")}</label>
    ${error && html`<p class="warn" role="alert">${error}</p>`}
    <ol class="list" data-log>${(data ?? []).slice(0, shown).map((line) => html`<${Line} key=${line.seq} line=${line} names=${names} open=${open === line.seq} onOpen=${setOpen} take=${take} />`)}</ol>
    ${data?.length === 0 && html`<p class="quiet">${t("log.none")}</p>`}
    ${data && data.length > shown && html`<p><button class="knob" data-older onClick=${() => setShown(shown + AT_ONCE)}>${t("log.older")}</button></p>`}`;
}
