// The words of the screens: `lang/*.json`, chosen by `?lang=`, by the switch, or by the browser.

export const LANGUAGES = ["en", "ru", "uk", "ja", "sv"];

const words = { code: "en", catalogue: {} };

function wanted() {
  const asked = new URLSearchParams(location.search).get("lang");
  const known = [asked, stored("lang"), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return known.find((code) => LANGUAGES.includes(code ?? "")) ?? "en";
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

export async function loadLanguage(code = wanted()) {
  const answer = await fetch(`lang/${code}.json`);
  words.catalogue = await answer.json();
  words.code = code;
  document.documentElement.lang = code;
}

export const language = () => words.code;

const find = (key) => key.split(".").reduce((node, part) => node?.[part], words.catalogue);

export const has = (key) => typeof find(key) === "string";

/** The text of `key` with `{name}` filled in; a code that the catalogue lacks is shown as words. */
export function t(key, values = {}) {
  const text = find(key);
  if (typeof text !== "string") {
    console.warn(`no text for ${key} in ${words.code}`);
    return key.split(".").pop().replaceAll("_", " ");
  }
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
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
