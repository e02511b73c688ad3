// How a hand ended, entered by touch: who won and from whom, then the value by han and fu or by tiles; draws, abortive
// draws, several winners. A table without a camera, the referee's tablet and the desk of a club have this one form.

import { html, useEffect, useLayoutEffect, useState } from "../../vendor/preact.js";
import { t } from "../i18n.js";
import { Stick, Wind } from "../tile.js";
import { blank, current, eventOf, formOf, fuOf, LIMITED, LIMITS, mayAdd, touched } from "./form.js";
import { Tiles } from "./pad.js";
/** @import { EnterableView, SeatView } from "../../../types/contract" */
/** @import { Asked } from "../forms.js" */
/** @import { Entered, Form, Touch, Value } from "./form.js" */
/** @import { Ask } from "./pad.js" */

const SMALL = [1, 2, 3, 4];
const COUNTED = 13;

/** Who sits there; the winds are drawn where they are known.
    @typedef {Pick<SeatView, "seat" | "name" | "riichi"> & { wind?: SeatView["wind"] }} Sitting */
/** `enterable` is what the rules have. @typedef {{ seats: Sitting[], dealer?: number | null, enterable?: EnterableView | null }} Table */
/** @typedef {{ form: Form, go: (...touch: Touch) => void, table: Table }} Part */

/** @type {EnterableView} */
const NOTHING_MORE = { ends: [], tenpai: [], yakuman: 1, counted: false };
/** What the rules have of results. @param {Table} table */
const rulesOf = (table) => table.enterable ?? NOTHING_MORE;

/** A button that is a touch of the form.
    @param {{ touch: Touch, on?: boolean, go: Part["go"], children: unknown, label?: string, off?: boolean, kind?: string }} its */
const Key = ({ touch, on = false, go, children, label, off = false, kind = "" }) => html`<button type="button" class=${`touch-key ${kind}`} data-touch=${touch.join(":")} aria-pressed=${on} aria-label=${label ?? null} disabled=${off} onClick=${() => go(...touch)}>${children}</button>`;

/** @param {{ seat: Sitting, dealer?: number | null }} its */
const Person = ({ seat, dealer }) => html`${seat.wind && html`<${Wind} wind=${seat.wind} dealer=${dealer === seat.seat} />`}<span class="person">${seat.name}</span>`;

/** @param {{ name: string, kind?: string, children: unknown }} its */
const Line = ({ name, kind = "", children }) => html`<div class=${`entry-line ${kind}`} role="group" aria-label=${name}><span class="entry-name" aria-hidden="true">${name}</span><div class="entry-keys">${children}</div></div>`;

/** Any of the four. @param {Part & { name: string, what: string, chosen: number[] }} its */
const Seats = ({ go, table, name, what, chosen }) => html`<${Line} name=${name} kind="of-four">
  ${table.seats.map((seat) => html`<${Key} key=${seat.seat} touch=${[what, seat.seat]} on=${chosen.includes(seat.seat)} go=${go}><${Person} seat=${seat} dealer=${table.dealer} /><//>`)}
<//>`;

/** Who gave the tile; the winner of a tsumo. @param {Part} its */
function Source({ form, go, table }) {
  const winner = form.winners[0]?.seat ?? null;
  const several = form.winners.length > 1;
  return html`<${Line} name=${t("referee.source")} kind="of-four">
    ${table.seats.map((seat) => html`<${Key} key=${seat.seat} touch=${["from", seat.seat]} on=${form.source === seat.seat} go=${go} off=${winner === null || (several && form.winners.some((win) => win.seat === seat.seat))}>
      ${seat.seat === winner ? html`<b class="person">${t("ui.tsumo")}</b>` : html`<${Person} seat=${seat} dealer=${table.dealer} />`}
    <//>`)}
  <//>`;
}

/** @param {Part} its */
function Fu({ form, go }) {
  const value = current(form)?.value;
  const counts = value && !value.yakuman && value.han < LIMITED;
  return html`<${Line} name=${t("referee.fu")} kind="of-many">${fuOf(value?.han ?? 2).map((fu) => html`<${Key} key=${fu} touch=${["fu", fu]} on=${Boolean(counts && value.fu === fu)} go=${go} off=${!counts}>${fu}<//>`)}<//>`;
}

