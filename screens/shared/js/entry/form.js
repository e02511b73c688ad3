// How a hand ended, put together touch by touch. Nothing is drawn here: `touched` gives the next form, `eventOf` the
// result once it is whole, and `path` the touches by which a result is entered.

/** @import { HandWin } from "../../../types/contract" */

/** A winner; `value` stays null until it is chosen. @typedef {{ seat: number, value: Value | null, responsible: number | null }} Winner */
/** @typedef {{ han: number, fu: number | null, yakuman: number }} Value */
/** `reason` as an end of a hand, `aborted` while it is to be chosen which; `source` is who gave the tile, the winner of a tsumo.
    @typedef {{ reason: string, winners: Winner[], source: number | null, more: boolean, tenpai: number[], nagashi: number[], riichi: number[] }} Form */
/** @typedef {[what: string, value?: string | number]} Touch */
/** @typedef {{ type: "result_entered", reason: string, wins: HandWin[], tenpai: boolean[], riichi: number[] }} Entered */

const SEATS = [0, 1, 2, 3];
/** From so many han on no fu are counted, whatever the rules. */
export const LIMITED = 5;
/** Han by which a limit is entered; 13 is a yakuman that is counted. @type {[han: number, limit: string][]} */
export const LIMITS = [[5, "mangan"], [6, "haneman"], [8, "baiman"], [11, "sanbaiman"]];
const COUNTED = 13;
const FU = [20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110];

/** @param {number[]} riichi The seats whose stick lies on the table. @returns {Form} */
export const blank = (riichi = []) => ({ reason: "", winners: [], source: null, more: false, tenpai: [], nagashi: [], riichi: [...riichi].sort() });

/** One more or one less. @param {number[]} list @param {number} item */
const toggled = (list, item) => (list.includes(item) ? list.filter((each) => each !== item) : [...list, item].sort());

/** The fu that so many han may have. @param {number} han */
export const fuOf = (han) => (han === 1 ? FU.slice(2) : FU);

/** @param {Winner} winner */
const valued = ({ value }) => value !== null && value.fu !== null;

/** The winner whose value is chosen now: the last. @param {Form} form */
export const current = (form) => form.winners.at(-1) ?? null;

/** Whether another winner may be added: by ron, while three may win. @param {Form} form */
export const mayAdd = ({ winners, source }) => winners.length > 0 && winners.length < 3 && source !== null && source !== winners[0].seat && winners.every(valued);

/** @param {Form} form @param {number} seat @returns {Form} */
function won(form, seat) {
  if (form.reason !== "win") return { ...blank(form.riichi), reason: "win", winners: [{ seat, value: null, responsible: null }] };
  const open = form.winners;
  const others = open.slice(0, -1);
  if (others.some((winner) => winner.seat === seat)) return form;
  const chosen = { seat, value: open.at(-1)?.value ?? null, responsible: null };
  const before = open.at(-1)?.seat;
  const source = form.source === before || form.source === seat ? null : form.source;
  return { ...form, winners: [...others, chosen], source: others.length ? form.source : source };
}

/** @param {Form} form @param {Partial<Winner>} change @returns {Form} */
function ofCurrent(form, change) {
  const last = current(form);
  return last ? { ...form, winners: [...form.winners.slice(0, -1), { ...last, ...change }] } : form;
}

/** @param {number} han @returns {Value} */
const byHan = (han) => ({ han, fu: han >= LIMITED ? 0 : null, yakuman: 0 });

/** @type {Record<string, (form: Form, value: any) => Form>} */
const STEPS = {
  won,
  from: (form, seat) => (form.winners.slice(0, -1).some((winner) => winner.seat === seat) ? form : { ...form, source: seat }),
  han: (form, han) => ofCurrent(form, { value: byHan(han) }),
  fu: (form, fu) => ofCurrent(form, { value: { han: 1, yakuman: 0, ...current(form)?.value, fu } }),
  yakuman: (form, n) => ofCurrent(form, { value: { han: 0, fu: 0, yakuman: n } }),
  value: (form, value) => ofCurrent(form, { value }),
  pao: (form, seat) => ofCurrent(form, { responsible: current(form)?.responsible === seat ? null : seat }),
  another: (form) => {
    const next = SEATS.find((seat) => seat !== form.source && !form.winners.some((winner) => winner.seat === seat));
    return next === undefined || !mayAdd(form) ? form : { ...form, winners: [...form.winners, { seat: next, value: null, responsible: null }] };
  },
  drop: (form) => ({ ...form, winners: form.winners.slice(0, -1) }),
  // Four riichi are four sticks.
  ended: (form, reason) => ({ ...blank(reason === "suucha_riichi" ? [...SEATS] : form.riichi), reason, tenpai: reason === form.reason ? form.tenpai : [] }),
  more: (form) => ({ ...blank(form.riichi), more: !form.more }),
  tenpai: (form, seat) => ({ ...form, tenpai: toggled(form.tenpai, seat) }),
  nagashi: (form, seat) => ({ ...form, nagashi: toggled(form.nagashi, seat) }),
  riichi: (form, seat) => ({ ...form, riichi: toggled(form.riichi, seat) }),
};

