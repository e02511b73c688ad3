// The strip of a seat: who sits there, the score, and what the hand moves.

import { html, useEffect, useState } from "../../shared/vendor/preact.js";
import { number, signed, t } from "../../shared/js/i18n.js";
import { side, sides } from "./layout.js";
import { Delta, Place } from "./seat/score.js";
import { scores } from "./scoring/scoring.js";
import { Rim } from "./sides/rim.js";
import { Stick, Wind } from "../../shared/js/tile.js";
/** @import { SeatView, SignView, Snapshot } from "../../types/contract" */
/** @import { Told } from "./bus.js" */

/** Between two hands the machine works, and the state still holds the hand that was paid. */
const BETWEEN = ["collect", "shuffle", "raise", "dice"];
/** Time to press one of the buttons that are there then. */
const REST_MS = 6000;

/** @param {{ state: Snapshot, seat: SeatView }} its */
function Tag({ state, seat }) {
  const between = BETWEEN.includes(state.phase);
  if (seat.dead) return html`<span class="tag dead-tag">${t("sanction.dead_hand")}</span>`;
  if (seat.ready && !between) return html`<span class="tag ready-tag">${t("classical.ready")}</span>`;
  if (seat.riichi !== "no" && !between) return html`<span class="tag riichi-tag"><${Stick} value=${1000} />${t("ui.riichi")}</span>`;
  return state.dealer === seat.seat && !between && html`<span class="tag dealer-tag">${t("ui.dealer")}</span>`;
}

/** What a seat says about the result: confirmed, disputed, still asked; at a draw tenpai.
    @param {{ state: Snapshot, seat: SeatView }} its */
function Answer({ state, seat }) {
  if (state.phase === "confirm") {
    const given = seat.confirmed;
    const [mark, key] = given === true ? ["✓", "confirmed"] : given === false ? ["✕", "disputed"] : ["…", "asked"];
    return html`<span class=${`answer ${key}`} data-answer=${key}><b>${mark}</b> <span>${t(`ui.${key}`)}</span></span>`;
  }
  if (state.phase === "show" && state.result?.tenpai[seat.seat]) return html`<span class="answer">${t("ui.tenpai")}</span>`;
  return null;
}

/** How far the leader is away; of the leader, how far the second. @param {{ state: Snapshot, seat: SeatView }} its */
function Gap({ state, seat }) {
  const scores = state.seats.map((s) => s.score);
  const others = scores.filter((_, n) => n !== seat.seat);
  const ahead = Math.max(...others);
  if (seat.score === ahead && others.every((n) => n === ahead)) return null;
  return html`<span class="gap">${t(seat.score >= ahead ? "ui.to_second" : "ui.to_first", { n: signed(seat.score - ahead) })}</span>`;
}

/** The distances to the three others, while the own edge is touched. @param {{ state: Snapshot, seat: SeatView }} its */
const Rivals = ({ state, seat }) => html`<div class="rivals" data-rivals=${seat.seat}>
  ${[1, 2, 3].map((n) => {
    const other = state.seats[(seat.seat + n) % 4];
    const ahead = seat.score - other.score;
    return html`<span class="rival" key=${n}><${Wind} wind=${other.wind} dealer=${state.dealer === other.seat} /><b class=${ahead < 0 ? "loss" : "gain"}>${signed(ahead)}</b></span>`;
  })}
</div>`;

/** Whether the own edge is touched, and what to do about it: held, and a moment longer.
    @returns {[touched: boolean, handlers: Record<string, (event: KeyboardEvent) => void>]} */
function useTouched() {
  const [touched, setTouched] = useState(0);
  useEffect(() => {
    if (!touched || touched === Infinity) return;
    const timer = setTimeout(() => setTouched(0), REST_MS);
    return () => clearTimeout(timer);
  }, [touched]);
  const begin = () => setTouched(Infinity);
  const end = () => setTouched((old) => (old ? Date.now() : 0));
  /** @param {KeyboardEvent} event */
  const key = (event) => ["Enter", " "].includes(event.key) && setTouched(Date.now());
  return [touched > 0, { onPointerDown: begin, onPointerUp: end, onPointerCancel: end, onPointerLeave: end, onKeyDown: key }];
}

