// A winning hand while it is put together by touch: what it is made of, what is wrong with it, and the question
// about its value. Draws nothing.

/** @import { HandReading } from "../../types/table" */

/** A concealed tile, with what it may be instead, and whether it was read surely.
    @typedef {{ face: string, others: string[], sure: boolean }} Held */
/** @typedef {"chi" | "pon" | "daiminkan" | "shouminkan" | "ankan"} Kind */
/** @typedef {{ type: Kind, tiles: string[] }} LaidSet */
/** `won` is the place of the winning tile in `tiles`; `named`: a person, or the photograph, said that it is this one.
    @typedef {{ tiles: Held[], won: number, named: boolean, sets: LaidSet[] }} Hand */
/** What the table was like. `riichi` is 0, 1, or 2 for a double riichi, null
    while nobody has said; `taken`: it follows from there being no yaku without it.
    @typedef {{ tsumo: boolean, riichi: number | null, taken: boolean, round: string, seat: string, dora: string[], ura: string[], luck: string[], honba: number }} Around */

/** @type {Hand} */
export const EMPTY = { tiles: [], won: -1, named: false, sets: [] };
/** @type {Around} */
export const USUAL = { tsumo: false, riichi: null, taken: false, round: "E", seat: "E", dora: [], ura: [], luck: [], honba: 0 };
export const WINDS = ["E", "S", "W", "N"];
const WHOLE = 14;

/** @param {string} face */
export const plain = (face) => face.replace("0", "5");

/** @param {string} face @returns {Held} */
const entered = (face) => ({ face, others: [], sure: true });

/** The hand that a photograph shows. @param {HandReading} reading @returns {Hand} */
export function fromReading({ seen, hand, win, sets }) {
  const at = win === null ? hand : [...hand, win];
  const tiles = at.map((n) => ({ face: seen[n].tile ?? "", others: seen[n].others, sure: seen[n].sure }));
  return { tiles, won: tiles.length - 1, named: win !== null, sets };
}

/** Tiles of the hand, each set counting three. @param {Hand} hand */
export const size = ({ tiles, sets }) => tiles.length + 3 * sets.length;

/** @param {Hand} hand */
const all = ({ tiles, sets }) => [...tiles.map(({ face }) => face), ...sets.flatMap((each) => each.tiles)];

/** A tile of which there are more than four, with the indicators. @param {Hand} hand @param {Around} around */
function fifth(hand, { dora, ura }) {
  /** @type {Record<string, number>} */
  const count = {};
  for (const face of [...all(hand), ...dora, ...ura].map(plain)) count[face] = (count[face] ?? 0) + 1;
  return Object.keys(count).find((face) => count[face] > 4);
}

/** Why the hand cannot be valued yet, as a key of the words and its values; null where nothing is in the way.
    @param {Hand} hand @param {Around} around @returns {{ key: string, n?: number, face?: string } | null} */
export function trouble(hand, around) {
  const n = size(hand) - WHOLE;
  if (!hand.tiles.length) return { key: "empty" };
  if (n) return { key: n > 0 ? "many" : "few", n: Math.abs(n) };
  const face = fifth(hand, around);
  return face ? { key: "five", face } : null;
}

/** The place of the winning tile after the tile at `at` has gone; the last one where it was that.
    @param {Hand} hand @param {number} at */
const wonWithout = ({ won, tiles }, at) => (at === won ? tiles.length - 2 : at < won ? won - 1 : won);

/** @param {Hand} hand @param {number} at @param {string} face @returns {Hand} */
export const changed = (hand, at, face) => ({ ...hand, tiles: hand.tiles.map((tile, n) => (n === at ? { ...tile, face, sure: true } : tile)) });

/** @param {Hand} hand @param {number} at @returns {Hand} */
export const removed = (hand, at) => ({ ...hand, tiles: hand.tiles.filter((_, n) => n !== at), won: wonWithout(hand, at), named: hand.named && at !== hand.won });

