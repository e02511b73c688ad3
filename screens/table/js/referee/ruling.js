// Rulings: what is to be ruled is put together, its effect is shown by the table, and only then it is sent.

import { html, useEffect, useState } from "../../../shared/vendor/preact.js";
import { Entry } from "../../../shared/js/entry/entry.js";
import { Corrections, Penalties, Seating, Withdrawals } from "../../../shared/js/forms.js";
import { language, number, round, signed, t } from "../../../shared/js/i18n.js";
import { whyNot } from "../../../shared/js/refused.js";
import { useEffectOf, worthOf } from "../effect.js";
/** @import { RoundView, Snapshot } from "../../../types/contract" */
/** @import { Asked, Wish } from "../../../shared/js/forms.js" */
/** @import { Send } from "../referee.js" */
/** @import { Effect } from "../effect.js" */
/** @import { Glance, HandLog } from "../../../types/table" */

/** @type {Record<string, unknown>} */
const TOOLS = { penalty: Penalties, withdraw: Withdrawals, result: Entry, correct: Corrections, reseat: Seating };
const CLASSICAL = ["correct", "reseat"];

/** The log of the hand and the penalty table; asked for again when `version` changes. @param {number | string} version */
function useDesk(version) {
  const [desk, setDesk] = useState(/** @type {HandLog | null} */ (null));
  useEffect(() => {
    let alive = true;
    fetch(`referee.json?lang=${language()}`)
      .then((answer) => (answer.ok ? answer.json() : null))
      .catch(() => null)
      .then((found) => alive && setDesk(found));
    return () => {
      alive = false;
    };
  }, [version, language()]);
  return desk;
}

/** @param {RoundView} hand */
const when = (hand) => `${round(hand)}${hand.honba ? ` · ${t("honba", { n: hand.honba })}` : ""}`;

/** The differences that a ruling makes, in lines. @param {Glance} before @param {Glance} after */
function linesOf(before, after) {
  const names = after.names;
  /** @template T @param {T[]} before_ @param {T[]} after_ @param {(name: string, now: T, old: T) => string} line */
  const each = (before_, after_, line) => after_.flatMap((value, seat) => (value === before_[seat] ? [] : [line(names[seat], value, before_[seat])]));
  const again = after.result?.again || ["chombo", "redeal"].includes(after.result?.reason ?? "");
  const same = JSON.stringify(before.result) === JSON.stringify(after.result);
  return [
    ...each(before.names, after.names, (name, _, old) => t("effect.seat", { old, name })),
    ...each(before.dead, after.dead, (name, dead) => t(dead ? "effect.dead" : "effect.alive", { name })),
    ...each(before.after_uma, after.after_uma, (name, now, old) => t("effect.after_uma", { name, points: signed(now - old) })),
    ...each(before.scores, after.scores, (name, now, old) => t("effect.score", { name, old: number(old), points: number(now) })),
    ...(before.hands === after.hands ? [] : [t("effect.hands", { old: before.hands, n: after.hands })]),
    ...(after.result && !same ? [t("effect.result", { reason: t(`end.${after.result.reason}`), points: after.result.deltas.map((d, seat) => `${names[seat]} ${d ? signed(d) : "0"}`).join(", ") })] : []),
    ...(before.result && !after.result ? [t("effect.no_result")] : []),
    ...(again && !same ? [t("effect.again")] : []),
    ...(after.following && JSON.stringify(before.following) !== JSON.stringify(after.following) ? [t("effect.next", { round: when(after.following) })] : []),
  ];
}

/** @param {{ effect: Effect | null, onSend: () => void }} its */
function Effect({ effect, onSend }) {
  if (!effect) return html`<p class="quiet">…</p>`;
  if (!effect.after) {
    return html`<p class="warn" role="alert" data-effect="refused">${"failed" in effect ? effect.failed : whyNot(effect)}</p>`;
  }
  const { event } = effect;
  const lines = linesOf(effect.before, effect.after);
  const fine = event?.type === "penalised" && `${t(`sanction.${event.sanction}`)}${event.points ? ` ${event.points}` : ""}`;
  return html`<div class="effect" data-effect="allowed">
    <h3>${t("referee.effect")}${fine && html`: <b>${effect.after.names[event.seat]} – ${fine}</b>`}</h3>
    <ul>${lines.length ? lines.map((line) => html`<li key=${line}>${line}</li>`) : html`<li>${t("effect.none")}</li>`}</ul>
    <button class="knob main send" data-send onClick=${onSend}>${t("referee.send")}</button>
  </div>`;
}

/** `only`: these tools and no others. @param {{ state: Snapshot, send: Send, wish: Wish | null, only?: string[] }} its */
export function Rulings({ state, send, wish, only = Object.keys(TOOLS) }) {
  const [tool, setTool] = useState(only[0]);
  const [asked, setAsked] = useState(/** @type {Asked | null} */ (null));
  const tools = only.filter((name) => state.rules === "riichi" || CLASSICAL.includes(name));
  const open = tools.includes(tool) ? tool : tools[0];
  const desk = useDesk(open === "correct" ? state.rev : state.game);
  const effect = useEffectOf(asked, state.rev);
  const Tool = TOOLS[open];
  /** @param {string} name */
  const choose = (name) => {
    setTool(name);
    setAsked(null);
  };
  const rule = async () => {
    if (!effect?.after || !effect.event) return;
    const reply = await send("ruling", { event: effect.event }, effect.rev);
    if (reply?.ok) setAsked(null);
  };
  return html`<section class="right">
    <div class="tools" role="tablist" aria-label=${t("referee.rule")}>
      ${tools.map((name) => html`<button key=${name} role="tab" id=${`tab-${name}`} aria-selected=${name === open} data-tool=${name} onClick=${() => choose(name)}>${t(`referee.tool_${name}`)}</button>`)}
    </div>
    <div class="tool" role="tabpanel" aria-labelledby=${`tab-${open}`}>
      <${Tool} key=${open} state=${state} desk=${desk} wish=${wish} value=${worthOf} onAsk=${setAsked} />
    </div>
    <div class="outcome" aria-live="polite">${asked ? html`<${Effect} effect=${effect} onSend=${rule} />` : html`<p class="quiet">${t("referee.choose")}</p>`}</div>
  </section>`;
}
