// Who corrects a result that stands, and what a director does where that is a referee's.

import { html } from "../../../shared/vendor/preact.js";
import { t } from "../../../shared/js/i18n.js";
import { ask, hasRole } from "../club.js";
import { Said, useSaying } from "../saying.js";
/** @import { AccountLine, Me, Role, TableWithFinals } from "../../../types/club" */
/** @import { Published } from "../club.js" */
/** @import { Signing } from "../sign_in.js" */

/** @type {Role[]} */
const REFEREES = ["referee", "head_referee"];

/** Whether somebody may correct a game that has a result: referees any, directors what no table has recorded.
    @param {Me} who @param {Published} published @param {TableWithFinals} table */
export const corrects = (who, published, table) => hasRole(who, REFEREES, published.id) || (!table.by_table && hasRole(who, ["director"], published.id));

/** Gives the own account the role of referee in an event; its other roles stay. @param {Me} who @param {number} tournament */
async function judge({ by }, tournament) {
  const accounts = await ask("accounts");
  if (!accounts.ok) return accounts;
  const { id, roles, revision } = /** @type {AccountLine} */ (accounts.body.find((account) => account.by === by));
  return ask(`accounts/${id}`, { revision, grants: [...roles, { role: "referee", tournament }] });
}

/** Why who is signed in cannot correct this result, and what to do instead.
    @param {{ published: Published, table: TableWithFinals, signed: Pick<Signing, "again"> & { who: Me } }} its */
export function Stands({ published, table, signed }) {
  const [said, tell] = useSaying();
  const take = async () => tell(await judge(signed.who, published.id)) && signed.again();
  return html`<p class="quiet" data-stands>${t(table.by_table ? "results.by_referee" : "results.by_director")}</p>
    ${table.by_table && hasRole(signed.who, ["director"]) && html`<p>${t("results.judge_too")}</p><p><button type="button" class="knob" data-judge onClick=${take}>${t("results.judge")}</button></p>`}
    <${Said} said=${said} />`;
}
