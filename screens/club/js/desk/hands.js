// Recorded hands corrected or cancelled, and people in wrong seats: the effect is shown before it is sent.

import { Entry } from "../../../shared/js/entry/entry.js";
import { Seating } from "../../../shared/js/forms.js";
import { number, round, signed, t } from "../../../shared/js/i18n.js";
import { useReply } from "../../../shared/js/reply.js";
import { html, useState } from "../../../shared/vendor/preact.js";
import { ask } from "../club.js";
/** @import { CaseView, HandLine, OutcomeOf } from "../../../types/club" */
/** @import { Reply } from "../club.js" */
/** @import { Act } from "../desk.js" */
/** @import { Desk } from "./link.js" */

/** @type {("E" | "S" | "W" | "N")[]} */
const WINDS = ["E", "S", "W", "N"];

/** @typedef {Reply<OutcomeOf<`tournaments/${number}/desk/preview`>> | null} Preview */

/** The people of the table under names that differ. @param {Desk} desk @param {CaseView} caseView */
function peopleOf(desk, caseView) {
  const names = caseView.players.map((person) => desk.name(person));
  return names.map((name, seat) => (names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${caseView.players[seat]})`));
}

/** What a correction would do to the scores; null while it is not known.
    @param {Desk} desk @param {object | null} asked @returns {Preview} */
function usePreview(desk, asked) {
  return useReply(JSON.stringify([asked, desk.view.seq]), asked && (() => ask(`${desk.path}/preview`, asked)));
}

/** @param {{ names: string[], preview: Preview }} its */
function Effect({ names, preview }) {
  if (!preview) return html`<p class="quiet">…</p>`;
  if (!preview.ok) return html`<p class="warn" role="alert" data-effect="refused">${preview.body.message}</p>`;
  const { before, after } = preview.body;
  const lines = names.flatMap((name, seat) => (before[seat] === after[seat] ? [] : [t("effect.score", { name, old: number(before[seat]), points: number(after[seat]) })]));
  return html`<ul class="plain" data-effect="allowed">${lines.length ? lines.map((line) => html`<li key=${line}>${line}</li>`) : html`<li>${t("effect.none")}</li>`}</ul>`;
}

/** @param {{ value: string, onInput: (text: string) => void }} its */
function Because({ value, onInput }) {
  return html`<label class="words">${t("desk.reason")} *<input name="because" maxlength="400" value=${value} onInput=${(event) => onInput(event.target.value)} /></label>`;
}

/** @param {{ line: HandLine, names: string[], chosen: boolean, onChoose: (hand: number) => void }} its */
function Line({ line, names, chosen, onChoose }) {
  const what = `${round({ wind: WINDS[line.wind], number: line.number })}${line.honba ? ` · ${t("honba", { n: line.honba })}` : ""}`;
  const moved = line.deltas.map((delta, seat) => (delta ? `${names[seat]} ${signed(delta)}` : "")).filter(Boolean).join(", ");
  return html`<li><button type="button" aria-pressed=${chosen} data-hand=${line.hand} onClick=${() => onChoose(line.hand)}>
    <small>${line.hand + 1}</small><span><b>${what}</b> ${t(`end.${line.reason}`)} · ${moved}</span>${line.corrected && html`<i>${t("desk.corrected")}</i>`}
  </button></li>`;
}

/** @param {{ desk: Desk, caseView: CaseView, act: Act }} its */
export function Hands({ desk, caseView, act }) {
  const [hand, setHand] = useState(/** @type {number | null} */ (null));
  const [result, setResult] = useState(/** @type {object | null} */ (null));
  const [cancels, setCancels] = useState(false);
  const [reason, setReason] = useState("");
  const names = peopleOf(desk, caseView);
  const line = caseView.played.find((each) => each.hand === hand);
  const body = { round: caseView.round, table: caseView.table, hand, result: cancels ? null : result, reason: reason || "?" };
  const preview = usePreview(desk, line && (cancels || result) ? { correct_hand: body } : null);
  const seats = names.map((name, seat) => ({ seat, name, riichi: line?.riichi.includes(seat) ? "paid" : "no" }));
  /** @param {number} number */
  const choose = (number) => {
    setHand(number);
    setCancels(false);
    setResult(null);
  };
  return html`<div class="hands">
    <ul class="rows">${[...caseView.played].reverse().map((each) => html`<${Line} key=${each.hand} line=${each} names=${names} chosen=${each.hand === hand} onChoose=${choose} />`)}
      ${!caseView.played.length && html`<li class="quiet">${t("history.no_hands")}</li>`}</ul>
    ${line && html`<label class="tick"><input type="checkbox" name="cancels" checked=${cancels} onChange=${(event) => setCancels(event.target.checked)} /> ${t("desk.cancel_hand")}</label>
      ${!cancels && html`<${Entry} key=${hand} state=${{ seats, enterable: caseView.enterable }} onAsk=${(/** @type {{ event: object } | null} */ asked) => setResult(asked?.event ?? null)} />`}
      <${Because} value=${reason} onInput=${setReason} />
      <${Effect} names=${names} preview=${preview} />
      <button class="knob main send" data-send disabled=${!preview?.ok || !reason.trim()} onClick=${() => act("correct_hand", body)}>${t("referee.send")}</button>`}
  </div>`;
}

/** @param {{ desk: Desk, caseView: CaseView, act: Act }} its */
export function Seats({ desk, caseView, act }) {
  const [order, setOrder] = useState(/** @type {number[] | null} */ (null));
  const [reason, setReason] = useState("");
  const names = peopleOf(desk, caseView);
  const body = { round: caseView.round, table: caseView.table, order, reason: reason || "?" };
  const again = caseView.remedy === "cancel_and_reenter";
  const preview = usePreview(desk, order && again && caseView.played.length ? { reseat: body } : null);
  const state = { seats: names.map((name, seat) => ({ seat, name, wind: WINDS[seat] })) };
  const ready = order && reason.trim() && (preview === null ? !again || !caseView.played.length : preview.ok);
  return html`<div class="seats">
    <p data-remedy=${caseView.remedy}>${t(`desk.remedy.${caseView.remedy}`, { n: caseView.played.length })}</p>
    <${Seating} state=${state} onAsk=${(/** @type {{ event: { names: string[] } } | null} */ asked) => setOrder(asked ? asked.event.names.map((name) => names.indexOf(name)) : null)} />
    <${Because} value=${reason} onInput=${setReason} />
    ${order && again && caseView.played.length > 0 && html`<${Effect} names=${names} preview=${preview} />`}
    <button class="knob main send" data-send disabled=${!ready} onClick=${() => act("reseat", body)}>${t("referee.send")}</button>
  </div>`;
}
