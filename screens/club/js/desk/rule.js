// A ruling is put together: who, what, the column, what the table of penalties and the ladder propose, and why.

import { Choice, Pick, Rows, Several } from "../../../shared/js/forms.js";
import { language, number, t } from "../../../shared/js/i18n.js";
import { useReply } from "../../../shared/js/reply.js";
import { html, useState } from "../../../shared/vendor/preact.js";
import { ask, useAnswer } from "../club.js";
/** @import { CaseView, Column, Columns, ReasonView } from "../../../types/club" */
/** @import { Option } from "../../../shared/js/forms.js" */
/** @import { Act } from "../desk.js" */
/** @import { Desk } from "./link.js" */

/** What a ruling begins with: a finding, or the ruling that it takes the place of.
    @typedef {{ persons?: number[], reason?: string, hand?: number | null, facts?: string, because?: number[], supersedes?: number | null, at?: number }} Wish */
/** @typedef {{ [person: string]: Columns }} Proposed */
/** @typedef {{ persons: number[], id: string | null, hand: number | string, column: string, sanction: string | null, points: number | null, facts: string | null, explanation: string, mitigating: string }} Form */
/** @typedef {<Name extends keyof Form>(name: Name) => (value: Form[Name]) => void} SetField */

const SANCTIONS = ["reminder", "dead_hand", "chombo", "redeal", "fine", "disqualification"];

/** What a violation is called: by the penalty table, or by the page for what stands beside it. @param {ReasonView} reason */
export const violation = (reason) => reason.violation || t(`desk.beside.${reason.id}`);

/** All reasons in the language of the page. @param {Desk} desk */
export const useReasons = (desk) => useAnswer(`${desk.path}/reasons?lang=${language()}`).data ?? [];

/** What the club proposes for these people: by person both columns; null until it is known.
    @param {Desk} desk @param {number[]} persons @param {string | null} reason */
function useProposal(desk, persons, reason) {
  const asking = reason && persons.length > 0 ? () => ask(`${desk.path}/propose`, { persons, reason }).then(({ ok, body }) => (ok ? body : null)) : null;
  return useReply(JSON.stringify([persons, reason, desk.view.seq]), asking);
}

/** @param {number} points */
const fine = (points) => (points ? ` −${number(points)}` : "");

/** The column that is chosen, where the reason has it. @param {Columns} columns @param {string} column */
const columnOf = (columns, column) => (column === "minimum" && columns.minimum) || columns.standard;

/** One line for each person: the sanction, the points after uma, the step of the ladder.
    @param {{ desk: Desk, proposal: Proposed, column: string }} its */
function Proposal({ desk, proposal, column }) {
  return html`<ul class="proposal" data-proposal>${Object.entries(proposal).map(([person, columns]) => {
    const { sanction, points, step, measure } = columnOf(columns, column);
    return html`<li key=${person} data-person=${person} data-points=${points} data-sanction=${sanction ?? ""}><b>${desk.name(Number(person))}</b>: ${t(`sanction.${sanction ?? measure}`)}${fine(points)}${step > 0 ? ` · ${t("desk.step", { n: step + 1 })}` : ""}</li>`;
  })}</ul>`;
}

/** @param {{ reason: ReasonView }} its */
function Norm({ reason }) {
  return html`<p class="quiet norm" data-norm=${reason.norm}><b>${t(`desk.norm.${reason.norm}`)}</b> ${t(`desk.norm_says.${reason.norm}`)} · ${reason.clause}</p>`;
}

/** @param {{ label: string, name: string, value: string, onInput: (text: string) => void, needed?: boolean }} its */
const Words = ({ label, name, value, onInput, needed = false }) => html`<label class="words">${label}${needed ? " *" : ""}
  <textarea name=${name} rows="2" maxlength="4000" value=${value} onInput=${(event) => onInput(event.target.value)}></textarea>
</label>`;

/** Which hand it is about: the one in play, or one that was recorded. @param {CaseView} caseView @returns {Option[]} */
function hands(caseView) {
  const known = caseView.played.map((line) => /** @type {Option} */ ([line.hand, `${line.hand + 1}`]));
  /** @type {Option[]} */
  const running = caseView.running === null ? [] : [[caseView.running, `${caseView.running + 1} · ${t("desk.in_play")}`]];
  return [["", "–"], ...known.filter(([hand]) => hand !== caseView.running), ...running];
}

/** @type {Omit<Form, "persons" | "id" | "hand">} */
const START = { column: "standard", sanction: null, points: null, facts: null, explanation: "", mitigating: "" };

/** What is being ruled: `form` with everything chosen, `set(name)(value)`, and `choose` for the reason.
    @param {Wish | null} wish @param {CaseView} caseView */
