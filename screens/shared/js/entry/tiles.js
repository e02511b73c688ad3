// A winning hand put together tile by tile. Nothing is drawn here.

/** A set that lies open, or a closed kan. @typedef {{ type: "chi" | "pon" | "daiminkan" | "ankan", tiles: string[] }} Set_ */
/** What the next tile is touched for. @typedef {"hand" | "chi" | "pon" | "kan" | "closed_kan" | "dora" | "ura"} Into */
/** `part` are the tiles of a sequence that is not whole yet.
    @typedef {{ into: Into, part: string[], tiles: string[], sets: Set_[], dora: string[], ura: string[], flags: string[] }} Held */

/** @type {Held} */
export const EMPTY = { into: "hand", part: [], tiles: [], sets: [], dora: [], ura: [], flags: [] };
export const FLAGS = ["double_riichi", "ippatsu", "haitei", "houtei", "rinshan", "chankan", "tenhou", "chihou"];
const MOST = 5;
/** @type {Record<string, Set_["type"]>} */
const TYPES = { chi: "chi", pon: "pon", kan: "daiminkan", closed_kan: "ankan" };

/** Tiles that are still to be touched: fourteen, a set counts three. @param {Held} held */
export const missing = ({ tiles, sets }) => 14 - tiles.length - 3 * sets.length;

/** @param {string} face */
const number = (face) => Number(plain(face)[0]);

/** @param {string} face */
const plain = (face) => (face[0] === "0" ? `5${face[1]}` : face);

/** The set of a touched tile; one red five stays red. @param {Into} into @param {string} face @returns {Set_} */
const same = (into, face) => ({ type: TYPES[into], tiles: [...Array.from({ length: into === "pon" ? 2 : 3 }, () => plain(face)), face] });

/** A sequence takes its three tiles; those that are none begin anew with the last. @param {Held} held @param {string} face @returns {Held} */
function sequence(held, face) {
  const tiles = [...held.part, face].sort((a, b) => number(a) - number(b));
  if (tiles.length < 3) return { ...held, part: tiles };
  const runs = face[1] !== "z" && tiles.every((tile, n) => tile[1] === face[1] && number(tile) === number(tiles[0]) + n);
  return runs ? { ...held, into: "hand", part: [], sets: [...held.sets, { type: "chi", tiles }] } : { ...held, part: [face] };
}

/** Another tile; one too many changes nothing. @param {Held} held @param {string} face @returns {Held} */
export function laid(held, face) {
  const { into } = held;
  if (into === "dora" || into === "ura") return held[into].length < MOST ? { ...held, [into]: [...held[into], face] } : held;
  if (into === "hand") return missing(held) > 0 ? { ...held, tiles: [...held.tiles, face] } : held;
  if (missing(held) <= 3) return held;
  return into === "chi" ? sequence(held, face) : { ...held, into: "hand", sets: [...held.sets, same(into, face)] };
}

/** What the next tiles are touched for. @param {Held} held @param {Into} into @returns {Held} */
export const turned = (held, into) => ({ ...held, into: held.into === into ? "hand" : into, part: [] });

/** Without what was touched last of the same kind. @param {Held} held @returns {Held} */
export function without(held) {
  const { into, part } = held;
  if (part.length) return { ...held, part: part.slice(0, -1) };
  const kind = into === "dora" || into === "ura" ? into : into === "hand" && held.tiles.length ? "tiles" : "sets";
  return { ...held, [kind]: held[kind].slice(0, -1) };
}

/** @param {Held} held @param {string} flag @returns {Held} */
export const flagged = (held, flag) => ({ ...held, flags: held.flags.includes(flag) ? held.flags.filter((each) => each !== flag) : [...held.flags, flag] });

/** The question that asks for its value; null while tiles are missing. The last tile is the one that was won on.
    @param {Held} held @param {{ seat: number, source: number, riichi: boolean }} win */
export function questionOf(held, { seat, source, riichi }) {
  if (missing(held) !== 0) return null;
  const left = (seat + 3) % 4;
  return {
    tiles: held.tiles.slice(0, -1).join(""),
    win_tile: held.tiles.at(-1),
    melds: held.sets.map(({ type, tiles }) => (type === "ankan" ? { type, tiles: tiles.join("") } : { type, tiles: tiles.join(""), called: tiles.at(-1), from: left })),
    seat,
    from: source,
    riichi: riichi || held.flags.includes("double_riichi"),
    ...Object.fromEntries(held.flags.map((flag) => [flag, true])),
    dora_indicators: held.dora,
    ura_indicators: held.ura,
  };
}
