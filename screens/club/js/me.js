// A player's own page: where to sit, what may be shown of me, and how I sign in.

import { html, useEffect, useState } from "../../shared/vendor/preact.js";
import { t } from "../../shared/js/i18n.js";
import { start, Switches, useLink } from "../../shared/js/page.js";
import { ask, everySeq, Live, submit, useAnswer, useTournament } from "./club.js";
import { emptying, valuesOf } from "./saying.js";
import { SignIn, Signed, useSignedIn } from "./sign_in.js";
/** @import { Me, Mine as Own, Place as Sitting, Role } from "../../types/club" */
/** @import { Sending } from "../../shared/vendor/preact.js" */
/** @import { Names } from "./club.js" */
/** @import { Signing } from "./sign_in.js" */

/** @typedef {{ kind: string, text: string } | null} Said */

/** @type {[page: string, name: string, roles: Role[]][]} */
const WORK = [
  ["director.html", "club.director", ["director", "scorekeeper", "head_referee"]],
  ["desk.html", "club.desk", ["referee", "head_referee", "director"]],
];
// The live feed sends late that a hand of a broadcast table is over; consent is for the hand in play.
const LOOK_MS = 5000;
const CONSENTS = /** @type {const} */ (["photo", "video", "stream", "spectators"]);

/** @param {{ place: Sitting, names: Names, tournament: number }} its */
function Place({ place, names, tournament }) {
  const own = place.seat === null ? "" : t(`wind_name.${"ESWN"[place.seat]}`);
  return html`<section class="card place" data-place=${place.round}>
    <h2>${t("club.round", { n: place.round })} · ${t("club.table", { n: place.table })}${own && ` · ${own}`}</h2>
    <ol>${place.players.map((person, seat) => html`<li key=${seat}><b>${t(`wind.${"ESWN"[seat]}`)}</b> ${names[person] ?? `#${person}`}</li>`)}</ol>
    ${place.by_phone && html`<p><a class="knob main" data-assistant href=${`assistant.html?tournament=${tournament}&round=${place.round}&table=${place.table}`}>${t("assistant.open")}</a></p>`}
  </section>`;
}

/** Before the day begins (K-ASSIST-09): whether this telephone could enter hands now. @param {{ mine: Own, link: Live }} its */
const Ready = ({ mine, link }) => mine.telephones && html`<p class=${link.connected ? "done" : "warn"} role="status" data-ready=${link.connected}>${t(link.connected ? "assistant.ready" : "club.no_server")}</p>`;

/** What may be shown of me. Withdrawing counts at once, also for the hand that is played (K-STREAM-02).
    @param {{ mine: Own, tournament: number, again: () => void }} its */
function Consent({ mine, tournament, again }) {
  const [said, setSaid] = useState(/** @type {Said} */ (null));
  /** @param {{ what: typeof CONSENTS[number], granted: boolean, round?: number, hand?: number }} event */
  const enter = async (event) => {
    const answer = await submit([{ type: "consent_changed", tournament, person: mine.person, ...event }]);
    setSaid(answer.ok ? { kind: "done", text: t("consent.saved") } : { kind: "warn", text: answer.body.message });
    again();
  };
  const { now } = mine;
  return html`<h2>${t("consent.title")}</h2><p>${t("consent.about")}</p>
    <div class="form">${CONSENTS.map((what) => html`<label class="line" key=${what}>
      <input type="checkbox" data-consent=${what} checked=${mine.consents[what]} onChange=${(event) => enter({ what, granted: event.target.checked })} />${t(`consent.${what}`)}
    </label>`)}</div>
    ${now && html`<p data-now=${now.hand}><button class="knob" aria-pressed=${!now.stream} onClick=${() => enter({ what: "stream", granted: !now.stream, round: now.round, hand: now.hand })}>${t(now.stream ? "consent.hide" : "consent.show")}</button></p>`}
    ${said && html`<p class=${said.kind} role="status">${said.text}</p>`}`;
}

