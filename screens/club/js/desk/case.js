// One table: what lies open there, what its judge found, and what a referee can do about it.

import { age, number, t } from "../../../shared/js/i18n.js";
import { Meld, Row, Tile, Wind } from "../../../shared/js/tile.js";
import { html, useState } from "../../../shared/vendor/preact.js";
import { useAnswer } from "../club.js";
import { Pictures, Proof } from "./evidence.js";
import { Hands, Seats } from "./hands.js";
import { Result } from "./result.js";
import { Rule } from "./rule.js";
/** @import { CaseView, FindingView, HandView } from "../../../types/club" */
/** @import { SeatView } from "../../../types/contract" */
/** @import { Act } from "../desk.js" */
/** @import { Desk } from "./link.js" */
/** @import { Wish } from "./rule.js" */

/** What a referee can do, and the event that it enters. */
const DEEDS = [["rule", "ruled"], ["hands", "hand_corrected"], ["seats", "reseated"], ["result", "result_corrected"], ["time", "time_added"]];
const MINUTES = [1, 3, 5, 10];

/** @typedef {{ desk: Desk, caseView: CaseView, act: Act }} Own What the parts of a table are given. */
/** A seat as it lies open, without its name. @typedef {Omit<SeatView, "name"> & { person: number }} Seated */

/** One line of what may be said about an act. @param {{ label: string, name: string, value: string, onInput: (text: string) => void }} its */
export function Reason({ label, name, value, onInput }) {
  return html`<label class="words">${label} *<input name=${name} maxlength="400" value=${value} onInput=${(event) => onInput(event.target.value)} /></label>`;
}

/** @param {Own} its */
function Ice({ desk, caseView, act }) {
  const [clock, setClock] = useState(false);
  const { ice } = caseView;
  if (ice) {
    return html`<div class="pausing on" data-frozen>
      <p><b>${t("desk.lamp.frozen")}</b> ${t("desk.frozen_by", { who: desk.judge(ice.by), age: age(desk.now() - ice.since_ms) })}${ice.clock ? ` · ${t("desk.clock_stands")}` : ""}</p>
      <button class="knob" data-do="thaw" onClick=${() => act("thaw", { round: caseView.round, table: caseView.table })}>${t("desk.thaw")}</button>
    </div>`;
  }
  return html`<div class="pausing">
    <button class="knob main" data-do="freeze" onClick=${() => act("freeze", { round: caseView.round, table: caseView.table, clock })}>${t("desk.freeze")}</button>
    <label class="tick"><input type="checkbox" checked=${clock} onChange=${(event) => setClock(event.target.checked)} /> ${t("desk.with_clock")}</label>
  </div>`;
}

/** Concealed tiles: how many, until a judge opens them for this case. @param {Omit<Own, "desk"> & { hand: HandView }} its */
function Concealed({ hand, caseView, act }) {
  const [why, setWhy] = useState(/** @type {string | null} */ (null));
  if (hand.opened) {
    return html`<span class="opened" data-opened=${hand.seat}>${hand.tiles.length ? html`<${Row} tiles=${hand.tiles} />` : t("desk.unknown_tiles", { n: hand.count })}</span>`;
  }
  if (why === null) return html`<button class="knob small" data-open=${hand.seat} onClick=${() => setWhy("")}>${t("desk.closed", { n: hand.count })}</button>`;
  const open = () => act("open_hand", { round: caseView.round, table: caseView.table, hand: caseView.running, seat: hand.seat, reason: why, call: caseView.call?.id ?? null });
  return html`<span class="opening"><${Reason} label=${t("desk.why_open")} name="why" value=${why} onInput=${setWhy} />
    <button class="knob" data-do="open" disabled=${!why.trim()} onClick=${open}>${t("desk.open")}</button></span>`;
}

