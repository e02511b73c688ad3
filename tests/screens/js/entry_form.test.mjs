// The form by which a hand's end is entered: touch by touch, with the laws that hold for every result.

import assert from "node:assert/strict";
import { test } from "node:test";
import { blank, eventOf, formOf, fuOf, mayAdd, path, touched } from "../../../screens/shared/js/entry/form.js";

const SEATS = [0, 1, 2, 3];
const ABORTED = ["kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "sanchahou"];
const after = (touches, riichi = []) => touches.reduce(touched, blank(riichi));
const win = (seat, source, han, fu, more = {}) => ({ seat, source, han, fu, yakuman: 0, responsible: null, ...more });
const result = (reason, more = {}) => ({ type: "result_entered", reason, wins: [], tenpai: [false, false, false, false], riichi: [], ...more });

/** Results of every kind that a table knows, with what stands for a limit where one is reached. */
function* results() {
  for (const seat of SEATS) {
    for (const source of SEATS) {
      for (const han of [1, 2, 3, 4]) for (const fu of fuOf(han)) yield result("win", { wins: [win(seat, source, han, fu)], riichi: [seat] });
      for (const han of [5, 6, 8, 11, 13]) yield result("win", { wins: [win(seat, source, han, 0)] });
      for (const yakuman of [1, 2, 3]) yield result("win", { wins: [win(seat, source, 0, 0, { yakuman, responsible: (seat + 1) % 4 })] });
    }
    const others = SEATS.filter((each) => each !== seat);
    yield result("win", { wins: others.slice(0, 2).map((each, n) => win(each, seat, n + 1, 30)) });
    yield result("win", { wins: others.map((each, n) => win(each, seat, n + 1, 40)), riichi: others });
    yield result("nagashi", { wins: [win(seat, seat, 5, 0)], tenpai: SEATS.map((each) => each === seat) });
    yield result("exhaustive", { tenpai: SEATS.map((each) => each >= seat), riichi: [seat] });
  }
  for (const reason of ABORTED) yield result(reason, { riichi: reason === "suucha_riichi" ? [...SEATS] : [0, 3] });
}

test("the path of a result enters it, whatever sticks lie there before", () => {
  for (const event of results()) {
    for (const laid of [event.riichi, [], [1, 2]]) assert.deepEqual(eventOf(after(path(event, laid), laid)), event);
  }
});

test("a result that was entered is shown as it was, and entered again the same", () => {
  for (const event of results()) assert.deepEqual(eventOf(formOf(event)), event);
});

test("a single win takes four touches and no more, of a limit three", () => {
  for (const event of results()) {
    if (event.wins.length !== 1 || event.reason !== "win" || event.wins[0].yakuman) continue;
    const { han } = event.wins[0];
    assert.equal(path(event).length, han < 5 || han === 13 ? 4 : 3);
  }
});

test("a value above the first of a limit is entered by its button", () => {
  const of = (han, fu) => path(result("win", { wins: [win(0, 1, han, fu)] })).at(-1);
  assert.deepEqual([of(7, 30), of(9, 40), of(12, 30), of(5, 40)], [["han", 6], ["han", 8], ["han", 11], ["han", 5]]);
});

test("nothing is to be entered before all of it is known", () => {
  for (const event of results()) {
    const touches = path(event);
    if (event.reason === "win") for (let n = 0; n < Math.min(3, touches.length); n += 1) assert.equal(eventOf(after(touches.slice(0, n))), null);
  }
  assert.equal(eventOf(blank()), null);
  assert.equal(eventOf(after([["more"]])), null);
  assert.equal(eventOf(after([["ended", "nagashi"]])), null);
});

test("the order of winner's touches does not matter, and a wrong one is put right by the right one", () => {
  const event = result("win", { wins: [win(2, 0, 3, 40)] });
  const [won, from, han, fu] = path(event);
  assert.deepEqual(eventOf(after([won, han, fu, from])), event);
  assert.deepEqual(eventOf(after([["won", 3], ["from", 0], han, fu, won])), event);
  assert.deepEqual(eventOf(after([won, ["from", 1], from, ["han", 4], ["fu", 20], han, fu])), event);
  assert.deepEqual(eventOf(after([["ended", "exhaustive"], ["tenpai", 1], won, from, han, fu])), event);
});

test("another winner chosen for the tile's owner, or after a tsumo, leaves the source open", () => {
  assert.equal(after([["won", 1], ["from", 1], ["won", 2]]).source, null);
  assert.equal(after([["won", 1], ["from", 2], ["won", 2]]).source, null);
  assert.equal(after([["won", 1], ["from", 3], ["won", 2]]).source, 3);
});

test("three may win by ron, nobody beside a tsumo, and no one twice", () => {
  const first = [["won", 0], ["from", 3], ["han", 5]];
  assert.ok(mayAdd(after(first)));
  assert.ok(!mayAdd(after([["won", 0], ["from", 0], ["han", 5]])), "a tsumo");
  assert.ok(!mayAdd(after(first.slice(0, 2))), "without a value");
  const all = after([...first, ["another"], ["han", 5], ["another"], ["han", 5], ["another"]]);
  assert.deepEqual(all.winners.map(({ seat }) => seat), [0, 1, 2]);
  const again = after([...first, ["another"], ["won", 0], ["won", 3], ["from", 0]]);
  assert.deepEqual(again.winners.map(({ seat }) => seat), [0, 3]);
  assert.equal(again.source, 3);
  assert.equal(eventOf(after([...first, ["another"], ["won", 3], ["han", 5]])).wins[1].seat, 3);
});

test("a winner that was added is taken away again", () => {
  const one = [["won", 0], ["from", 3], ["han", 2], ["fu", 30]];
  assert.deepEqual(after([...one, ["another"], ["won", 2], ["drop"]]), after(one));
});

test("sticks are laid and taken back, and stay when the end changes", () => {
  assert.deepEqual(after([["riichi", 2], ["riichi", 0], ["riichi", 2], ["ended", "exhaustive"]], [1]).riichi, [0, 1]);
});

test("four riichi are four sticks", () => {
  assert.deepEqual(after([["ended", "suucha_riichi"]], [1]).riichi, [0, 1, 2, 3]);
});