/** A tile more; while nobody has named the winning one it is the last. @param {Hand} hand @param {string} face @returns {Hand} */
export const added = (hand, face) => ({ ...hand, tiles: [...hand.tiles, entered(face)], won: hand.named ? hand.won : hand.tiles.length });

/** @param {Hand} hand @param {number} at @returns {Hand} */
export const wonBy = (hand, at) => ({ ...hand, won: at, named: true });

/** What set these tiles are; null: none. @param {string[]} faces @returns {Kind | null} */
export function setOf(faces) {
  const kinds = faces.map(plain).sort();
  if (kinds.every((face) => face === kinds[0])) return kinds.length === 3 ? "pon" : kinds.length === 4 ? "daiminkan" : null;
  const numbers = kinds.map((face) => Number(face[0]));
  const suited = kinds.length === 3 && kinds[0][1] !== "z" && kinds.every((face) => face[1] === kinds[0][1]);
  return suited && numbers.every((n, i) => n === numbers[0] + i) ? "chi" : null;
}

/** The tiles at these places become a set beside the hand; null where they are none.
    @param {Hand} hand @param {number[]} places @returns {Hand | null} */
export function together(hand, places) {
  const tiles = places.map((at) => hand.tiles[at].face).sort();
  const type = setOf(tiles);
  if (!type) return null;
  const rest = [...places].sort((a, b) => b - a).reduce(removed, hand);
  return { ...rest, sets: [...hand.sets, { type, tiles }] };
}

/** The tiles of a set go back into the hand, before the winning tile. @param {Hand} hand @param {number} n @returns {Hand} */
export function apart(hand, n) {
  const back = hand.sets[n].tiles.map(entered);
  return { ...hand, tiles: [...back, ...hand.tiles], won: hand.won + back.length, sets: hand.sets.filter((_, i) => i !== n) };
}

/** A kan is called, or closed. @param {Hand} hand @param {number} n @returns {Hand} */
export const turned = (hand, n) => ({
  ...hand,
  sets: hand.sets.map((each, i) => (i === n ? { ...each, type: each.type === "ankan" ? "daiminkan" : "ankan" } : each)),
});

/** Whether riichi may be declared. @param {Hand} hand */
export const closed = ({ sets }) => sets.every(({ type }) => type === "ankan");

/** What can have happened besides, as the flags of a line of `score`. @param {Hand} hand @param {Around} around */
export function possible(hand, { tsumo, riichi }) {
  const kan = hand.sets.some(({ type }) => type.endsWith("kan"));
  const declared = Boolean(riichi) && closed(hand);
  return [declared && "ippatsu", tsumo ? "haitei" : "houtei", tsumo && kan && "rinshan", !tsumo && "chankan"].filter((each) => each !== false);
}

/** A line of `jantaku score`. The winner sits where the wind says, East deals.
    @param {Hand} hand @param {Around} around */
export function question(hand, around) {
  const seat = WINDS.indexOf(around.seat);
  const riichi = closed(hand) ? around.riichi ?? 0 : 0;
  const happened = possible(hand, around).filter((flag) => around.luck.includes(flag));
  return {
    tiles: hand.tiles.filter((_, n) => n !== hand.won).map(({ face }) => face).join(""),
    win_tile: hand.tiles[hand.won].face,
    melds: hand.sets.map(({ type, tiles }) => ({ type, tiles: tiles.join("") })),
    seat,
    from: around.tsumo ? seat : (seat + 1) % 4,
    dealer: 0,
    round_wind: around.round,
    riichi: riichi === 1,
    double_riichi: riichi === 2,
    ...Object.fromEntries(happened.map((flag) => [flag, true])),
    dora_indicators: around.dora,
    ura_indicators: riichi ? around.ura : [],
    honba: around.honba,
  };
}

/** A closed hand that has no yaku was not won without riichi: it is taken for declared until somebody says otherwise.
    @param {Hand} hand @param {Around} around @param {string[]} faults @returns {Around | null} */
export const withRiichi = (hand, around, faults) => (around.riichi === null && closed(hand) && faults.includes("NO_YAKU") ? { ...around, riichi: 1, taken: true } : null);
