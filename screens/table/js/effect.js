// What an event would change at the table, asked of its web server before anybody sends it.

import { t } from "../../shared/js/i18n.js";
import { useEffect, useState } from "../../shared/vendor/preact.js";
/** @import { Asked } from "../../shared/js/forms.js" */
/** @import { Effect as EffectView, Worth } from "../../types/table" */

/** What an event would do, or why nobody says it. @typedef {(EffectView | { failed: string, after?: undefined }) & { rev: number, key: string }} Effect */

/** @param {string} path @param {string} body */
const post = (path, body) => fetch(path, { method: "POST", body, headers: { "content-type": "application/json" } });

/** What `asked` ({event} or {penalty}) would change, and at which revision it was asked: null while it is not known.
    A new revision is asked for at once; until the answer comes, the effect at the last one stands.
    @param {Asked | null} asked @param {number} rev */
export function useEffectOf(asked, rev) {
  const [found, setFound] = useState(/** @type {Effect | null} */ (null));
  const key = JSON.stringify(asked);
  useEffect(() => {
    if (!asked) return undefined;
    let alive = true;
    post("referee/preview", key)
      .then((answer) => (answer.ok ? answer.json() : { failed: t("history.no_server") }))
      .catch(() => ({ failed: t("history.no_server") }))
      .then((effect) => alive && setFound({ ...effect, rev, key }));
    return () => {
      alive = false;
    };
  }, [key, rev]);
  return found?.key === key ? found : null;
}

/** What the tiles of a win are worth in the hand that is played; null where nobody says it.
    @param {object} question @returns {Promise<Worth | null>} */
export const worthOf = (question) =>
  post("entry/value", JSON.stringify(question))
    .then((answer) => (answer.ok ? answer.json() : null))
    .catch(() => null);
