// Where the printable forms of a tournament are.

import { language } from "../../../shared/js/i18n.js";

/** The address of a form as PDF; without a round that of the last one.
    @param {number} tournament @param {string} kind @param {number | null} [round] */
export const formOf = (tournament, kind, round = null) =>
  `/api/tournaments/${tournament}/forms/${kind}?language=${language()}${round === null ? "" : `&round=${round}`}`;
