// The organisers' page: an event from its rules to its exports.

import { html, useEffect, useState } from "../../shared/vendor/preact.js";
import { t } from "../../shared/js/i18n.js";
import { start, Switches, useLink } from "../../shared/js/page.js";
import { hasRole, Live, newest, useAnswer, useHash } from "./club.js";
import { Accounts } from "./director/accounts.js";
import { Upkeep } from "./director/care.js";
import { Event } from "./director/event.js";
import { Log } from "./director/log.js";
import { People } from "./director/people.js";
import { Results } from "./director/results.js";
import { Rounds } from "./director/rounds.js";
import { Teams } from "./director/teams.js";
import { SignIn, Signed, useSignedIn } from "./sign_in.js";
import { ServerTroubles } from "./troubles.js";
/** @import { Known, Line, Me, Role } from "../../types/club" */
/** @import { Names, Published } from "./club.js" */
/** @import { Signing } from "./sign_in.js" */

/** What every tab is given: the event that is chosen, whom it names, and who is signed in.
    @typedef {{ tournament: number | null, published: Published | null, names: Names, everybody: { [person: string]: Known }, seq: string, who: Me, signed: Signing & { who: Me }, choose: (tournament: number | null) => void, again: () => void }} Tab */

/** @type {Record<string, (its: Tab) => unknown>} */
const TABS = { event: Event, people: People, teams: Teams, rounds: Rounds, results: Results, log: Log, accounts: Accounts, care: Upkeep };
/** @type {Role[]} */
const DIRECTORS = ["director"];
/** @type {Role[]} */
const ORGANISERS = ["director", "scorekeeper", "head_referee"];

/** Which tournament is worked on: that of `?tournament=`, else the newest; null for `new`, undefined until it is known.
    @param {Line[] | null} list @returns {[number | null | undefined, (chosen: number | null) => void]} */
function useChosen(list) {
  const asked = new URLSearchParams(location.search).get("tournament");
  const [chosen, setChosen] = useState(asked === "new" ? null : Number(asked) || undefined);
  useEffect(() => {
    if (chosen === undefined && list) setChosen(list[0]?.id ?? null);
  }, [list]);
  return [chosen, setChosen];
}

/** @param {{ link: Live, signed: Signing & { who: Me } }} its */
function Desk({ link, signed }) {
  const [own, bump] = useState(0);
  const seq = `${newest(link.parts)}/${own}`;
  const list = useAnswer("tournaments", seq).data;
  const [chosen, choose] = useChosen(list);
  const hash = useHash();
  const tabs = Object.keys(TABS).filter((name) => name !== "care" || hasRole(signed.who, DIRECTORS));
  const tab = tabs.find((name) => name === hash) ?? "event";
  const published = useAnswer(chosen ? `tournaments/${chosen}` : null, seq).data;
  const everybody = useAnswer("people", seq).data ?? {};
  const names = Object.fromEntries(Object.entries(everybody).map(([person, { name }]) => [person, name]));
  const Tab = TABS[tab];
  const known = published?.id === chosen ? published : null;
  return html`<p class="choice"><label class="line">${t("direct.event")} <select value=${chosen ?? ""} onChange=${(event) => choose(Number(event.target.value) || null)}>
      <option value="">${t("direct.new")}</option>${(list ?? []).map((line) => html`<option key=${line.id} value=${line.id} selected=${line.id === chosen}>${line.name}</option>`)}
    </select></label></p>
    ${chosen && html`<p class="links"><a class="knob small" href=${`index.html?tournament=${chosen}#standings`}>${t("club.standings")}</a> <a class="knob small" href=${`wall.html?tournament=${chosen}`}>${t("club.wall")}</a> <a class="knob small" href=${`desk.html?tournament=${chosen}`}>${t("club.desk")}</a></p>`}
    <nav class="tabs" aria-label=${t("club.director")}>${tabs.map((name) => html`<a key=${name} href=${`#${name}`} aria-current=${name === tab ? "page" : null}>${t(`direct.${name}_tab`)}</a>`)}</nav>
    <div data-tab=${tab}>${chosen !== undefined && html`<${Tab} key=${`${tab}/${chosen}`} tournament=${chosen} published=${known} names=${names} everybody=${everybody} seq=${seq} who=${signed.who} signed=${signed} choose=${choose} again=${() => bump((n) => n + 1)} />`}</div>`;
}

/** @param {{ link: Live, redraw: () => void }} its */
function App({ link, redraw }) {
  useLink(link);
  const signed = useSignedIn();
  const allowed = hasRole(signed.who, ORGANISERS) || signed.who?.roles.some(({ role }) => ORGANISERS.includes(role));
  return html`<div class="club">
    <header><a class="home" href="index.html"><img src="shared/icon.svg" alt=${t("club.all")} /></a><h1>${t("club.director")}</h1><${Switches} onChange=${redraw} /></header>
    <${ServerTroubles} link=${link} />
    ${signed.who?.login ? html`<${Signed} signed=${signed} />${allowed ? html`<${Desk} link=${link} signed=${signed} />` : html`<p class="warn">${t("direct.not_yours")}</p>`}` : html`<${SignIn} signed=${signed} />`}
  </div>`;
}

start(App, { link: new Live() });
