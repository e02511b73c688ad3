// The desk of the hall's referees: who calls, what happened at a table, rulings, and the journal.

import { t } from "../../shared/js/i18n.js";
import { start, stayAwake, Switches, useLink } from "../../shared/js/page.js";
import { html, useState } from "../../shared/vendor/preact.js";
import { Live, useTournament } from "./club.js";
import { Case } from "./desk/case.js";
import { Hall, Judges, Queue } from "./desk/hall.js";
import { Appeals, Journal } from "./desk/journal.js";
import { useDesk } from "./desk/link.js";
import { ServerTroubles } from "./troubles.js";
/** @import { Opening } from "./desk/link.js" */
/** @import { Refused } from "./club.js" */
/** @import { JournalLine } from "../../types/club" */
/** @import { Wish } from "./desk/rule.js" */

const TABS = ["case", "journal", "appeals"];

/** Does something; whether it was accepted. @typedef {(name: string, body: object) => Promise<boolean>} Act */
/** What became of an act; `refused` is a refusal. @typedef {{ name: string, waits?: boolean, refused?: Refused | null }} Answered */

/** Acts with what was answered last. @param {Opening} desk @returns {[Act, Answered | null]} */
function useActs(desk) {
  const [answer, setAnswer] = useState(/** @type {Answered | null} */ (null));
  /** @type {Act} */
  const act = async (name, body) => {
    setAnswer({ name, waits: true });
    const { ok, body: reply } = await desk.act(name, body);
    setAnswer({ name, refused: ok ? null : reply });
    return ok;
  };
  return [act, answer];
}

/** A refusal in the language of the page where it has the words; else the club's own English sentence. @param {Refused} refused */
const refusal = ({ code, message }) => message || t(`desk.refused.${code}`);

/** @param {{ answer: Answered | null }} its */
function Answer({ answer }) {
  const kind = !answer ? "none" : answer.waits ? "waits" : answer.refused?.code ?? "ok";
  return html`<p class=${`answer ${kind === "ok" ? "well" : "ill"}`} role="status" data-answer=${kind}>
    ${answer && html`<b>${t(`desk.act.${answer.name}`)}</b> ${answer.waits ? "…" : answer.refused ? refusal(answer.refused) : t("desk.done")}`}
  </p>`;
}

/** @param {{ desk: Opening, redraw: () => void }} its */
function Head({ desk, redraw }) {
  const { view } = desk;
  return html`<header>
    <h1>${t("desk.title")}</h1>
    <p class="where">${view && html`<b>${view.name}</b> ${view.round ? t("desk.round", { n: view.round }) : ""} · ${t(view.mild ? "desk.mild" : "desk.strict")}`}</p>
    <${Switches} onChange=${redraw} />
  </header>`;
}

/** What keeps the desk from being shown. @param {{ desk: Opening, tournament: number | null }} its */
function Nothing({ desk, tournament }) {
  if (desk.stranger) return html`<p class="warn" data-notice="stranger">${t("desk.sign_in")} <a class="knob" href="me.html">${t("desk.to_sign_in")}</a></p>`;
  if (desk.error) return html`<p class="warn" role="alert" data-notice="refused">${desk.error}</p>`;
  return html`<p class="quiet" data-notice="waits">${t(tournament ? "desk.waiting" : "desk.no_tournament")}</p>`;
}

/** @param {{ tab: string, onChoose: (tab: string) => void }} its */
function Tabs({ tab, onChoose }) {
  return html`<div class="tools" role="tablist" aria-label=${t("desk.title")}>
    ${TABS.map((name) => html`<button key=${name} role="tab" id=${`tab-${name}`} aria-selected=${name === tab} aria-controls="panel" data-tab=${name} onClick=${() => onChoose(name)}>${t(`desk.tab.${name}`)}</button>`)}
  </div>`;
}

/** @param {{ live: Live, redraw: () => void }} its */
function App({ live, redraw }) {
  useLink(live);
  const tournament = useTournament();
  const desk = useDesk(live, tournament);
  const [act, answer] = useActs(desk);
  const [table, setTable] = useState(/** @type {number | null} */ (null));
  const [tab, setTab] = useState("case");
  const [wish, setWish] = useState(/** @type {Wish | null} */ (null));
  /** @param {number | null} number @param {Wish | null} [wanted] */
  const choose = (number, wanted = null) => {
    setTable(number);
    setWish(wanted);
    setTab("case");
  };
  /** @param {JournalLine} line */
  const again = ({ table: where, persons, reason, hand, ruling }) => choose(where, { persons, reason, hand, supersedes: ruling });
  if (!desk.view) return html`<div class="desk"><${Head} desk=${desk} redraw=${redraw} /><${Nothing} desk=${desk} tournament=${tournament} /></div>`;
  return html`<div class=${`desk ${live.connected ? "" : "cut"}`} data-seq=${desk.view.seq}>
    <${Head} desk=${desk} redraw=${redraw} />
    <section class="left">
      ${!live.connected && html`<p class="warn" data-notice="link">${t("club.no_server")}</p>`}
      <${ServerTroubles} link=${live} />
      <${Queue} desk=${desk} act=${act} onChoose=${(/** @type {number} */ number) => choose(number)} />
      <${Hall} desk=${desk} table=${table} onChoose=${(/** @type {number} */ number) => choose(number)} />
      <${Judges} judges=${desk.view.judges} />
    </section>
    <section class="right">
      <${Tabs} tab=${tab} onChoose=${setTab} />
      <div class="tool" id="panel" role="tabpanel" aria-labelledby=${`tab-${tab}`}>
        ${tab === "case" && html`<${Case} key=${`${table} ${wish?.supersedes}`} desk=${desk} table=${table} asked=${wish} act=${act} />`}
        ${tab === "journal" && html`<${Journal} desk=${desk} act=${act} onAgain=${again} />`}
        ${tab === "appeals" && html`<${Appeals} desk=${desk} act=${act} />`}
      </div>
      <${Answer} answer=${answer} />
    </section>
  </div>`;
}

void stayAwake();
start(App, { live: new Live() });
