// The words of the screens: `lang/*.json`, chosen by `?lang=`, by the switch, or by the browser.

import { filled } from "./message.js";
/** @import { Values } from "./message.js" */
/** @import { Question, RoundView } from "../../types/contract" */

/** @typedef {{ [part: string]: string | Catalogue }} Catalogue */

/** `room`: the catalogue that this page has beside the common one.
    @type {{ code: string, catalogue: Catalogue, offered: string[], room: string }} */
const words = { code: "en", catalogue: {}, offered: ["en"], room: "" };

/** The languages that the server has for its pages, in the order of the switch. */
export const languages = () => words.offered;

function wanted() {
  const asked = new URLSearchParams(location.search).get("lang");
  const known = [asked, stored("lang"), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return known.find((code) => words.offered.includes(code ?? "")) ?? "en";
}

/** @param {string} key */
export function stored(key) {
  try {
    return localStorage.getItem(`jantaku.${key}`);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value */
export function store(key, value) {
  try {
    localStorage.setItem(`jantaku.${key}`, value);
  } catch {
    // a browser without storage asks again next time
  }
}

/** @param {string} name */
const fetched = async (name) => (await fetch(`lang/${name}.json`)).json();

/** What the server offers, and the language that the person wants of it. @param {string} [room] */
export async function startLanguage(room = "") {
  words.room = room;
  words.offered = await fetched("offered");
  await loadLanguage(wanted());
}

/** @param {string} code */
export async function loadLanguage(code) {
  const parts = await Promise.all([fetched(code), words.room ? fetched(`${words.room}.${code}`) : {}]);
  words.catalogue = Object.assign({}, ...parts);
  words.code = code;
  document.documentElement.lang = code;
}

export const language = () => words.code;

/** @param {string} key */
const find = (key) => key.split(".").reduce((/** @type {string | Catalogue | undefined} */ node, part) => (typeof node === "object" ? node[part] : undefined), words.catalogue);

/** @param {string} key */
export const has = (key) => typeof find(key) === "string";

/** The message of `key` with its values filled in; a code that the catalogue lacks is shown as words.
    @param {string} key @param {Values} [values] */
export function t(key, values = {}) {
  const text = find(key);
  if (typeof text !== "string") {
    console.warn(`no text for ${key} in ${words.code}`);
    return key.slice(key.lastIndexOf(".") + 1).replaceAll("_", " ");
  }
  return filled(text, words.code, values);
}

/** Milliseconds as a short age. @param {number} ms */
export function age(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return seconds < 120 ? t("seconds", { n: seconds }) : t("minutes", { n: Math.floor(seconds / 60) });
}

/** A date with its time, as people of this language write it. @param {number} ms of Unix time */
export const moment = (ms) => new Date(ms).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });

/** @param {Pick<RoundView, "wind" | "number">} hand */
export const round = ({ wind, number }) => t("round", { wind: t(`wind_name.${wind}`), n: number });

/** 25000 as such; a loss with a true minus sign, which is as wide as a digit. @param {number | string} n */
export const number = (n) => String(n).replace("-", "−");

/** @param {number} n */
export const signed = (n) => (n > 0 ? `+${n}` : number(n));

/** What the table asks or reports, in words. @param {Question} question */
export const asked = ({ code, values }) => t(`question.${code}`, { values: values.join(" + "), seen: values[0], whole: values[1] });

const PUT_RIGHT = [
  "dice_differ", "unread_dice", "too_many_dice", "wrong_stick", "sticks_differ", "hand_count", "sets_mixed", "opened_hand",
  "awaits_dice", "awaits_deal", "awaits_discard", "wall_short", "awaits_hand", "enter_result",
];

/** Whether a question is to be put right on the mat rather than answered. @param {Question} question */
export const putRight = (question) => PUT_RIGHT.includes(question.code);