/** A password or PIN of one's own. @param {{ signed: Signing & { who: Me } }} its */
function Secrets({ signed }) {
  const [said, setSaid] = useState(/** @type {Said} */ (null));
  /** @param {Sending} event */
  const save = async (event) => {
    event.preventDefault();
    const form = event.target;
    const { username: _, ...given } = valuesOf(form);
    if (!Object.keys(given).length) return;
    const empty = emptying(form);
    const answer = await ask("me", given);
    setSaid(answer.ok ? { kind: "done", text: t("sign.saved") } : { kind: "warn", text: answer.body.message });
    if (answer.ok) empty();
    await signed.again();
  };
  const once = !signed.who.password && signed.who.roles.some(({ role }) => role !== "player");
  return html`<h2>${t("sign.own")}</h2>${once && html`<p class="warn" data-no-password>${t("sign.no_password")}</p>`}<form onSubmit=${save} data-secrets><input class="away" name="username" autocomplete="username" value=${signed.who.login} readonly tabindex="-1" aria-hidden="true" />
    <label>${t("sign.new_password")}<input name="password" type="password" autocomplete="new-password" minlength="10" /></label>
    <label>${t("sign.pin")}<input name="pin" inputmode="numeric" autocomplete="off" pattern="[0-9]{4,8}" /></label>
    <p><button class="knob">${t("club.save")}</button></p>
    ${said && html`<p class=${said.kind} role="status">${said.text}</p>`}
  </form>`;
}

/** @param {{ tournament: number | null, link: Live, signed: Signing & { who: Me } }} its */
function Mine({ tournament, link, signed }) {
  const [own, again] = useState(0);
  const seq = `${everySeq(link.parts[`tournament/${tournament ?? 0}`])}/${own}`;
  const { data: mine } = useAnswer(tournament && signed.who.person !== null ? `tournaments/${tournament}/mine` : null, seq);
  const late = mine?.now?.broadcast;
  useEffect(() => {
    const timer = late && setInterval(() => again((n) => n + 1), LOOK_MS);
    return () => clearInterval(timer || undefined);
  }, [late]);
  const names = useAnswer(tournament ? `tournaments/${tournament}/people` : null, seq).data ?? {};
  const open = mine?.places.filter((place) => !place.closed) ?? [];
  return html`${mine && !mine.registered && html`<p class="quiet">${t("mine.not_registered")}</p>`}
    ${open.map((place) => html`<${Place} key=${place.round} place=${place} names=${names} tournament=${tournament ?? 0} />`)}
    ${mine?.registered && !open.length && html`<p class="quiet">${t("mine.nothing")}</p>`}
    ${mine?.registered && !open.some((place) => place.by_phone) && html`<${Ready} mine=${mine} link=${link} />`}
    ${mine?.registered && html`<${Consent} mine=${mine} tournament=${tournament} again=${() => again((n) => n + 1)} />`}
    <${Secrets} signed=${signed} />`;
}

/** Where somebody works who has followed a link for the first time. @param {{ who: Me }} its */
function Work({ who }) {
  const mine = WORK.filter(([, , roles]) => who.roles.some(({ role }) => roles.includes(role)));
  return mine.length > 0 && html`<p class="links">${mine.map(([page, name]) => html`<a key=${page} class="knob main" data-work href=${page}>${t(name)}</a>`)}</p>`;
}

/** @param {{ link: Live, redraw: () => void }} its */
function App({ link, redraw }) {
  useLink(link);
  const signed = useSignedIn();
  const tournament = useTournament();
  return html`<div class="club">
    <header><a class="home" href="index.html"><img src="shared/icon.svg" alt=${t("club.all")} /></a><h1>${t("club.mine")}</h1><${Switches} onChange=${redraw} /></header>
    ${signed.who?.login ? html`<${Signed} signed=${signed} /><${Work} who=${signed.who} /><${Mine} tournament=${tournament} link=${link} signed=${signed} />` : html`<${SignIn} signed=${signed} />`}
  </div>`;
}

start(App, { link: new Live() });
