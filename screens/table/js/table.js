// The table screen: each player reads the own side; the middle belongs to the phase.

import { html, useEffect, useState } from "../../shared/vendor/preact.js";
import { Link, tells } from "./bus.js";
import { Clock } from "../../shared/js/clock.js";
import { t } from "../../shared/js/i18n.js";
import { onTurned, side, sides } from "./layout.js";
import { Machine, roundText } from "./machine.js";
import { Mat, useNewest, useWords } from "./mat.js";
import { Notices, Paused, prompt } from "./notices.js";
import { PhonesButton, PhonesOver } from "./phones.js";
import { notices } from "../../shared/js/alerts.js";
import { start, stayAwake, Switches, useLink } from "../../shared/js/page.js";
import { Result } from "../../shared/js/result.js";
import { Acts, ScoreForm } from "./scoring/stage.js";
import { scores } from "./scoring/scoring.js";
import { Seat } from "./seats.js";
import { SignIn, signs } from "./seat/sign_in.js";
import { Standings } from "./standings.js";
import { bringFaces } from "../../shared/js/tile.js";
/** @import { Told } from "./bus.js" */
/** @import { Words } from "./mat.js" */

const FACES_MS = 2000;
const ON_THE_MAT = ["deal", "play", "show"];
const MACHINE = ["collect", "shuffle", "raise", "dice"];

/** @param {{ link: Told, words: Words, newest: number | null }} its */
function Middle({ link, words, newest }) {
  const { state } = link;
  const { phase, result } = state;
  if (ON_THE_MAT.includes(phase)) return html`<${Mat} link=${link} words=${words} newest=${newest} />`;
  if (phase === "finished" && state.standings.length) return html`<${Standings} state=${state} />`;
  if (MACHINE.includes(phase) || !result) return html`<${Machine} state=${state} />`;
  // Another result is another card: its parts do not move to their new places.
  return html`<${Result} key=${JSON.stringify([result.reason, result.deltas])} state=${state} side=${side} link=${link} />`;
}

/** The round and the clock at the rim of each side, where the mat does not show them in its middle; below, what to do.
    @param {{ link: Told }} its */
function Rims({ link }) {
  const { state } = link;
  const shown = ON_THE_MAT.includes(state.phase) ? [] : [0, 1, 2, 3];
  const hint = prompt(state, link);
  /** @param {number} n */
  const told = (n) => (n === 0 && hint?.startsWith(roundText(state)) ? "" : roundText(state));
  /** @param {number} n */
  const rim = (n) => html`<div class=${`rim side${n}`} key=${`${n}${Boolean(hint)}${told(n)}`}><span class="round">${told(n)}</span><${Clock} link=${link} /></div>`;
  return html`${shown.slice(1).map(rim)}
    <div class="line">${shown.slice(0, 1).map(rim)}${hint && html`<p class="hint" key=${`${hint.replace(/\d+/, "")}${told(0)}`} data-notice="hint">${hint}</p>`}</div>`;
}

/** The screen of a score table: who holds it enters results, from whichever side, as long as it has an account.
    @param {{ link: Told, words: Words, newest: number | null }} its */
function Scored({ link, words, newest }) {
  const { state } = link;
  const [facing, setFacing] = useState(() => state.seats.findIndex((seat) => side(seat.seat) === 0));
  const [changing, setChanging] = useState(/** @type {number | null} */ (null));
  const confirm = state.phase === "confirm";
  const changes = confirm && changing === state.hands_played;
  const enters = link.account && (state.phase === "play" || changes);
  /** @param {boolean} on */
  const change = (on) => setChanging(on ? state.hands_played : null);
  return html`${enters ? html`<${ScoreForm} key=${`${state.hands_played}${changes}`} link=${link} facing=${facing} onFace=${setFacing} onDone=${() => change(false)} />` : html`<${Middle} link=${link} words=${words} newest=${newest} />`}
    ${link.account && html`<${Acts} link=${link} changing=${changes} onChange=${change} />`}`;
}

/** @param {{ link: Link }} its */
function Pulse({ link }) {
  const well = !link.trouble();
  return html`<div class=${`pulse ${well ? "well" : "ill"}`} data-link=${well ? "up" : "down"}><i></i>${well ? t("ui.live") : ""}</div>`;
}

/** @param {() => void} redraw */
function useTurning(redraw) {
  useEffect(() => onTurned(redraw), [redraw]);
}

/** @param {{ link: Link, redraw: () => void }} its */
function App({ link, redraw }) {
  useLink(link);
  useTurning(redraw);
  const words = useWords(link);
  const [signing, setSigning] = useState(/** @type {number | null} */ (null));
  const newest = useNewest(link.state);
  const [letting, setLetting] = useState(false);
  if (!tells(link)) {
    return html`<div class="blank"><img src="icon.svg" alt="" /><p data-notice="link" key=${notices(link)[0]?.text}>${notices(link)[0]?.text ?? t("ui.waiting")}</p></div>`;
  }
  const { state } = link;
  return html`<div class=${`stage sides${sides()} ${link.trouble() ? "stale" : ""}`} data-phase=${state.phase} data-rev=${state.rev}>
    ${state.seats.map((seat) => html`<${Seat} key=${seat.seat} state=${state} seat=${seat} link=${link} sign=${signs(link)?.[seat.seat]} onSign=${() => setSigning(seat.seat)} />`)}
    <div class=${`middle ${scores(state) ? "scored" : ""}`}>
      <${scores(state) ? Scored : Middle} link=${link} words=${words} newest=${newest} />
      <${Rims} link=${link} />
      ${state.paused && html`<${Paused} paused=${state.paused} link=${link} />`}
      <${Notices} link=${link} />
      ${signing !== null && html`<div class=${`sign-at side${side(signing)}`} key=${`sign${signing}`}><${SignIn} link=${link} seat=${signing} open=${true} onOpen=${() => {}} onClose=${() => setSigning(null)} /></div>`}
    </div>
    <div class="corner" key=${`corner${link.trouble() === null}`}>${link.account && html`<div class="ways"><a class="to-host" href="host.html">${t("host.title")}</a><${PhonesButton} onOpen=${() => setLetting(true)} /></div>`}<${Pulse} link=${link} /><${Switches} onChange=${redraw} /></div>
    ${letting && link.account && html`<${PhonesOver} key="phones" account=${link.account} place=${sides() === 4 ? side : undefined} onClose=${() => setLetting(false)} />`}
  </div>`;
}

stayAwake();
start(App, { link: new Link(["state", "event", "assigned"]) });
// Later than what the first picture needs.
setTimeout(bringFaces, FACES_MS);
