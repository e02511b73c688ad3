// The table screen: each player reads the own side; the middle belongs to the phase.

import { html, useEffect, useState } from "../../shared/vendor/preact.js";
import { Link, tells } from "./bus.js";
import { Clock } from "../../shared/js/clock.js";
import { t } from "../../shared/js/i18n.js";
import { Corner } from "./corner.js";
import { onTurned, seatAt, side, sides } from "./layout.js";
import { Machine, roundText } from "./machine.js";
import { Mat, useNewest, useWords } from "./mat.js";
import { Notices, Paused, prompt } from "./notices.js";
import { PhonesOver } from "./phones.js";
import { notices } from "../../shared/js/alerts.js";
import { start, stayAwake, useLink } from "../../shared/js/page.js";
import { Result } from "../../shared/js/result.js";
import { Acts, ScoreForm } from "./scoring/stage.js";
import { scores } from "./scoring/scoring.js";
import { Seat } from "./seats.js";
import { SignIn, signs } from "./seat/sign_in.js";
import { useTour } from "./sides/tour.js";
import { shownPages, Turned, turns } from "./sides/turned.js";
import { Standings } from "./standings.js";
import { bringFaces } from "../../shared/js/tile.js";
/** @import { Told } from "./bus.js" */
/** @import { Words } from "./mat.js" */
/** @import { Tour } from "./sides/turned.js" */

/** What the form of a score table is given.
    @typedef {{ key: string, link: Told, facing: number, onFace: (seat: number) => void, onDone: () => void }} Entering */

const FACES_MS = 2000;
const ON_THE_MAT = ["deal", "play", "show"];
const MACHINE = ["collect", "shuffle", "raise", "dice"];

/** @param {{ link: Told, words: Words, newest: number | null }} its */
function Middle({ link, words, newest }) {
  const { state } = link;
  const { phase, result } = state;
  if (ON_THE_MAT.includes(phase)) return html`<${Mat} link=${link} words=${words} newest=${newest} />`;
  if (phase === "finished" && state.standings.length) return html`<${Standings} state=${state} />`;
  if (MACHINE.includes(phase) || !result) return html`<${Machine} link=${link} />`;
  // Another result is another card: its parts do not move to their new places.
  return html`<${Result} key=${JSON.stringify([result.reason, result.deltas])} state=${state} side=${side} link=${link} />`;
}

/** The round and the clock where the mat does not show them in its middle, and what to do. @param {{ link: Told }} its */
function Line({ link }) {
  const { state } = link;
  const hint = prompt(state, link);
  const mat = ON_THE_MAT.includes(state.phase) && !scores(state);
  const round = mat || hint?.startsWith(roundText(state)) ? "" : roundText(state);
  return html`<div class="line">
    ${!mat && html`<div class="when" key=${`${Boolean(hint)}${round}`}><span class="round">${round}</span><${Clock} link=${link} /></div>`}
    ${hint && html`<p class="hint" key=${`${hint.replace(/\d+/, "")}${round}`} data-notice="hint">${hint}</p>`}
  </div>`;
}

/** The screen of a score table that is read from one side: who holds it enters results, as long as it has an account.
    @param {{ link: Told, words: Words, newest: number | null, entry: Entering | null, acts: unknown }} its */
const OneSide = ({ link, words, newest, entry, acts }) => html`
  ${entry ? html`<${ScoreForm} ...${entry} />` : html`<${Middle} link=${link} words=${words} newest=${newest} />`}${acts}
  <${Line} link=${link} />
  ${link.state.paused && html`<${Paused} paused=${link.state.paused} link=${link} />`}
  <${Notices} link=${link} />`;

/** Ponds and hands lie as on the table; words stand towards one side, and can be turned.
    @param {{ link: Told, words: Words, newest: number | null, entry: Entering | null, acts: unknown, tour: Tour }} its */
const FourSides = ({ link, words, newest, entry, acts, tour }) => html`
  ${entry ? html`<${ScoreForm} ...${entry} />` : ON_THE_MAT.includes(link.state.phase) && html`<${Mat} link=${link} words=${words} newest=${newest} />`}
  <${Turned} link=${link} tour=${tour} acts=${acts} bare=${entry !== null} />`;

/** The form of a score table, while a result is entered or changed, and the row of what is done then.
    @param {Told} link @param {Tour} tour */
function useEntry(link, tour) {
  const { state } = link;
  const [facing, setFacing] = useState(seatAt(0));
  const [changing, setChanging] = useState(/** @type {number | null} */ (null));
  if (!scores(state) || !link.account) return { entry: null, acts: null };
  const changes = state.phase === "confirm" && changing === state.hands_played;
  /** @param {boolean} on */
  const change = (on) => (setChanging(on ? state.hands_played : null), setFacing(sides() === 4 ? tour.seat : facing));
  const key = `${state.hands_played}${changes}`;
  const entry = state.phase === "play" || changes ? { key, link, facing, onFace: setFacing, onDone: () => change(false) } : null;
  return { entry, acts: html`<${Acts} link=${link} changing=${changes} onChange=${change} />` };
}

/** @param {{ link: Told, redraw: () => void }} its */
function Stage({ link, redraw }) {
  const { state } = link;
  const four = sides() === 4;
  const words = useWords(link);
  const newest = useNewest(state);
  const tour = useTour(state, seatAt(0), four ? shownPages(link).length : 0);
  const { entry, acts } = useEntry(link, tour);
  const [signing, setSigning] = useState(/** @type {number | null} */ (null));
  const [letting, setLetting] = useState(false);
  const rims = four && !(entry && state.phase === "confirm");
  const turnable = turns(link) && !entry;
  const middle = { link, words, newest, entry, acts };
  return html`<div class=${`stage sides${sides()} ${link.trouble() ? "stale" : ""}`} data-phase=${state.phase} data-rev=${state.rev}>
    ${state.seats.map((seat) => html`<${Seat} key=${seat.seat} state=${state} seat=${seat} link=${link} sign=${signs(link)?.[seat.seat]} onSign=${() => setSigning(seat.seat)} rim=${rims} onTurn=${turnable && tour.seat !== seat.seat ? () => tour.turn(seat.seat) : null} />`)}
    <div class=${`middle ${scores(state) ? "scored" : ""} ${entry ? "entering" : ""}`}>
      ${four ? html`<${FourSides} ...${middle} tour=${tour} />` : html`<${OneSide} ...${middle} />`}
      ${signing !== null && html`<div class=${`sign-at side${side(signing)}`} key=${`sign${signing}`}><${SignIn} link=${link} seat=${signing} open=${true} onOpen=${() => {}} onClose=${() => setSigning(null)} /></div>`}
    </div>
    <${Corner} link=${link} redraw=${redraw} onPhones=${() => setLetting(true)} />
    ${letting && link.account && html`<${PhonesOver} key="phones" account=${link.account} place=${four ? side : undefined} onClose=${() => setLetting(false)} />`}
  </div>`;
}

/** @param {{ link: Link, redraw: () => void }} its */
function App({ link, redraw }) {
  useLink(link);
  useEffect(() => onTurned(redraw), [redraw]);
  if (!tells(link)) {
    return html`<div class="blank"><img src="icon.svg" alt="" /><p data-notice="link" key=${notices(link)[0]?.text}>${notices(link)[0]?.text ?? t("ui.waiting")}</p></div>`;
  }
  return html`<${Stage} link=${link} redraw=${redraw} />`;
}

stayAwake();
start(App, { link: new Link(["state", "event", "assigned"]) });
// Later than what the first picture needs.
setTimeout(bringFaces, FACES_MS);
