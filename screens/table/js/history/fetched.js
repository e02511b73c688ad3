// What the table's web server answers about its games.

import { account, credentials } from "../../../shared/js/account.js";
import { t } from "../../../shared/js/i18n.js";

/** What a request gives: `{data}`, or `{error}` with the server's sentence, or null while it is under way.
    @param {string} path */
export async function fetched(path) {
  try {
    const answer = await fetch(path, { headers: credentials(account()) });
    if (answer.ok) return { data: await answer.json() };
    return { error: answer.status === 422 ? await answer.text() : t("history.missing") };
  } catch {
    return { error: t("history.no_server") };
  }
}
