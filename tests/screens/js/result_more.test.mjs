// What the rules of an event need of a result beside its points: asked for, and sent once all of it is said.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Lacking, needsInWords, useMore } from "../../../screens/club/js/result_more.js";
import { html } from "../../../screens/shared/vendor/preact.js";
import { draw } from "./dom.mjs";
import { speak } from "./words.mjs";

before(() => speak("en", "club"));

const NAMES = { 4: "Akira", 5: "Berta", 6: "Chiyo" };
const TABLE = { registered: [4, 5, 6, 7], finished: false, won: null, chips: null };

/** A form that has what is needed, as a page draws it: what it says now, and how often something was touched. */
function form(needs, table = TABLE) {
  const said = { touches: 0 };
  const Form = ({ now, revision }) => {
    const more = useMore(needs, now, NAMES, () => (said.touches += 1), revision);
    Object.assign(said, { sent: more.sent, whole: more.whole });
    return html`<form>${more.fields}</form>`;
  };
  const drawn = draw(Form, { now: table, revision: "a" });
  const again = (now, revision) => draw(Form, { now, revision }, drawn);
  return { said, drawn, again };
}

test("only what the rules need is asked for", () => {
  const asked = (needs) => form(needs).drawn.having("data-needs").map((each) => each.attributes["data-needs"]);
  assert.deepEqual(asked([]), []);
  assert.deepEqual(asked(["chips"]), ["chips"]);
  assert.deepEqual(asked(["won", "chips"]), ["won", "chips"]);
  const { said } = form([]);
  assert.deepEqual([said.sent, said.whole], [{}, true], "and nothing else is sent");
});

test("each player is asked by name, one without a name by number", () => {
  for (const need of ["won", "chips"]) {
    const labels = form([need]).drawn.tags("label").map((label) => label.childNodes[0].text);
    assert.deepEqual(labels, ["Akira", "Berta", "Chiyo", "#7"]);
  }
});

test("whether somebody has won is said of all four before it is whole", async () => {
  const { said, drawn } = form(["won"]);
  assert.equal(said.whole, false);
  const inputs = drawn.having("data-won");
  for (const [seat, word] of ["yes", "no", "no"].entries()) await inputs[seat].enter("change", word);
  assert.deepEqual([said.sent.won, said.whole], [[true, false, false, null], false]);
  await inputs[3].enter("change", "yes");
  assert.deepEqual([said.sent.won, said.whole, said.touches], [[true, false, false, true], true, 4]);
  await inputs[0].enter("change", "");
  assert.deepEqual([said.sent.won[0], said.whole], [null, false], "it can be taken back");
});

test("chips are whole numbers with or without a sign", async () => {
  const { said, drawn } = form(["chips"]);
  const inputs = drawn.having("data-chips");
  for (const [seat, text] of ["+3", "-1", " 0 ", "x"].entries()) await inputs[seat].enter("input", text);
  assert.equal(said.whole, false);
  await inputs[3].enter("input", "-2");
  assert.deepEqual([said.sent.chips, said.whole], [[3, -1, 0, -2], true]);
  for (const wrong of ["", "1.5", "--1", "2 3"]) {
    await inputs[3].enter("input", wrong);
    assert.equal(said.whole, false, wrong);
  }
});

test("a result that stands fills the form, one that does not leaves it empty", () => {
  const stands = { ...TABLE, finished: true, won: [true, false, false, true], chips: [2, -2, 0, 0] };
  const filled = form(["won", "chips"], stands);
  assert.deepEqual([filled.said.sent, filled.said.whole], [{ won: stands.won, chips: stands.chips }, true]);
  const shown = filled.drawn.having("data-won").map((each) => each.tags("option").find(({ attributes }) => "selected" in attributes)?.value);
  assert.deepEqual(shown, ["yes", "no", "no", "yes"]);
  for (const need of ["won", "chips"]) assert.equal(form([need], { ...stands, finished: false }).said.whole, false, need);
});

test("what somebody else has written comes with its revision, and what is typed stays until then", async () => {
  const { said, drawn, again } = form(["chips"]);
  await drawn.having("data-chips")[0].enter("input", "9");
  const theirs = { ...TABLE, finished: true, chips: [1, 1, -1, -1] };
  again(theirs, "a");
  assert.equal(said.sent.chips[0], 9);
  again(theirs, "b");
  await new Promise((soon) => setTimeout(soon, 5));
  assert.deepEqual([said.sent.chips, said.whole], [[1, 1, -1, -1], true]);
});

test("what is lacking is said by game, with the names of what is needed", () => {
  assert.equal(needsInWords(["won", "chips"]).split(", ").length, 2);
  const drawn = draw(Lacking, { lacks: [{ round: 2, table: 7, needs: ["chips"] }, { round: 3, table: 1, needs: ["won", "chips"] }] });
  assert.deepEqual(drawn.having("data-lacks").map((each) => each.attributes["data-lacks"]), ["2/7", "3/1"]);
  for (const each of drawn.having("data-lacks")) assert.ok(each.text.includes(needsInWords(["chips"])), each.text);
});