/** @param {Own & { seat: Seated }} its */
function Seat({ desk, caseView, seat, act }) {
  const hand = caseView.hands.find((each) => each.seat === seat.seat);
  return html`<li data-seat=${seat.seat} class=${caseView.picture?.turn === seat.seat ? "turn" : ""}>
    <p><${Wind} wind=${seat.wind} dealer=${caseView.picture?.dealer === seat.seat} /> <b class="name">${desk.name(seat.person)}</b> ${seat.riichi !== "no" && t("ui.riichi")} ${seat.dead && t("sanction.dead_hand")} <b class="score">${number(seat.score)}</b></p>
    <p class="pond">${(seat.pond ?? []).map((tile, i) => html`<${Tile} key=${i} face=${tile.tile} sideways=${tile.sideways} kind=${tile.called ? "gone" : ""} />`)}</p>
    <p class="own">${hand && html`<${Concealed} hand=${hand} caseView=${caseView} act=${act} />`}${(seat.melds ?? []).map((meld, i) => html`<${Meld} key=${i} meld=${meld} seat=${seat.seat} />`)}</p>
  </li>`;
}

/** The table as it lies open to everybody there. @param {Own} its */
function Picture({ desk, caseView, act }) {
  const { picture } = caseView;
  if (!picture) return html`<p class="quiet" data-picture="none">${t("desk.no_picture")}</p>`;
  return html`<div class="picture" data-picture=${picture.phase}>
    <p class="quiet">${t(`phase.${picture.phase}`)}${picture.tiles_left === null || picture.tiles_left === undefined ? "" : ` · ${t("left", { n: picture.tiles_left })}`} · ${t("ui.dora")} <${Row} tiles=${picture.dora ?? []} /></p>
    <ul>${picture.seats.map((/** @type {Seated} */ seat) => html`<${Seat} key=${seat.seat} desk=${desk} caseView=${caseView} seat=${seat} act=${act} />`)}</ul>
  </div>`;
}

/** @param {FindingView} finding */
const follows = (finding) => (finding.waived ? t(`waived.${finding.waived}`) : finding.sanction && t(`sanction.${finding.sanction}`));

/** @param {{ desk: Desk, caseView: CaseView, finding: FindingView, hand: number | null, onRule: (wish: Wish) => void }} its */
export function Finding({ desk, caseView, finding, hand, onRule }) {
  const { person } = finding;
  const facts = `${t(`finding.${finding.kind}`)} (${finding.clause})`;
  const punishable = person !== null && finding.penalty && !finding.waived;
  const rule = punishable && (() => onRule({ persons: [person], reason: finding.penalty, hand, facts, because: finding.entry ? [finding.entry] : [] }));
  return html`<li class="card about-finding" data-finding=${finding.kind}><b class="mark" aria-hidden="true">§</b><div>
    <p>${person !== null && html`<b>${desk.name(person)}</b>: `}${t(`finding.${finding.kind}`)} <small>${finding.clause} · ${finding.penalty} · ${t(`desk.norm.${finding.norm}`)}</small></p>
    ${follows(finding) && html`<p class="quiet">→ ${follows(finding)}</p>`}
    <${Proof} desk=${desk} caseView=${caseView} finding=${finding} />
    ${punishable && html`<p class="acts"><button class="knob" onClick=${rule}>${t("referee.rule")} …</button></p>`}
  </div></li>`;
}

/** @param {{ desk: Desk, caseView: CaseView, onRule: (wish: Wish) => void }} its */
function Findings({ desk, caseView, onRule }) {
  const past = caseView.played.flatMap((line) => line.findings.map((finding) => ({ finding, hand: line.hand }))).reverse();
  const all = [...caseView.findings.map((finding) => ({ finding, hand: caseView.running })), ...past];
  return html`<section aria-label=${t("desk.findings")}><h3>${t("desk.findings")}</h3>
    ${caseView.withheld > 0 && html`<p class="quiet" data-withheld=${caseView.withheld}>${t("desk.withheld", { n: caseView.withheld })}</p>`}
    <ul class="plain">${all.map(({ finding, hand }) => html`<${Finding} key=${`${hand}${finding.kind}${finding.seat}`} desk=${desk} caseView=${caseView} finding=${finding} hand=${hand} onRule=${onRule} />`)}
    ${!all.length && !caseView.withheld && html`<li class="quiet">${t("desk.no_findings")}</li>`}</ul>
  </section>`;
}

