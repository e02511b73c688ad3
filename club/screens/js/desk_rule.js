// A ruling is put together: who, what, the column, what the table of penalties and the ladder propose, and why.

import { Choice, Pick, Rows, Several } from "../common/js/forms.js";
import { language, number, t } from "../common/js/i18n.js";
import { html, useEffect, useState } from "../common/vendor/preact.js";
import { useAnswer } from "./club.js";

const SANCTIONS = ["reminder", "dead_hand", "chombo", "redeal", "fine", "disqualification"];

/** What a violation is called: by the penalty table, or by the page for what stands beside it. */
export const violation = (reason) => reason.violation || t(`desk.beside.${reason.id}`);

/** All reasons in the language of the page. */
export const useReasons = (desk) => useAnswer(`${desk.path}/reasons?lang=${language()}`).data ?? [];

/** What the club proposes for these people: by person both columns; null until it is known. */
function useProposal(desk, persons, reason) {
  const [found, setFound] = useState(null);
  const key = JSON.stringify([persons, reason]);
  useEffect(() => {
    let alive = true;
    setFound(null);
    if (persons.length && reason) void desk.ask("propose", { persons, reason }).then(({ ok, body }) => alive && ok && setFound(body));
    return () => {
      alive = false;
    };
  }, [key, desk.view.seq]);
  return found;
}

const fine = (points) => (points ? ` −${number(points)}` : "");

/** One line for each person: the sanction, the points after uma, the step of the ladder. */
function Proposal({ desk, proposal, column }) {
  return html`<ul class="proposal" data-proposal>${Object.entries(proposal).map(([person, columns]) => {
    const { sanction, points, step, measure } = columns[column] ?? columns.standard;
    return html`<li key=${person} data-person=${person} data-points=${points} data-sanction=${sanction ?? ""}><b>${desk.name(person)}</b>: ${t(`sanction.${sanction ?? measure}`)}${fine(points)}${step > 0 ? ` · ${t("desk.step", { n: step + 1 })}` : ""}</li>`;
  })}</ul>`;
}

function Norm({ reason }) {
  return html`<p class="quiet norm" data-norm=${reason.norm}><b>${t(`desk.norm.${reason.norm}`)}</b> ${t(`desk.norm_says.${reason.norm}`)} · ${reason.clause}</p>`;
}

const Words = ({ label, name, value, onInput, needed = false }) => html`<label class="words">${label}${needed ? " *" : ""}
  <textarea name=${name} rows="2" maxlength="4000" value=${value} onInput=${(event) => onInput(event.target.value)}></textarea>
</label>`;

/** Which hand it is about: the one in play, or one that was recorded. */
function hands(told) {
  const known = told.played.map((line) => [line.hand, `${line.hand + 1}`]);
  const running = told.running === null ? [] : [[told.running, `${told.running + 1} · ${t("desk.in_play")}`]];
  return [["", "–"], ...known.filter(([hand]) => hand !== told.running), ...running];
}

const START = { column: "standard", sanction: null, points: null, facts: null, explanation: "", mitigating: "" };

export function Rule({ desk, told, wish, act, onDone }) {
  const reasons = useReasons(desk);
  const [persons, setPersons] = useState(wish?.persons ?? []);
  const [id, setId] = useState(wish?.reason ?? null);
  const [hand, setHand] = useState(wish?.hand ?? told.running ?? "");
  const [form, setForm] = useState({ ...START, facts: wish?.facts ?? null });
  const [seen] = useState(told.seq);
  const reason = reasons.find((each) => each.id === id);
  const proposal = useProposal(desk, persons, id);
  const set = (name) => (value) => setForm((old) => ({ ...old, [name]: value }));
  // the chosen one stands alone, so that what follows from it is in sight; touched again it gives way to all
  const choose = (row) => {
    setId(row === id ? null : row);
    setForm((old) => ({ ...START, explanation: old.explanation }));
  };
  const first = proposal?.[persons[0]];
  const due = first && (first[form.column] ?? first.standard);
  const sanction = form.sanction ?? due?.sanction ?? null;
  const facts = form.facts ?? (reason ? violation(reason) : "");
  const body = () => ({
    round: told.round, table: told.table, seen, persons, reason: id, facts,
    hand: hand === "" ? null : Number(hand), call: told.call?.id ?? null,
    mild: form.column === "minimum", mitigating: form.mitigating,
    sanction: form.sanction, points: form.points, explanation: form.explanation,
    supersedes: wish?.supersedes ?? null, because: wish?.because ?? [],
  });
  const [sending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    if (await act("rule", body())) onDone();
    else setSending(false);
  };
  const seats = told.players.map((person) => ({ seat: person, name: desk.name(person) }));
  const rows = reasons.map((each) => ({ ...each, violation: violation(each), measure: each.standard }));
  const columns = reason?.minimum ? [["standard", t(`sanction.${reason.standard}`)], ["minimum", `${t(`sanction.${reason.minimum}`)} (${t("referee.mild")})`]] : [];
  return html`<div class="rule">
    ${wish?.supersedes && html`<p class="warn">${t("desk.supersedes", { n: wish.supersedes })}</p>`}
    <${Several} label=${t("desk.persons")} seats=${seats} chosen=${persons} onChange=${setPersons} />
    <${Rows} rows=${reason ? rows.filter((each) => each.id === id) : rows} row=${id} onChange=${choose} />
    ${reason && html`<${Norm} reason=${reason} />`}
    ${columns.length > 0 && html`<${Choice} label=${t("desk.column")} options=${columns} value=${form.column} onChange=${set("column")} />`}
    ${reason && proposal && html`<${Proposal} desk=${desk} proposal=${proposal} column=${form.column} />`}
    ${reason && proposal && html`<${Choice} label=${t("desk.sanction")} options=${SANCTIONS.map((each) => [each, t(`sanction.${each}`)])} value=${sanction} onChange=${set("sanction")} />`}
    ${sanction === "fine" && html`<label class="pick">${t("referee.points")} <input type="number" name="points" min="1000" step="1000" value=${form.points ?? (due?.points || reason.least || 1000)} onInput=${(event) => set("points")(Number(event.target.value))} /></label>`}
    <${Pick} label=${t("desk.hand")} options=${hands(told)} value=${hand} onChange=${setHand} />
    <${Words} label=${t("desk.facts")} name="facts" value=${facts} onInput=${set("facts")} needed />
    ${form.column === "minimum" && html`<${Words} label=${t("desk.mitigating")} name="mitigating" value=${form.mitigating} onInput=${set("mitigating")} needed=${!desk.view.mild} />`}
    <${Words} label=${t("desk.explanation")} name="explanation" value=${form.explanation} onInput=${set("explanation")} />
    <button class="knob main send" data-send disabled=${sending || !persons.length || !reason || !sanction || !facts.trim()} onClick=${send}>${t("referee.send")}</button>
  </div>`;
}