/** How many yakuman, the one that is counted, and who answers for it. @param {Part} its */
function Yakuman({ form, go, table }) {
  const winner = current(form);
  const { yakuman: most, counted } = rulesOf(table);
  const times = Array.from({ length: most }, (_, n) => n + 1);
  return html`<${Line} name=${t("limit.yakuman")} kind="of-many">
    ${times.map((n) => html`<${Key} key=${n} touch=${["yakuman", n]} on=${winner?.value?.yakuman === n} go=${go}>×${n}<//>`)}
    ${counted && html`<${Key} touch=${["han", COUNTED]} on=${winner?.value?.han === COUNTED} go=${go} kind="kazoe">${t("entry.counted")}<//>`}
    ${winner?.value?.yakuman ? table.seats.filter(({ seat }) => seat !== winner.seat).map((seat) => html`<${Key} key=${seat.seat} touch=${["pao", seat.seat]} on=${winner.responsible === seat.seat} go=${go} kind="pao">${t("ui.pao", { name: seat.name })}<//>`) : null}
  <//>`;
}

/** Han up to four, then the limits. @param {Part & { onTiles: (() => void) | null }} its */
function Han({ form, go, onTiles }) {
  const value = current(form)?.value ?? null;
  const off = current(form) === null;
  const yakuman = Boolean(value?.yakuman) || value?.han === COUNTED;
  return html`<${Line} name=${t("referee.han")} kind="of-many of-han">
    ${SMALL.map((han) => html`<${Key} key=${han} touch=${["han", han]} on=${value?.han === han && !yakuman} go=${go} off=${off}>${han}<//>`)}
    ${LIMITS.map(([han, limit], n) => html`<${Key} key=${han} touch=${["han", han]} kind="limit" on=${Boolean(value && !yakuman && value.han >= han && value.han < (LIMITS[n + 1]?.[0] ?? COUNTED))} go=${go} off=${off}>${t(`limit.${limit}`)}<//>`)}
    <${Key} touch=${["yakuman", 1]} kind="limit" on=${yakuman} go=${go} off=${off}>${t("limit.yakuman")}<//>
    ${onTiles && html`<button type="button" class="touch-key limit" data-by-tiles disabled=${off || form.source === null} onClick=${onTiles}>${t("entry.tiles")}</button>`}
  <//>`;
}

/** The wins that are whole already, while another is entered. @param {Part} its */
function Before({ form, go, table }) {
  const others = form.winners.slice(0, -1);
  if (!others.length) return null;
  /** @param {Value | null} value */
  const worth = (value) => (value?.yakuman ? t("limit.yakuman") : t("han_fu", { han: value?.han ?? 0, fu: value?.fu ?? 0 }));
  return html`<div class="entry-before">
    ${others.map(({ seat, value }) => html`<span key=${seat} data-before=${seat}>${table.seats[seat].name} · ${worth(value)}</span>`)}
    <button type="button" class="touch-key" data-touch="drop" aria-label=${t("referee.drop")} onClick=${() => go("drop")}>✕</button>
  </div>`;
}

/** Who won, another winner, or how else the hand ended. @param {Part & { onChombo: (() => void) | null }} its */
function First({ form, go, table, onChombo }) {
  const won = form.reason === "win" || form.reason === "";
  const seat = won ? current(form)?.seat : undefined;
  const others = form.winners.slice(0, -1).map((winner) => winner.seat);
  const { ends } = rulesOf(table);
  return html`<${Line} name=${t("entry.who")} kind="of-first">
    ${table.seats.map((each) => html`<${Key} key=${each.seat} touch=${["won", each.seat]} on=${each.seat === seat} off=${others.includes(each.seat) || (others.length > 0 && each.seat === form.source)} go=${go}><${Person} seat=${each} dealer=${table.dealer} /><//>`)}
    <${Key} touch=${["another"]} go=${go} off=${!mayAdd(form)} label=${t("entry.another")} kind="plus">+<//>
    <${Key} touch=${["ended", "exhaustive"]} on=${form.reason === "exhaustive"} go=${go} kind="end">${t("entry.draw")}<//>
    ${(ends.length > 0 || onChombo) && html`<${Key} touch=${["more"]} on=${form.more || ends.includes(form.reason)} go=${go} kind="end">${t("entry.more")} …<//>`}
  <//>`;
}

/** @param {Part & { onChombo: (() => void) | null }} its */
const More = ({ form, go, table, onChombo }) => html`<${Line} name=${t("referee.ended")} kind="of-ends">
  ${rulesOf(table).ends.map((reason) => html`<${Key} key=${reason} touch=${["ended", reason]} on=${form.reason === reason} go=${go}>${t(`end.${reason}`)}<//>`)}
  ${onChombo && html`<button type="button" class="touch-key" data-chombo onClick=${onChombo}>${t("sanction.chombo")}</button>`}
