// Hands that a telephone keeps while the hub cannot be reached (K-FAIL-03). They are the next ones of the table, in
// the order in which they were played, and none of them is recorded.

import { store, stored } from "../../shared/js/i18n.js";
import { useEffect, useState } from "../../shared/vendor/preact.js";
/** @import { Result } from "../../types/club" */

/** `first` is the number of the first of them. @typedef {{ first: number, results: Result[] }} KeptHands */

/** Those that are still to be entered when `hand` is in play: another telephone may have entered the others.
    @param {KeptHands} kept @param {number} hand @returns {Result[]} */
export const toEnter = ({ first, results }, hand) => results.slice(Math.max(0, hand - first));

/** @param {string} name @returns {KeptHands} */
function read(name) {
  try {
    const { first, results } = JSON.parse(stored(name) ?? "");
    return { first, results };
  } catch {
    return { first: 0, results: [] };
  }
}

/** The kept hands of a table whose hand in play is `hand`; a page that is loaded again has them, too.
    @param {string} table @param {number} hand @returns {{ results: Result[], put: (results: Result[]) => void }} */
export function useKeptHands(table, hand) {
  const name = `hands.${table}`;
  const [kept, setKept] = useState(() => read(name));
  const results = toEnter(kept, hand);
  /** @param {Result[]} next */
  const put = (next) => {
    const now = { first: hand, results: next };
    store(name, JSON.stringify(now));
    setKept(now);
  };
  useEffect(() => {
    if (results.length !== kept.results.length) put(results);
  }, [hand]);
  return { results, put };
}
