// Why a table refuses something, in the language of the page.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { t } from "../../../screens/shared/js/i18n.js";
import { whyNot } from "../../../screens/shared/js/refused.js";
import { speak } from "./words.mjs";

beforeEach(() => speak());

test("a reason that the page does not know is said by its code", () => {
  assert.equal(whyNot({ code: "forbidden", reason: "of_a_newer_table" }), t("reply.forbidden"));
  assert.equal(whyNot({ code: "forbidden" }), t("reply.forbidden"));
});

test("a code that the page does not know is still said", () => assert.equal(whyNot({ code: "of_a_newer_table" }), t("ui.not_now")));

test("faults that have no words leave the code's sentence", () => {
  assert.equal(whyNot({ code: "illegal", reason: "faults", values: { faults: ["of_a_newer_table"] } }).includes("{"), false);
});

test("no language shows a name in braces or a code of the engine", async () => {
  for (const code of ["en", "ru", "uk", "ja", "sv"]) {
    await speak(code);
    const said = whyNot({ code: "not_now", reason: "wrong_seat", values: { wind: "E", winds: ["E", "S"], place: "N" } });
    assert.doesNotMatch(said, /[{}]/, code);
  }
});