/** @param {Omit<Own, "desk">} its */
function Time({ caseView, act }) {
  const [reason, setReason] = useState("");
  /** @param {number | null} table @param {number} minutes */
  const add = (table, minutes) => act("add_time", { round: caseView.round, table, minutes, reason });
  return html`<div class="time">
    <${Reason} label=${t("desk.reason")} name="time-reason" value=${reason} onInput=${setReason} />
    <p class="acts">${MINUTES.map((n) => html`<button class="knob" key=${n} data-minutes=${n} disabled=${!reason.trim()} onClick=${() => add(caseView.table, n)}>+${t("minutes", { n })}</button>`)}</p>
    <p class="acts"><span class="quiet">${t("desk.all_tables")}</span>${MINUTES.map((n) => html`<button class="knob" key=${n} data-all=${n} disabled=${!reason.trim()} onClick=${() => add(null, n)}>+${t("minutes", { n })}</button>`)}</p>
  </div>`;
}

/** @param {{ desk: Desk, table: number | null, asked: Wish | null, act: Act }} its */
export function Case({ desk, table, asked, act }) {
  const [deed, setDeed] = useState(/** @type {string | null} */ (asked && "rule"));
  const [wish, setWish] = useState(asked);
  const { data: caseView, error } = useAnswer(table === null ? null : `${desk.path}/rounds/${desk.view.round ?? 0}/tables/${table}`, desk.seq);
  if (table === null) return html`<p class="quiet" data-case="none">${t("desk.choose_table")}</p>`;
  if (!caseView) return html`<p class="quiet">${error ?? t("desk.waiting")}</p>`;
  /** @param {Wish} wanted */
  const rule = (wanted) => {
    setWish({ ...wanted, at: Date.now() });
    setDeed("rule");
  };
  const done = () => setDeed(null);
  return html`<div class="case" data-case=${caseView.table}>
    <h2>${t("desk.table", { n: caseView.table })}</h2>
    ${caseView.call && html`<p class="quiet">${t("desk.case_call", { n: caseView.call.id })}</p>`}
    ${desk.may("frozen") && html`<${Ice} desk=${desk} caseView=${caseView} act=${act} />`}
    <div class="tools" role="group" aria-label=${t("desk.deeds")}>${DEEDS.filter(([, type]) => desk.may(type)).map(([name]) => html`<button key=${name} aria-pressed=${deed === name} data-deed=${name} onClick=${() => (setWish(null), setDeed(deed === name ? null : name))}>${t(`desk.deed.${name}`)}</button>`)}</div>
    ${deed === "rule" && html`<${Rule} key=${wish?.at ?? "new"} desk=${desk} caseView=${caseView} wish=${wish} act=${act} onDone=${done} />`}
    ${deed === "hands" && html`<${Hands} desk=${desk} caseView=${caseView} act=${act} />`}
    ${deed === "seats" && html`<${Seats} desk=${desk} caseView=${caseView} act=${act} />`}
    ${deed === "result" && html`<${Result} key=${caseView.table} desk=${desk} caseView=${caseView} />`}
    ${deed === "time" && html`<${Time} caseView=${caseView} act=${act} />`}
    ${deed === null && html`<${Findings} desk=${desk} caseView=${caseView} onRule=${rule} /><${Pictures} desk=${desk} caseView=${caseView} /><${Picture} desk=${desk} caseView=${caseView} act=${act} />`}
  </div>`;
}
