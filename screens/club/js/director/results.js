// A game from its paper form: first what it would give, and whether the points add up; then it is entered.

import { html, useLayoutEffect, useState } from "../../../shared/vendor/preact.js";
import { t } from "../../../shared/js/i18n.js";
import { Changed, useWriting } from "./changed.js";
import { ask, points, submit, useAnswer } from "../club.js";
import { corrects as mayCorrect, Stands } from "./judging.js";
import { Online } from "./online.js";
import { formOf } from "./forms.js";
import { Lacking, useMore } from "../result_more.js";
import { Said } from "../saying.js";
/** @import { Me, Previewed, TableWithFinals } from "../../../types/club" */
/** @import { Entry, Sending } from "../../../shared/vendor/preact.js" */
/** @import { Four, Names, Published, Reply } from "../club.js" */
/** @import { Tab } from "../director.js" */
/** @import { Signing } from "../sign_in.js" */

/** @param {{ found: Reply<Previewed> | null, players: number[], names: Names }} its */
function Preview({ found, players, names }) {
  if (!found) return null;
  if (!found.ok) return html`<p class="warn" role="alert">${found.body.message}</p>`;
  const { finals, total, expected, ok } = found.body;
  return html`<div role="status"><table class="wide" data-preview><tbody>${finals?.map((seat, i) => html`<tr key=${i}><td class="num">${seat.place}</td><th scope="row">${names[players[i]] ?? `#${players[i]}`}</th><td class="num strong">${points(seat.total)}</td></tr>`)}</tbody></table>
    <p class=${ok ? "done" : "warn"} data-sum=${String(ok)}>${t(ok ? "results.sum_right" : "results.sum_wrong", { total, expected })}</p></div>`;
}

/** A result that stands is corrected with a reason (K-APPEAL-03); one from a sheet is the first, or adds what the rules need.
    @param {{ published: Published, n: number, table: TableWithFinals, names: Names, signed: Pick<Signing, "again"> & { who: Me }, again: () => void }} its */
export function Sheet({ published, n, table, names, signed, again }) {
  const [scores, setScores] = useState(table.finished ? table.scores.map(String) : ["", "", "", ""]);
  const [sticks, setSticks] = useState(String(table.finished ? table.sticks : 0));
  const [reason, setReason] = useState("");
  const [found, setFound] = useState(/** @type {Reply<Previewed> | null} */ (null));
  const lacks = table.lacks.length > 0;
  const corrects = table.finished && mayCorrect(signed.who, published, table);
  const stands = table.finished && !corrects;
  const writing = useWriting({ revision: table.revision, fields: { scores: table.scores, sticks_left: table.sticks, won: table.won, chips: table.chips } });
  const touch = () => {
    writing.touch();
    setFound(null);
  };
  const more = useMore(published.needs, table, names, touch, writing.base.revision);
  const body = { scores: /** @type {Four} */ (scores.map(Number)), sticks_left: Number(sticks), ...more.sent };
  useLayoutEffect(() => {
    if (table.finished) setScores(table.scores.map(String));
    setSticks(String(table.finished ? table.sticks : 0));
  }, [writing.base.revision]);
  const whole = scores.every((score) => /^-?\d+$/.test(score.trim())) && more.whole;
  /** @param {number} seat @returns {(event: Entry) => void} */
  const change = (seat) => (event) => {
    touch();
    setScores(scores.map((score, i) => (i === seat ? event.target.value : score)));
  };
  /** @param {Sending} event */
  const look = async (event) => {
    event.preventDefault();
    setFound(await ask(`tournaments/${published.id}/rounds/${n}/tables/${table.table}/preview`, body));
  };
  const enter = async () => {
    const place = { tournament: published.id, round: n, table: table.table };
    /** @param {typeof body} fields @param {string} revision */
    const correct = (fields, revision) => submit([{ type: "result_corrected", reason, ...place, ...fields }], revision);
    /** @param {typeof body} fields */
    const record = (fields) => submit([{ type: "game_recorded", source: "sheet", ...place, ...fields }]);
    if (await writing.write(body, corrects ? correct : record)) {
      setFound(null);
      again();
    }
  };
  return html`<form class="card" onSubmit=${look} data-sheet=${table.table}><h2>${t("club.table", { n: table.table })}</h2>
    ${table.registered.map((person, seat) => html`<label key=${seat}>${t(`wind.${"ESWN"[seat]}`)} ${names[person] ?? `#${person}`}<input inputmode="numeric" value=${scores[seat]} onInput=${change(seat)} readonly=${stands} required pattern="-?[0-9]+" /></label>`)}
    ${lacks && html`<${Lacking} lacks=${[{ round: n, table: table.table, needs: table.lacks }]} />`}
    ${stands && !lacks ? html`<${Stands} published=${published} table=${table} signed=${signed} />` : html`
    <label>${t("results.sticks")}<input type="number" min="0" max="40" readonly=${stands} value=${sticks} onInput=${(/** @type {Entry} */ event) => { touch(); setSticks(event.target.value); }} /></label>
    ${more.fields}
    ${corrects && html`<label>${t("rounds.reason")}<input value=${reason} onInput=${(event) => setReason(event.target.value)} required /></label>`}
    <p class="choice"><button class="knob" disabled=${!whole}>${t("results.preview")}</button>
      <button type="button" class="knob main" data-enter disabled=${!found?.ok || !found.body.ok || (corrects && !reason)} onClick=${enter}>${t(corrects ? "results.correct" : lacks ? "results.complete" : "results.enter")}</button></p>`}
    <${Changed} writing=${writing} /><${Preview} found=${found} players=${table.registered} names=${names} /><${Said} said=${writing.said} />
  </form>`;
}

/** @param {Tab} its */
export function Results({ published, names, seq, signed, again }) {
  const drawn = published?.draws.filter((draw) => draw.tables_count) ?? [];
  const [picked, setPicked] = useState(/** @type {number | null} */ (null));
  const [table, setTable] = useState(/** @type {number | null} */ (null));
  const at = picked ?? drawn.at(-1)?.round ?? null;
  const { data } = useAnswer(published && at ? `tournaments/${published.id}/rounds/${at}` : null, seq);
  if (!published) return html`<p class="quiet">${t("direct.choose")}</p>`;
  const chosen = data?.tables.find((each) => each.table === table) ?? null;
  return html`<p class="choice" role="group" aria-label=${t("club.rounds")}>${drawn.map((draw) => html`<button key=${draw.round} class="knob" aria-pressed=${draw.round === at} onClick=${() => { setPicked(draw.round); setTable(null); }}>${t("club.round", { n: draw.round })}</button>`)}</p>
    ${!drawn.length && html`<p class="quiet">${t("club.not_drawn")}</p>`}
    <p class="choice" role="group" aria-label=${t("rounds.tables")}>${(data?.tables ?? []).map((each) => html`<button key=${each.table} class="knob" aria-pressed=${each.table === table} data-choose=${each.table} onClick=${() => setTable(each.table)}>${t("club.table", { n: each.table })}${each.finished ? " ✓" : ""}${each.differs || each.lacks.length ? " ⚠" : ""}</button>`)}</p>
    ${chosen && html`<${Sheet} key=${`${at}/${table}`} published=${published} n=${at} table=${chosen} names=${names} signed=${signed} again=${again} />`}
    ${at && html`<p class="links">${["results", "standings"].map((kind) => html`<a key=${kind} class="knob" data-form=${kind} href=${formOf(published.id, kind, at)} target="_blank" rel="noopener">${t(`forms.${kind}`)}</a>`)}</p><${Online} key=${at} published=${published} n=${at} names=${names} again=${again} />`}`;
}
