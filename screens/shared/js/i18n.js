// The words of the screens: `lang/*.json`, chosen by `?lang=`, by the switch, or by the browser.

import { filled } from "./message.js";

const words = { code: "en", catalogue: {}, offered: ["en"] };

/** The languages that the server has for its pages, in the order of the switch. */
export const languages = () => words.offered;

function wanted() {
  const asked = new URLSearchParams(location.search).get("lang");
  const known = [asked, stored("lang"), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return known.find((code) => words.offered.includes(code ?? "")) ?? "en";
}

export function stored(key) {
  try {
    return localStorage.getItem(`jantaku.${key}`);
  } catch {
    return null;
  }
}

export function store(key, value) {
  try {
    localStorage.setItem(`jantaku.${key}`, value);
  } catch {
    // a browser without storage asks again next time
  }
}

const fetched = async (name) => (await fetch(`lang/${name}.json`)).json();

/** What the server offers, and the language that the person wants of it. */
export async function startLanguage() {
  words.offered = await fetched("offered");
  await loadLanguage(wanted());
}

export async function loadLanguage(code) {
  words.catalogue = await fetched(code);
  words.code = code;
  document.documentElement.lang = code;
}

export const language = () => words.code;

const find = (key) => key.split(".").reduce((node, part) => node?.[part], words.catalogue);

export const has = (key) => typeof find(key) === "string";

/** The message of `key` with its values filled in; a code that the catalogue lacks is shown as words. */
export function t(key, values = {}) {
  const text = find(key);
  if (typeof text !== "string") {
    console.warn(`no text for ${key} in ${words.code}`);
    return key.split(".").pop().replaceAll("_", " ");
  }
  return filled(text, words.code, values);
}

/** Milliseconds as a short age. */
export function age(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return seconds < 120 ? t("seconds", { n: seconds }) : t("minutes", { n: Math.floor(seconds / 60) });
}

export const round = ({ wind, number }) => t("round", { wind: t(`wind_name.${wind}`), n: number });

/** 25000 as such; a loss with a true minus sign, which is as wide as a digit. */
export const number = (n) => String(n).replace("-", "−");

export const signed = (n) => (n > 0 ? `+${n}` : number(n));

/** What the table asks or tells, in words. */
export const asked = ({ code, values }) => t(`question.${code}`, { values: values.join(" + "), seen: values[0], whole: values[1] });

const PUT_RIGHT = [
  "dice_differ", "unread_dice", "wrong_stick", "sticks_differ", "hand_count",
  "awaits_dice", "awaits_discard", "awaits_hand", "enter_result",
];

/** Whether a question is to be put right on the mat rather than answered. */
export const putRight = (question) => PUT_RIGHT.includes(question.code);