<//>`;

/** @param {Part & { onTiles: (() => void) | null }} its */
function Won(its) {
  const winner = current(its.form);
  const yakuman = winner?.value && (winner.value.yakuman || winner.value.han === COUNTED);
  return html`<${Source} ...${its} /><${Han} ...${its} />${yakuman ? html`<${Yakuman} ...${its} />` : html`<${Fu} ...${its} />`}<${Before} ...${its} />`;
}

/** @param {Part} its */
function Drawn(its) {
  const { form } = its;
  const asks = rulesOf(its.table).tenpai.includes(form.reason);
  return html`${form.reason === "nagashi" && html`<${Seats} ...${its} name=${t("entry.who_nagashi")} what="nagashi" chosen=${form.nagashi} />`}
    ${asks && html`<${Seats} ...${its} name=${t("entry.who_tenpai")} what="tenpai" chosen=${form.tenpai} />`}`;
}

/** The sticks of this hand; `onStick` lays one on the table at once. @param {Part & { onStick: ((seat: number) => void) | null }} its */
const Sticks = ({ form, go, table, onStick }) => html`<${Line} name=${t("ui.riichi")} kind="of-four of-sticks">
  ${table.seats.map((seat) => html`<${Key} key=${seat.seat} touch=${["riichi", seat.seat]} on=${form.riichi.includes(seat.seat)} go=${onStick ? () => onStick(seat.seat) : go} label=${t("entry.lay", { name: seat.name })}><${Stick} value=${1000} /><span class="person">${seat.name}</span><//>`)}
<//>`;

/** @param {Table} table */
const laidSticks = ({ seats }) => seats.filter((seat) => seat.riichi === "paid").map((seat) => seat.seat);

/** A form whose sticks follow those on the table, as long as nobody has said otherwise.
    @param {Table} table @param {Entered | null} before @returns {[Form, Part["go"]]} */
function useForm(table, before) {
  const laid = JSON.stringify(laidSticks(table));
  const [form, setForm] = useState(() => (before ? formOf(before) : blank(laidSticks(table))));
  const [known, setKnown] = useState(laid);
  useEffect(() => {
    if (laid === known) return;
    setKnown(laid);
    setForm((old) => ({ ...old, riichi: JSON.parse(laid) }));
  }, [laid]);
  return [form, (...touch) => setForm((old) => touched(old, touch))];
}

/** Tells by `onAsk` what is to be entered, null while it is not whole. `value` asks what tiles are worth, `onChombo` is where
    the four settle it themselves, `before` the result that is to be changed; `sticks` are asked for, unless they are laid elsewhere.
    @param {{ state: Table, onAsk: (asked: Asked | null) => void, value?: Ask | null, onChombo?: (() => void) | null, before?: Entered | null, sticks?: boolean, onStick?: ((seat: number) => void) | null, children?: unknown }} its */
export function Entry({ state: table, onAsk, value = null, onChombo = null, before = null, sticks = true, onStick = null, children = null }) {
  const [form, go] = useForm(table, before);
  const [byTiles, setByTiles] = useState(false);
  const event = eventOf(form);
  // At once, so that nobody enters what stood there before the last touch.
  useLayoutEffect(() => onAsk(event && { event }), [JSON.stringify(event)]);
  const its = { form, go, table };
  const winner = current(form);
  if (byTiles && value && winner && form.source !== null) {
    const win = { seat: winner.seat, source: form.source, riichi: form.riichi.includes(winner.seat) };
    /** @param {Value} found */
    const take = (found) => (go("value", /** @type {any} */ (found)), setByTiles(false));
    return html`<div class="entry"><${Tiles} win=${win} ask=${value} onTake=${take} onClose=${() => setByTiles(false)} /></div>`;
  }
  const won = form.reason === "win" || form.reason === "";
  return html`<div class="entry" data-entry=${form.reason} data-whole=${Boolean(event)}>
    <${First} ...${its} onChombo=${onChombo} />
    ${form.more ? html`<${More} ...${its} onChombo=${onChombo} />` : won ? html`<${Won} ...${its} onTiles=${value && (() => setByTiles(true))} />` : html`<${Drawn} ...${its} />`}
    ${sticks && html`<${Sticks} ...${its} onStick=${onStick} />`}
    ${children}
  </div>`;
}
