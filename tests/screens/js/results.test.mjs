// A game from its paper form: what it would give is shown before it is entered.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Sheet } from "../../../screens/club/js/director/results.js";
import { t } from "../../../screens/shared/js/i18n.js";
import { draw } from "./dom.mjs";
import { speak } from "./words.mjs";

before(() => speak("en", "club"));

const TABLE = { table: 3, registered: [4, 5, 6, 7], players: [4, 5, 6, 7], finished: false, scores: [0, 0, 0, 0], sticks: 0, lacks: [], by_table: false, won: null, chips: null, revision: "a" };
const ITS = { published: { id: 1, needs: [] }, n: 2, table: TABLE, names: { 4: "Akira" }, signed: { who: null }, again: () => {} };

/** The form once it has asked what `scores` would give, and been answered. */
async function previewed(scores, answer) {
  globalThis.fetch = async () => ({ ok: true, status: 200, json: async () => answer });
  const drawn = draw(Sheet, ITS);
  const inputs = drawn.tags("input").filter(({ attributes }) => attributes.pattern);
  for (const [seat, score] of scores.entries()) await inputs[seat].enter("input", score);
  await drawn.having("data-sheet")[0].fire("submit");
  return drawn;
}

const FINALS = [[1, "45"], [2, "7"], [3, "-13"], [4, "-39"]].map(([place, total], seat) => ({ player: seat + 4, place, total }));

test("it shows place and total of each player, and whether the points add up", async () => {
  const drawn = await previewed(["45000", "32000", "22000", "1000"], { finals: FINALS, total: 100_000, expected: 120_000, ok: false });
  const rows = drawn.having("data-preview")[0].tags("tr").map((row) => row.childNodes.map(({ text }) => text));
  assert.deepEqual(rows, [["1", "Akira", "+45"], ["2", "#5", "+7"], ["3", "#6", "−13"], ["4", "#7", "−39"]]);
  const [sum] = drawn.having("data-sum");
  assert.equal(sum.attributes["data-sum"], "false");
  assert.equal(sum.text, t("results.sum_wrong", { total: 100_000, expected: 120_000 }));
});

test("a game of a round that does not count gives nothing to anybody: only its sum is shown", async () => {
  const drawn = await previewed(["30000", "30000", "30000", "30000"], { finals: null, total: 120_000, expected: 120_000, ok: true });
  assert.equal(drawn.having("data-preview")[0].tags("tr").length, 0);
  assert.equal(drawn.having("data-sum")[0].attributes["data-sum"], "true");
});
