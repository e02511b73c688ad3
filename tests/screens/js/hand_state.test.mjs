// A hand that is put together by touch: what is wrong with it, and the question about its value.

import assert from "node:assert/strict";
import { test } from "node:test";
import { added, apart, changed, closed, EMPTY, fromReading, possible, question, removed, setOf, size, together, trouble, turned, USUAL, withRiichi, wonBy } from "../../../screens/shared/js/hand_state.js";

const FACES = "1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z 5s 6s 7s".split(" ");
const hand = (faces = FACES) => faces.reduce(added, EMPTY);
const shown = ({ tiles }) => tiles.map(({ face }) => face).join(" ");

test("tiles are added one by one, and the last one has won while nobody says otherwise", () => {
  assert.equal(shown(hand()), FACES.join(" "));
  assert.equal(hand().won, 13);
  assert.equal(wonBy(hand(), 3).won, 3);
  assert.equal(added(wonBy(hand(), 3), "1z").won, 3);
});

test("a photograph gives tiles with what they may be instead; the one apart has won", () => {
  const seen = [..."123"].map((n) => ({ tile: `${n}m`, quad: [], sure: n !== "2", others: ["9m"] }));
  const read = fromReading({ seen, hand: [0, 2], win: 1, sets: [{ type: "pon", tiles: ["5z", "5z", "5z"] }], set_tiles: [], flowers: 0, ms: 1 });
  assert.deepEqual([shown(read), read.won, read.named, size(read)], ["1m 3m 2m", 2, true, 6]);
  assert.deepEqual(read.tiles[2], { face: "2m", others: ["9m"], sure: false });
  assert.equal(fromReading({ seen, hand: [0, 1, 2], win: null, sets: [], set_tiles: [], flowers: 0, ms: 1 }).named, false);
});

test("the winning tile stays the same tile when another one is taken out", () => {
  const won = wonBy(hand(), 5);
  assert.equal(removed(won, 2).tiles[removed(won, 2).won].face, "6p");
  assert.equal(removed(won, 9).tiles[removed(won, 9).won].face, "6p");
  const gone = removed(won, 5);
  assert.deepEqual([gone.won, gone.named], [12, false]);
});

test("what is in the way of a value is named by one key", () => {
  assert.deepEqual(trouble(EMPTY, USUAL), { key: "empty" });
  assert.deepEqual(trouble(hand(FACES.slice(1)), USUAL), { key: "few", n: 1 });
  assert.deepEqual(trouble(hand([...FACES, "1z"]), USUAL), { key: "many", n: 1 });
  assert.deepEqual(trouble(hand(["5p", "5p", "0p", ...FACES.slice(3)]), USUAL), null);
  assert.deepEqual(trouble(hand(["5p", "5p", "0p", ...FACES.slice(3)]), { ...USUAL, dora: ["5p"] }), { key: "five", face: "5p" });
  assert.equal(trouble(hand(), USUAL), null);
});

test("a corrected tile is no longer doubtful", () => {
  const read = { ...EMPTY, tiles: [{ face: "1m", others: [], sure: false }] };
  assert.deepEqual(changed(read, 0, "2m").tiles, [{ face: "2m", others: [], sure: true }]);
});

test("three or four tiles are a set, or none", () => {
  const cases = { "1m 2m 3m": "chi", "4p 0p 6p": "chi", "6p 4p 5p": "chi", "5z 5z 5z": "pon", "0s 5s 5s": "pon", "9m 9m 9m 9m": "daiminkan", "1z 2z 3z": null, "1m 2m 3p": null, "1m 2m 4m": null, "1m 1m": null, "1m 2m 3m 4m": null };
  for (const [text, kind] of Object.entries(cases)) assert.equal(setOf(text.split(" ")), kind, text);
});

test("tiles laid beside the hand come back to it, and the winning tile stays", () => {
  const beside = together(hand(), [2, 0, 1]);
  assert.deepEqual(beside.sets, [{ type: "chi", tiles: ["1m", "2m", "3m"] }]);
  assert.deepEqual([size(beside), beside.tiles[beside.won].face, closed(beside)], [14, "7s", false]);
  const back = apart(beside, 0);
  assert.deepEqual([size(back), back.tiles[back.won].face, closed(back)], [14, "7s", true]);
  assert.equal(together(hand(), [0, 3, 6]), null);
});

test("a kan is called or closed; riichi is for closed hands only", () => {
  const kan = { ...hand(FACES.slice(3)), sets: [{ type: "daiminkan", tiles: ["1z", "1z", "1z", "1z"] }] };
  assert.equal(question(kan, { ...USUAL, riichi: 1 }).riichi, false);
  assert.equal(question(turned(kan, 0), { ...USUAL, riichi: 1 }).riichi, true);
  assert.equal(turned(turned(kan, 0), 0).sets[0].type, "daiminkan");
});

test("the question has the winner at the wind's seat, East dealing, and only what can have happened", () => {
  const around = { ...USUAL, seat: "W", round: "S", tsumo: true, luck: ["haitei", "chankan", "ippatsu"], riichi: 2, dora: ["1z"], ura: ["2z"] };
  assert.deepEqual(question(hand(), around), {
    tiles: FACES.slice(0, 13).join(""), win_tile: "7s", melds: [], seat: 2, from: 2, dealer: 0, round_wind: "S",
    riichi: false, double_riichi: true, ippatsu: true, haitei: true, dora_indicators: ["1z"], ura_indicators: ["2z"], honba: 0,
  });
  const ron = question(hand(), { ...around, tsumo: false, riichi: 0 });
  assert.deepEqual([ron.from, ron.chankan, ron.haitei, ron.ippatsu, ron.ura_indicators], [3, true, undefined, undefined, []]);
  assert.deepEqual(possible(hand(), { ...USUAL, tsumo: true }), ["haitei"]);
});

test("riichi is taken where a closed hand has no yaku, until somebody says otherwise", () => {
  assert.deepEqual(withRiichi(hand(), USUAL, ["NO_YAKU"]), { ...USUAL, riichi: 1, taken: true });
  assert.equal(withRiichi(hand(), { ...USUAL, riichi: 0 }, ["NO_YAKU"]), null);
  assert.equal(withRiichi(hand(), USUAL, ["NOT_COMPLETE"]), null);
  assert.equal(withRiichi(together(hand(), [0, 1, 2]), USUAL, ["NO_YAKU"]), null);
});
