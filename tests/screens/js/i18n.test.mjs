// The words and numbers of the pages.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { age, has, language, number, signed, t } from "../../../screens/shared/js/i18n.js";
import { speak } from "./words.mjs";

beforeEach(() => speak());

test("a value stands where its name stood", () => assert.match(t("left", { n: 69 }), /69/));

test("a code that the catalogue lacks is shown as words", (context) => {
  const warned = context.mock.method(console, "warn", () => {});
  assert.equal(t("fault.of_a_newer_table"), "of a newer table");
  assert.equal(warned.mock.callCount(), 1);
  assert.equal(has("fault.of_a_newer_table"), false);
  assert.equal(has("fault"), false, "a group of words is no word");
});

test("the language is the one that was loaded last", async () => {
  await speak("ja");
  assert.equal(language(), "ja");
  assert.equal(document.documentElement.lang, "ja");
});

test("a loss has a true minus sign, a gain a plus, nothing neither", () => {
  assert.deepEqual([-1000, 25_000].map(number), ["−1000", "25000"]);
  assert.deepEqual([-8000, 8000].map(signed), ["−8000", "+8000"]);
});

test("an age is in seconds below two minutes, and never negative", () => {
  assert.equal(age(119_000), t("seconds", { n: 119 }));
  assert.equal(age(120_000), t("minutes", { n: 2 }));
  assert.equal(age(-5000), t("seconds", { n: 0 }));
});
