// The pages' own words for modules that are tested without a browser, and snapshots of a table.

import { readFileSync } from "node:fs";
import { loadLanguage } from "../../../screens/shared/js/i18n.js";

const read = (path) => JSON.parse(readFileSync(`${process.env.GIVEN}/${path}`, "utf8"));

/** Loads the words of the pages of a `part`, `table` or `club`. */
export async function speak(code = "en", part = "table") {
  globalThis.document ??= { documentElement: {} };
  globalThis.fetch = async (path) => ({ ok: true, json: async () => read(`${part}/${path}`) });
  await loadLanguage(code);
}

/** One of the hand-made snapshots of the tests in a browser, as a table sends it: every field is there. */
export const snapshot = (name, over = {}) => ({ ...read(`snapshots/${name}.json`), ...over });
