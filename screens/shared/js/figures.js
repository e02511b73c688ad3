// What a player did over hands and games, as cells of a table, each figure with the number it rests on.

import { html } from "../vendor/preact.js";
import { t } from "./i18n.js";

/** @typedef {{ count: number, of: number }} Share */
/** A total may be a fraction such as 25/2. @typedef {{ total: number | string, count: number }} Mean */
/** @typedef {{ hands: number } & Record<"win" | "tsumo" | "deal_in" | "riichi" | "called" | "tenpai", Share>
    & Record<"win_points" | "deal_in_points" | "mean_place", Mean>} Figures */

/** A share as percent with the number it rests on, such as 25 % (3/12). @param {Share} share */
const share = ({ count, of }) => (of ? `${Math.round((100 * count) / of)} % (${count}/${of})` : "–");

/** @param {number | string} text */
const ratio = (text) => {
  const [over, under = 1] = String(text).split("/").map(Number);
  return over / under;
};

/** @param {Mean} mean */
const mean = ({ total, count }, digits = 0) => (count ? (ratio(total) / count).toFixed(digits) : "–");

/** @type {[name: string, text: (line: Figures) => string][]} */
const FIGURES = [
  ["win", (line) => share(line.win)],
  ["tsumo", (line) => share(line.tsumo)],
  ["deal_in", (line) => share(line.deal_in)],
  ["riichi", (line) => share(line.riichi)],
  ["called", (line) => share(line.called)],
  ["tenpai", (line) => share(line.tenpai)],
  ["win_points", (line) => mean(line.win_points)],
  ["deal_in_points", (line) => mean(line.deal_in_points)],
  ["mean_place", (line) => mean(line.mean_place, 2)],
];

export const FigureHeads = () => html`<th class="num">${t("figure.hands")}</th>${FIGURES.map(([name]) => html`<th class="num" key=${name}>${t(`figure.${name}`)}</th>`)}`;

/** @param {{ line: Figures }} its */
export const FigureCells = ({ line }) => html`<td class="num">${line.hands}</td>${FIGURES.map(([name, text]) => html`<td class="num" key=${name} data-figure=${name}>${text(line)}</td>`)}`;
