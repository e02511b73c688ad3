// The standings of teams, with what each member adds.

import { html } from "../../shared/vendor/preact.js";
import { t } from "../../shared/js/i18n.js";
import { points, useAnswer } from "./club.js";
/** @import { Team, Teams } from "../../types/club" */
/** @import { Names } from "./club.js" */

/** The name of a team; of one that nobody has named, its number. @param {Pick<Team, "team" | "name">} team */
export const teamName = ({ team, name }) => name ?? t("teams.n", { n: team });

/** How the total of a team is made, in one sentence. @param {Teams} teams */
export const counting = ({ by, best }) => t(`teams.${by}_${best ? "best" : "all"}`, { n: best ?? "" });

/** @param {{ tournament: number, names: Names, seq: string | number }} its */
export function TeamStandings({ tournament, names, seq }) {
  const { data, error } = useAnswer(`tournaments/${tournament}/teams`, seq);
  if (!data?.teams.length) return error ? html`<p class="warn" role="alert">${error}</p>` : null;
  return html`<h2>${t("teams.standings")}</h2><p class="quiet">${counting(data)}</p>
    ${data.unequal && !data.best && data.by === "sum" && html`<p class="warn" data-unequal>${t("teams.unequal")}</p>`}
    <div class="scroll" tabindex="0" role="region" aria-label=${t("teams.standings")}><table class="wide" data-teams>
    <thead><tr><th class="num">${t("club.place")}</th><th>${t("teams.team")}</th><th class="num">${t("club.total")}</th><th>${t("teams.members")}</th></tr></thead>
    <tbody>${data.teams.map((each) => html`<tr key=${each.team} data-team=${each.team}>
      <td class="num">${each.place ?? ""}</td><th scope="row">${teamName(each)}</th><td class="num strong">${each.total === null ? "" : points(each.total)}</td>
      <td>${each.members.map((member, i) => html`<span key=${member.person} class=${member.counts ? "" : "quiet"}>${i > 0 && ", "}${names[member.person] ?? `#${member.person}`}${member.total !== null && ` ${points(member.total)}`}</span>`)}</td>
    </tr>`)}</tbody></table></div>`;
}