/** The form after a touch. @param {Form} form @param {Touch} touch @returns {Form} */
export const touched = (form, [what, value]) => STEPS[what](form, value);

/** @param {Form} form @returns {HandWin[]} */
const winsOf = ({ winners, source }) =>
  winners.map(({ seat, value, responsible }) => ({ seat, source: source ?? seat, han: value?.han ?? 0, fu: value?.fu ?? 0, yakuman: value?.yakuman ?? 0, responsible: value?.yakuman ? responsible : null }));

/** The result that is to be entered; null while something is missing. @param {Form} form @returns {Entered | null} */
export function eventOf(form) {
  const { reason, winners, source, nagashi, tenpai, riichi } = form;
  /** @type {Omit<Entered, "wins">} */
  const entered = { type: "result_entered", reason, tenpai: SEATS.map((seat) => tenpai.includes(seat)), riichi };
  if (reason === "win") return source !== null && winners.every(valued) ? { ...entered, wins: winsOf(form) } : null;
  if (reason === "nagashi") return nagashi.length ? { ...entered, wins: nagashi.map((seat) => ({ seat, source: seat, han: 5, fu: 0, yakuman: 0, responsible: null })) } : null;
  return reason && reason !== "chombo" ? { ...entered, wins: [] } : null;
}

/** The form that shows a result which was entered before. @param {Entered} event @returns {Form} */
export function formOf(event) {
  const wins = event.wins;
  const form = { ...blank(event.riichi), reason: event.reason, tenpai: SEATS.filter((seat) => event.tenpai[seat]) };
  if (event.reason === "nagashi") return { ...form, nagashi: wins.map((win) => win.seat) };
  return { ...form, source: wins[0]?.source ?? null, winners: wins.map(({ seat, han, fu, yakuman, responsible }) => ({ seat, value: { han, fu, yakuman }, responsible: responsible ?? null })) };
}

/** The button of so many han: limits have one each. @param {number} han */
const button = (han) => (han >= COUNTED ? COUNTED : (LIMITS.findLast(([least]) => han >= least)?.[0] ?? han));

/** @param {HandWin} win @returns {Touch[]} */
function worth({ han, fu, yakuman, responsible }) {
  if (yakuman) {
    const more = yakuman > 1 ? [/** @type {Touch} */ (["yakuman", yakuman])] : [];
    return [["yakuman", 1], ...more, ...(responsible === null || responsible === undefined ? [] : [/** @type {Touch} */ (["pao", responsible])])];
  }
  const n = button(han);
  if (n === COUNTED) return [["yakuman", 1], ["han", n]];
  return n < LIMITED ? [["han", n], ["fu", fu]] : [["han", n]];
}

/** The touches that enter what pays the same as this result, where the sticks of `riichi` are known already.
    @param {Entered} event @param {number[]} [riichi] @returns {Touch[]} */
export function path(event, riichi = event.riichi) {
  /** @type {Touch[]} */
  const sticks = SEATS.filter((seat) => event.riichi.includes(seat) !== riichi.includes(seat)).map((seat) => ["riichi", seat]);
  const { wins, reason, tenpai } = event;
  /** @type {Touch[]} */
  const more = reason === "win" || reason === "exhaustive" ? [] : [["more"]];
  if (reason === "win") {
    return [...sticks, ...wins.flatMap((win, n) => [...(n ? [/** @type {Touch} */ (["another"])] : []), /** @type {Touch} */ (["won", win.seat]), ...(n ? [] : [/** @type {Touch} */ (["from", win.source])]), ...worth(win)])];
  }
  /** @type {Touch[]} */
  const named = reason === "nagashi" ? wins.map((win) => ["nagashi", win.seat]) : [];
  return [...sticks, ...more, ["ended", reason], ...named, ...SEATS.filter((seat) => tenpai[seat]).map((seat) => /** @type {Touch} */ (["tenpai", seat]))];
}
