// The judges' journal with what it says of players, penalties that can be lifted, and appeals after the event.

import { language, number, t } from "../../../shared/js/i18n.js";
import { html, useState } from "../../../shared/vendor/preact.js";
import { useAnswer } from "../club.js";
import { useReasons, violation } from "./rule.js";
/** @import { AppealView, JournalLine, ReasonView } from "../../../types/club" */
/** @import { Sending } from "../../../shared/vendor/preact.js" */
/** @import { Act } from "../desk.js" */
/** @import { Desk } from "./link.js" */

/** @param {number} ms */
const time = (ms) => new Date(ms).toLocaleString(language(), { month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** @param {Desk} desk */
const useJournal = (desk) => useAnswer(`${desk.path}/journal`, desk.view.seq).data;

/** Asks for words before it does something. @param {{ label: string, text: string, onSend: (words: string) => void }} its */
function Asking({ label, text, onSend }) {
  const [words, setWords] = useState(/** @type {string | null} */ (null));
  if (words === null) return html`<button class="knob small" data-do=${label} onClick=${() => setWords("")}>${text}</button>`;
  return html`<span class="opening"><label class="words">${t("desk.reason")} *<input name="words" maxlength="400" value=${words} onInput=${(event) => setWords(event.target.value)} /></label>
    <button class="knob" data-do=${`${label}-send`} disabled=${!words.trim()} onClick=${() => onSend(words)}>${text}</button></span>`;
}

/** @param {{ desk: Desk, line: JournalLine, reasons: ReasonView[], act: Act, onAgain: (line: JournalLine) => void }} its */
function Line({ desk, line, reasons, act, onAgain }) {
  const reason = reasons.find((each) => each.id === line.reason);
  const what = line.reason ? `${line.reason} ${reason ? violation(reason) : ""}` : t(`desk.kind.${line.kind}`);
  const sanction = line.sanction && `${t(`sanction.${line.sanction}`)}${line.points ? ` ${number(line.points)}` : ""}${line.step ? ` · ${t("desk.step", { n: line.step + 1 })}` : ""}`;
  const gone = line.lifted !== null || line.superseded !== null;
  return html`<li class=${`entry ${gone ? "gone" : ""}`} data-entry=${line.entry} data-kind=${line.kind}>
    <p><small>${time(line.ts_ms)} · ${line.table ? t("desk.table", { n: line.table }) : ""} ${line.hand === null ? "" : t("desk.hand_n", { n: line.hand + 1 })} · ${desk.judge(line.judge)}</small></p>
    <p><b>${line.persons.map((person) => desk.name(person)).join(", ")}</b> ${what}${" "}${sanction && html`<b class="sanction">${sanction}</b>`}</p>
    <p class="quiet">${[line.facts, line.explanation, line.clause, line.norm && t(`desk.norm.${line.norm}`)].filter(Boolean).join(" · ")}</p>
    ${line.lifted !== null && html`<p class="quiet">${t("desk.lifted", { why: line.lifted })}</p>`}
    ${line.penalty !== null && !gone && desk.may("penalty_lifted") && html`<p class="acts">
      ${line.ruling !== null && html`<button class="knob small" data-do="again" onClick=${() => onAgain(line)}>${t("desk.again")}</button>`}
      <${Asking} label="lift" text=${t("desk.lift")} onSend=${(/** @type {string} */ why) => act("lift", { penalty: line.penalty, reason: why })} /></p>`}
  </li>`;
}

/** @param {{ desk: Desk, act: Act, onAgain: (line: JournalLine) => void }} its */
export function Journal({ desk, act, onAgain }) {
  const journal = useJournal(desk);
  const reasons = useReasons(desk);
  const [only, setOnly] = useState(false);
  if (!journal) return html`<p class="quiet">${t("desk.waiting")}</p>`;
  const lines = [...journal.lines].reverse().filter((line) => !only || line.sanction);
  return html`<div class="journal">
    <p class="acts"><label class="tick"><input type="checkbox" checked=${only} onChange=${(event) => setOnly(event.target.checked)} /> ${t("desk.only_penalties")}</label>
      <a class="knob small" href=${`api/${desk.path}/journal.csv`} download>CSV</a><a class="knob small" href=${`api/${desk.path}/journal.json`} download>JSON</a><a class="knob small" href=${`api/${desk.path}/journal.pdf?lang=${language()}`} download>PDF</a></p>
    ${journal.players.length > 0 && html`<section aria-label=${t("desk.notorious")}><h3>${t("desk.notorious")}</h3><ul class="plain">${journal.players.map((each) => html`<li key=${each.person} data-notorious=${each.person}>${t("desk.notorious_line", { name: desk.name(each.person), n: each.entries, repeated: each.repeated })}</li>`)}</ul></section>`}
    <ul class="plain entries">${lines.map((line) => html`<${Line} key=${line.entry} desk=${desk} line=${line} reasons=${reasons} act=${act} onAgain=${onAgain} />`)}
      ${!lines.length && html`<li class="quiet">${t("desk.no_entries")}</li>`}</ul>
  </div>`;
}

const PARTS = /** @type {const} */ (["situation", "decision", "reasons"]);
const UNSAID = { situation: "", decision: "", reasons: "" };

/** @param {{ desk: Desk, act: Act }} its */
function File({ desk, act }) {
  const [person, setPerson] = useState("");
  const [words, setWords] = useState(UNSAID);
  const seated = [...new Set(desk.view.tables.flatMap((table) => table.players ?? []))];
  const whole = person && PARTS.every((part) => words[part].trim());
  /** @param {Sending} event */
  const file = async (event) => {
    event.preventDefault();
    if (!(await act("file_appeal", { person: Number(person), ...words }))) return;
    setPerson("");
    setWords(UNSAID);
  };
  return html`<form class="rule" onSubmit=${file}>
    <label class="pick">${t("ui.player")} <select name="person" value=${person} onChange=${(event) => setPerson(event.target.value)}><option value=""></option>${seated.map((each) => html`<option key=${each} value=${each}>${desk.name(each)}</option>`)}</select></label>
    ${PARTS.map((part) => html`<label class="words" key=${part}>${t(`desk.appeal.${part}`)} *<textarea name=${part} rows="2" maxlength="4000" value=${words[part]} onInput=${(event) => setWords({ ...words, [part]: event.target.value })}></textarea></label>`)}
    <button class="knob main send" data-do="file" disabled=${!whole}>${t("desk.file_appeal")}</button>
  </form>`;
}

/** @type {[word: string, upholds: boolean][]} */
const VOTES = [["yes", true], ["no", false]];

/** The board votes by account; who judged at the event is refused by the club.
    @param {{ desk: Desk, appeal: AppealView, act: Act }} its */
function Decide({ desk, appeal, act }) {
  const [votes, setVotes] = useState(/** @type {{ [account: string]: boolean }} */ ({}));
  const [why, setWhy] = useState("");
  /** @param {string} account @param {boolean} upholds */
  const vote = (account, upholds) => setVotes((old) => Object.fromEntries(Object.entries({ ...old, [account]: upholds }).filter(([each, given]) => each !== account || old[each] !== given)));
  return html`<div class="rule"><p class="quiet">${t("desk.appeal.board")}</p>
    <ul class="plain">${Object.entries(desk.accounts).map(([account, name]) => html`<li key=${account} class="acts"><span>${name}</span>${VOTES.map(([word, upholds]) => html`<button type="button" key=${word} class="knob small" aria-pressed=${votes[account] === upholds} data-vote=${`${account}-${word}`} onClick=${() => vote(account, upholds)}>${t(`desk.appeal.${word}`)}</button>`)}</li>`)}</ul>
    <label class="words">${t("desk.explanation")} *<textarea name="why" rows="2" maxlength="4000" value=${why} onInput=${(event) => setWhy(event.target.value)}></textarea></label>
    <button class="knob main send" data-do="decide" disabled=${!Object.keys(votes).length || !why.trim()} onClick=${() => act("decide_appeal", { appeal: appeal.id, votes, explanation: why })}>${t("desk.appeal.decide")}</button>
  </div>`;
}

/** @param {{ desk: Desk, appeal: AppealView, act: Act }} its */
function Appeal({ desk, appeal, act }) {
  const [open, setOpen] = useState(false);
  const outcome = appeal.upheld === null ? t("desk.appeal.open") : t(appeal.upheld ? "desk.appeal.upheld" : "desk.appeal.dismissed");
  return html`<li class="entry" data-appeal=${appeal.id} data-upheld=${appeal.upheld ?? "open"}>
    <p><small>${time(appeal.filed_ms)}</small> <b>${desk.name(appeal.person)}</b> <b class="sanction">${outcome}</b></p>
    ${PARTS.map((part) => html`<p key=${part} class="quiet"><b>${t(`desk.appeal.${part}`)}</b> ${appeal[part]}</p>`)}
    ${appeal.explanation && html`<p class="quiet">${appeal.explanation} (${appeal.board.map((account) => desk.judge(account)).join(", ")})</p>`}
    ${appeal.upheld === null && !open && desk.may("appeal_decided") && html`<p class="acts"><button class="knob" data-do="open-appeal" onClick=${() => setOpen(true)}>${t("desk.appeal.decide")} …</button></p>`}
    ${appeal.upheld === null && open && html`<${Decide} desk=${desk} appeal=${appeal} act=${act} />`}
  </li>`;
}

/** @param {{ desk: Desk, act: Act }} its */
export function Appeals({ desk, act }) {
  const journal = useJournal(desk);
  if (!journal) return html`<p class="quiet">${t("desk.waiting")}</p>`;
  const until = journal.appeals_until_ms;
  const over = until !== null;
  return html`<div class="appeals">
    <p class="quiet" data-appeals=${over ? "open" : "later"}>${over ? t("desk.appeal.until", { when: time(until) }) : t("desk.appeal.later")}</p>
    <ul class="plain">${journal.appeals.map((appeal) => html`<${Appeal} key=${appeal.id} desk=${desk} appeal=${appeal} act=${act} />`)}</ul>
    ${over && desk.may("appeal_filed") && html`<${File} desk=${desk} act=${act} />`}
  </div>`;
}
