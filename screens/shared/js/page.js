// What all screens share: the theme, the clock of the second, the switches and the words on the link.

import { html, render, useEffect, useState } from "../vendor/preact.js";
import { arrived } from "./account.js";
import { age, has, language, languages, loadLanguage, startLanguage, store, stored, t } from "./i18n.js";
import { whyNot } from "./refused.js";

const query = new URLSearchParams(location.search);

const THEMES = ["dark", "light", "contrast"];

function applyTheme(name) {
  if (THEMES.includes(name)) document.documentElement.dataset.theme = name;
}

const THEME_NAMES = { dark: () => t("ui.dark"), light: () => t("ui.light"), contrast: () => t("ui.contrast") };

/** The screen stays lit while the page is looked at, where the browser lets it. */
export async function stayAwake() {
  const ask = () => document.visibilityState === "visible" && navigator.wakeLock?.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", ask);
  await ask();
}

const following = (theme) => THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];

const currentTheme = () =>
  document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");

/** Renders again when the link or the second changes. */
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

export function Switches({ onChange }) {
  const language_ = async (event) => {
    await loadLanguage(event.target.value);
    store("lang", event.target.value);
    onChange();
  };
  const theme = () => {
    const next = following(currentTheme());
    applyTheme(next);
    store("theme", next);
    onChange();
  };
  return html`<div class="switches">
    <select aria-label=${t("ui.language")} value=${language()} onChange=${language_}>
      ${languages().map((code) => html`<option key=${code} value=${code} selected=${code === language()}>${code.toUpperCase()}</option>`)}
    </select>
    <button onClick=${theme} title=${t("ui.theme")}>${THEME_NAMES[following(currentTheme())]()}</button>
  </div>`;
}

/** The one sentence on the link, or null while all is well. */
export function troubleText(link) {
  const trouble = link.trouble();
  return trouble && t(`ui.${trouble.code}`, { age: age(trouble.age) });
}

const AT_TABLE = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/** Others in the network can read along. */
export const OPEN_WIRE = !AT_TABLE && location.protocol === "http:";

const WARNING = "machine_warning_";

const faultText = ({ fault, lane }) =>
  t(lane === null ? "machine.fault_only" : "machine.fault_lane", { fault: `E${fault.toString(16).toUpperCase().padStart(2, "0")}`, lane: lane + 1 });

/** The table's own English sentence, or the catalogue's with the fault's number and place. */
function alertText({ code, message, reason, values }, machine) {
  if (reason) return whyNot({ code, reason, values });
  if (language() === "en") return message;
  const warned = code.startsWith(WARNING) ? `remedy.${code.slice(WARNING.length)}` : "";
  if (has(warned)) return t(warned, { lane: (machine.lane ?? 0) + 1 });
  if (!has(`alert.${code}`)) return t("hall.alert");
  if (code === "machine_fault" && machine.cause) {
    return `${t(`remedy.${machine.cause}`, { lane: (machine.lane ?? 0) + 1 })} (${faultText(machine)})`;
  }
  return t(`alert.${code}`) + (code.startsWith("machine_") && machine.fault ? ` (${faultText(machine)})` : "");
}

/** Everything a person should know now, most pressing first: `{kind, text}`. */
export function notices(link) {
  const out = [];
  const trouble = troubleText(link);
  if (trouble) out.push({ kind: "link", text: trouble });
  const state = link.state;
  if (!state) return out;
  if (state.sight !== "ok") out.push({ kind: "sight", text: t(`sight.${state.sight}`) });
  const own = state.alerts.filter((alert) => !(alert.code.startsWith("camera_") && state.sight !== "ok"));
  for (const alert of own) {
    const kind = alert.code.startsWith(WARNING) ? "service" : alert.code.startsWith("machine_") ? "machine" : "alert";
    out.push({ kind, text: alertText(alert, state.machine) });
  }
  if (state.machine.fault && !out.some((n) => n.kind === "machine")) {
    out.push({ kind: "machine", text: `${t(`machine.${state.machine.state}`)} · ${faultText(state.machine)}` });
  }
  return out;
}

/** What the players should know: that a wheel wants cleaning soon is for who looks after the machine. */
export const pressing = (link) => notices(link).filter(({ kind }) => kind !== "service");

/** Starts a page: its words, its theme, its root component. */
export async function start(App, props = {}) {
  applyTheme(query.get("theme") ?? stored("theme"));
  await Promise.all([startLanguage(), arrived]);
  const root = document.getElementById("app");
  const draw = () => render(html`<${App} ...${props} redraw=${draw} />`, root);
  root.replaceChildren();
  draw();
  root.removeAttribute("aria-busy");
}
