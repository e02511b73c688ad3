// What an entry of the log says, in the words of the page.

import { has, t } from "../../shared/js/i18n.js";

const named = (person, names) => (typeof person === "number" ? names[person] ?? `#${person}` : person);
const reasonOf = (reason) => (has(`desk.beside.${reason}`) ? t(`desk.beside.${reason}`) : reason);

/** `what` as the club tells it (its type and values), `names` are people's by id. */
export function entryWords(what, names = {}) {
  const where = what.table ? t("club.table", { n: what.table }) : t("rounds.everywhere");
  return t(`entry.${what.type}`, { ...what, where, person: named(what.person, names), reason: reasonOf(what.reason) });
}
