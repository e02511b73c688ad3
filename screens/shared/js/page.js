// What all screens share: the theme, the clock of the second, the switches.

import { html, render, useEffect, useState } from "../vendor/preact.js";
import { arrived } from "./account.js";
import { language, languages, loadLanguage, startLanguage, store, stored, t } from "./i18n.js";
/** @import { Entry } from "../vendor/preact.js" */

const query = new URLSearchParams(location.search);

const THEMES = ["dark", "light", "contrast"];

/** @param {string | null} name */
function applyTheme(name) {
  if (name && THEMES.includes(name)) document.documentElement.dataset.theme = name;
}

/** @type {Record<string, () => string>} */
const THEME_NAMES = { dark: () => t("ui.dark"), light: () => t("ui.light"), contrast: () => t("ui.contrast") };

/** The screen stays lit while the page is looked at, where the browser lets it. */
export async function stayAwake() {
  const ask = () => document.visibilityState === "visible" && navigator.wakeLock?.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", ask);
  await ask();
}

const currentTheme = () =>
  document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");

/** Renders again when the link or the second changes. @param {{ subscribe(listener: () => void): () => void } | null} link */
export function useLink(link) {
  const [, again] = useState(0);
  useEffect(() => {
    const bump = () => again((n) => n + 1);
    const timer = setInterval(bump, 1000);
    const off = link?.subscribe(bump);
    return () => {
      clearInterval(timer);
      off?.();
    };
  }, [link]);
}

/** @param {{ onChange: () => void }} its */
export function Switches({ onChange }) {
  /** @param {Entry} event */
  const language_ = async (event) => {
    await loadLanguage(event.target.value);
    store("lang", event.target.value);
    onChange();
  };
  /** @param {Entry} event */
  const theme_ = (event) => {
    applyTheme(event.target.value);
    store("theme", event.target.value);
    onChange();
  };
  return html`<div class="switches">
    <select aria-label=${t("ui.language")} value=${language()} onChange=${language_}>
      ${languages().map((code) => html`<option key=${code} value=${code} selected=${code === language()}>${code.toUpperCase()}</option>`)}
    </select>
    <select aria-label=${t("ui.theme")} value=${currentTheme()} onChange=${theme_}>
      ${THEMES.map((name) => html`<option key=${name} value=${name} selected=${name === currentTheme()}>${THEME_NAMES[name]()}</option>`)}
    </select>
  </div>`;
}

const AT_TABLE = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/** Others in the network can read along. */
export const OPEN_WIRE = !AT_TABLE && location.protocol === "http:";

/** Starts a page: its words, of a room of its own too, its theme, its root component.
    @template Its @param {(its: Its & { redraw: () => void }) => unknown} App @param {Its} [props] @param {string} [room] */
export async function start(App, props = /** @type {Its} */ ({}), room = "") {
  applyTheme(query.get("theme") ?? stored("theme"));
  await Promise.all([startLanguage(room), arrived]);
  const root = /** @type {HTMLElement} */ (document.getElementById("app"));
  const draw = () => render(html`<${App} ...${props} redraw=${draw} />`, root);
  root.replaceChildren();
  draw();
  root.removeAttribute("aria-busy");
}