/** @param {Snapshot} state @param {SeatView} seat */
const classes = (state, seat) => {
  const between = BETWEEN.includes(state.phase);
  const on = {
    "is-dealer": state.dealer === seat.seat && !between,
    "is-turn": state.phase === "play" && state.turn === seat.seat,
    "is-ready": seat.ready && !between,
    long: number(seat.score).length > 5,
  };
  const named = Object.entries(on).flatMap(([name, is]) => (is ? [name] : []));
  return ["seat", `side${side(seat.seat)}`, `riichi-${between ? "no" : seat.riichi}`, `phase-${state.phase}`, ...named].join(" ");
};

/** Who sits here may say so before the first hand, and has. @param {{ sign: SignView }} its */
function Signed({ sign }) {
  if (sign.state === "signed") return html`<span class="sign-tag" data-sign="signed">✓ ${t("sign_in.signed")}</span>`;
  if (sign.state === "wrong" && sign.person !== null) return html`<span class="sign-tag loss" data-sign="wrong">✕ ${t("sign_in.wrong")}</span>`;
  return html`<span class="sign-tag open" data-sign="open">${t("sign_in.me")}</span>`;
}

/** The stick of a riichi, at a table that does not see it: laid by a touch, taken back by another.
    @param {{ link: Told, seat: SeatView }} its */
const LayStick = ({ link, seat }) => html`<button type="button" class="lay-stick" key=${`stick${seat.riichi}`} data-stick=${seat.seat} aria-pressed=${seat.riichi === "paid"} aria-label=${seat.riichi === "paid" ? `${seat.name}: ${t("entry.unlay")}` : t("entry.lay", { name: seat.name })} onClick=${() => void link.command("panel", { seat: seat.seat, button: "riichi" })}>
  <${Stick} value=${1000} /><span>${seat.riichi === "paid" ? t("entry.unlay") : t("ui.riichi")}</span></button>`;

/** `sign`: who has signed in, while anybody may; `onSign` when this side is touched to do so.
    A text that changes its width is another element (`key`), so that nothing that is seen moves.
    `rim`: it has a rim of its own, where four read the screen; `onTurn` turns the words of the middle here.
    @param {{ state: Snapshot, seat: SeatView, link: Told, sign?: SignView, onSign: () => void, rim: boolean, onTurn: (() => void) | null }} its */
export function Seat({ state, seat, link, sign, onSign, rim, onTurn }) {
  const [touched, differences] = useTouched();
  const signable = sign && sign.state !== "signed";
  const own = scores(state) && link.account;
  const confirms = own && state.phase === "confirm" && seat.confirmed === null;
  const confirm = () => void link.command("win.confirm", { seat: seat.seat }, state.rev);
  const handlers = signable ? { onClick: onSign } : confirms ? { onClick: confirm } : differences;
  const shows = ["confirm", "idle", "finished"].includes(state.phase) && state.result;
  const quiet = !shows && !["deal", "play", "show"].includes(state.phase);
  return html`<section class=${classes(state, seat)} data-seat=${seat.seat}>
    <button class="touch" aria-pressed=${signable || confirms ? null : touched} aria-label=${`${seat.name}: ${t(signable ? "sign_in.me" : confirms ? "ui.confirm" : "ui.touch_differences")}`} ...${handlers}></button>
    <${Wind} wind=${seat.wind} dealer=${state.dealer === seat.seat} />
    ${touched ? html`<${Rivals} state=${state} seat=${seat} />` : html`<div class="who">
      <span class="name">${seat.name}</span>
      <div class="tags" key=${`${state.phase}${seat.riichi}${state.seats.map((each) => each.score)}${state.result?.deltas}`}><${Place} state=${state} seat=${seat} /><${Tag} state=${state} seat=${seat} /></div>
    </div>
    <span class="score" key=${seat.score}>${number(seat.score)}</span><small class="unit" key=${`unit${seat.score}`}>${t("ui.unit")}</small>
    <div class="side-note" key=${`note${state.phase}${seat.confirmed}${sign?.state}${state.result?.deltas}`}>
      ${shows && html`<${Delta} state=${state} seat=${seat} />`}
      ${sign && html`<${Signed} sign=${sign} />`}
      ${quiet && !sign && html`<${Gap} state=${state} seat=${seat} />`}
      <${Answer} state=${state} seat=${seat} />
      ${own && sides() === 4 && state.phase === "play" && html`<${LayStick} link=${link} seat=${seat} />`}
    </div>`}
    ${rim && html`<${Rim} link=${link} seat=${seat} touched=${touched} onTurn=${onTurn} />`}
  </section>`;
}
