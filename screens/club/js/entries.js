// What an entry of the log says, in the words of the page.

import { has, t } from "../../shared/js/i18n.js";
/** @import { Names } from "./club.js" */

/** @param {unknown} person @param {Names} names */
const named = (person, names) => (typeof person === "number" ? names[person] ?? `#${person}` : person);
/** @param {unknown} reason */
const reasonOf = (reason) => (has(`desk.beside.${reason}`) ? t(`desk.beside.${reason}`) : reason);

/** `what` as the club sends it (its type and values), `names` are people's by id.
    @param {{ [name: string]: unknown }} what @param {Names} [names] */
export function entryWords(what, names = {}) {
  const where = what.table ? t("club.table", { n: what.table }) : t("rounds.everywhere");
  return t(`entry.${what.type}`, { ...what, where, person: named(what.person, names), reason: reasonOf(what.reason) });
}