function useForm(wish, caseView) {
  /** @type {Form} */
  const first = { ...START, persons: wish?.persons ?? [], id: wish?.reason ?? null, hand: wish?.hand ?? caseView.running ?? "", facts: wish?.facts ?? null };
  const [form, setForm] = useState(first);
  /** @type {SetField} */
  const set = (name) => (value) => setForm((old) => ({ ...old, [name]: value }));
  // the chosen one stands alone, so that what follows from it is in sight; touched again it gives way to all
  /** @param {string} row */
  const choose = (row) => setForm((old) => ({ ...START, persons: old.persons, hand: old.hand, explanation: old.explanation, id: row === old.id ? null : row }));
  return { form, set, choose };
}

/** The body of the act; `facts` is what the form says or proposes.
    @param {Form} form @param {string} facts @param {CaseView} caseView @param {Wish | null} wish @param {number} seen */
const bodyOf = (form, facts, caseView, wish, seen) => ({
  round: caseView.round, table: caseView.table, seen, persons: form.persons, reason: form.id, facts,
  hand: form.hand === "" ? null : Number(form.hand), call: caseView.call?.id ?? null,
  mild: form.column === "minimum", mitigating: form.mitigating,
  sanction: form.sanction, points: form.points, explanation: form.explanation,
  supersedes: wish?.supersedes ?? null, because: wish?.because ?? [],
});

/** Column, sanction and points: as proposed until somebody chooses otherwise.
    @param {{ desk: Desk, reason: ReasonView, proposal: Proposed | null, due?: Column | null, form: Form, set: SetField }} its */
function Due({ desk, reason, proposal, due, form, set }) {
  const sanction = form.sanction ?? due?.sanction ?? null;
  /** @type {Option[]} */
  const columns = reason.minimum ? [["standard", t(`sanction.${reason.standard}`)], ["minimum", `${t(`sanction.${reason.minimum}`)} (${t("referee.mild")})`]] : [];
  return html`<${Norm} reason=${reason} />
    ${columns.length > 0 && html`<${Choice} label=${t("desk.column")} options=${columns} value=${form.column} onChange=${set("column")} />`}
    ${proposal && html`<${Proposal} desk=${desk} proposal=${proposal} column=${form.column} />
      <${Choice} label=${t("desk.sanction")} options=${SANCTIONS.map((each) => [each, t(`sanction.${each}`)])} value=${sanction} onChange=${set("sanction")} />`}
    ${sanction === "fine" && html`<label class="pick">${t("referee.points")} <input type="number" name="points" min="1000" step="1000" value=${form.points ?? (due?.points || reason.least || 1000)} onInput=${(event) => set("points")(Number(event.target.value))} /></label>`}`;
}

/** @param {{ desk: Desk, form: Form, facts: string, set: SetField }} its */
function Why({ desk, form, facts, set }) {
  return html`<${Words} label=${t("desk.facts")} name="facts" value=${facts} onInput=${set("facts")} needed />
    ${form.column === "minimum" && html`<${Words} label=${t("desk.mitigating")} name="mitigating" value=${form.mitigating} onInput=${set("mitigating")} needed=${!desk.view.mild} />`}
    <${Words} label=${t("desk.explanation")} name="explanation" value=${form.explanation} onInput=${set("explanation")} />`;
}

/** @param {{ desk: Desk, caseView: CaseView, wish: Wish | null, act: Act, onDone: () => void }} its */
export function Rule({ desk, caseView, wish, act, onDone }) {
  const reasons = useReasons(desk);
  const { form, set, choose } = useForm(wish, caseView);
  const [seen] = useState(caseView.seq);
  const [sending, setSending] = useState(false);
  const proposal = useProposal(desk, form.persons, form.id);
  const reason = reasons.find((each) => each.id === form.id);
  const first = proposal?.[form.persons[0]];
  const due = first && columnOf(first, form.column);
  const facts = form.facts ?? (reason ? violation(reason) : "");
  const whole = form.persons.length > 0 && reason && (form.sanction ?? due?.sanction) && facts.trim();
  const send = async () => {
    setSending(true);
    if (await act("rule", bodyOf(form, facts, caseView, wish, seen))) onDone();
    else setSending(false);
  };
  const seats = caseView.players.map((person) => ({ seat: person, name: desk.name(person) }));
  const rows = (reason ? [reason] : reasons).map((each) => ({ ...each, violation: violation(each), measure: each.standard }));
  return html`<div class="rule">
    ${wish?.supersedes && html`<p class="warn">${t("desk.supersedes", { n: wish.supersedes })}</p>`}
    <${Several} label=${t("desk.persons")} seats=${seats} chosen=${form.persons} onChange=${set("persons")} />
    <${Rows} rows=${rows} row=${form.id} onChange=${choose} />
    ${reason && html`<${Due} desk=${desk} reason=${reason} proposal=${proposal} due=${due} form=${form} set=${set} />`}
    <${Pick} label=${t("desk.hand")} options=${hands(caseView)} value=${form.hand} onChange=${set("hand")} />
    <${Why} desk=${desk} form=${form} facts=${facts} set=${set} />
    <button class="knob main send" data-send disabled=${sending || !whole} onClick=${send}>${t("referee.send")}</button>
  </div>`;
}
