// A table or a hub that cannot begin: why, what the doctor found, and another attempt. It draws without any library,
// since these may be what is missing.

import { language, startLanguage, stored, t } from "./i18n.js";
import { bearer, keepTicket } from "./ticket.js";

const LOOK_MS = 2000;

/** @typedef {{ check: string, code: string, name: string, level: "ok" | "advice" | "fault", message: string, fix: string | null }} Finding */
/** `here`: who looks may see why; others see no more than that it cannot begin.
    `first` is the place of what to do next in `findings`.
    @typedef {{ of: "table" | "hub", trouble: string | null, language: string, tries: number, findings: Finding[], first: number | null, here: boolean, setup: boolean, care: boolean }} Report */

const app = /** @type {HTMLElement} */ (document.getElementById("app"));
let tries = 0;

/** @param {string} name @param {string} text @param {Record<string, string>} [attributes] */
function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** @param {Finding} found */
function line(found) {
  const made = element("li", "", { "data-level": found.level });
  made.append(element("strong", `${found.name} · ${t(`safe.${found.level}`)}`), " ", element("span", found.message));
  if (found.fix) made.append(element("code", found.fix, { lang: "en" }));
  return made;
}

/** What a hub says in words of its own. */
const OF_HUB = ["title", "elsewhere", "more"];
/** @param {Report["of"]} of @param {string} key */
const say = (of, key) => t(of === "hub" && OF_HUB.includes(key) ? `safe_hub.${key}` : `safe.${key}`);

async function again() {
  const button = /** @type {HTMLButtonElement} */ (document.getElementById("again"));
  button.disabled = true;
  button.textContent = t("safe.trying");
  await fetch("safe/again", { method: "POST", headers: bearer() }).catch(() => {});
}

const upkeep = () => element("a", t("host.tab_care"), { class: "knob", href: `care.html${location.search}`, id: "care" });

/** @param {Report} report */
function details({ of, trouble, language: spoken, findings, first, setup, care }) {
  const button = element("button", t("safe.again"), { id: "again", class: "knob", type: "button" });
  button.addEventListener("click", () => void again());
  const wrong = findings.filter((found) => found.level !== "ok" && found.message !== trouble).sort((one, other) => Number(other.level === "fault") - Number(one.level === "fault"));
  const list = element("ul", "");
  const next = first === null ? null : findings[first];
  list.append(...wrong.map(line));
  return [
    element("p", trouble ?? "", { lang: spoken, class: "warn", role: "alert", id: "trouble" }),
    element("p", t("safe.soon")),
    button,
    ...(setup ? [" ", element("a", t("safe.setup"), { class: "knob", href: `setup.html${location.search}#everything`, id: "setup" })] : []),
    ...(care ? [" ", upkeep()] : []),
    ...(next && next.message !== trouble ? [element("h2", t("doctor.first")), element("p", next.message, { id: "first" })] : []),
    element("h2", t("safe.report")),
    wrong.length ? list : element("p", t("safe.well")),
    element("p", say(of, "more"), { class: "quiet" }),
  ];
}

/** @param {Report} report */
function draw(report) {
  document.title = `Jantaku · ${say(report.of, "title")}`;
  const away = () => [element("p", say(report.of, "elsewhere"), { id: "elsewhere" }), ...(report.care && report.of === "table" && stored("account") ? [upkeep()] : [])];
  const more = report.here ? details(report) : away();
  app.replaceChildren(element("h1", say(report.of, "title")), ...more);
  app.removeAttribute("aria-busy");
}

async function look() {
  try {
    const answer = await fetch(`safe.json?lang=${language()}`, { cache: "no-store", headers: bearer() });
    // It has begun: what stands in the address is its own page now.
    if (answer.status === 404) return void (location.pathname === "/safe.html" ? location.replace("index.html") : location.reload());
    /** @type {Report} */
    const report = await answer.json();
    if (report.tries !== tries) draw(report);
    tries = report.tries;
  } catch {
    // The computer starts, or its program ends: what is shown stands until it answers.
  }
  setTimeout(() => void look(), LOOK_MS);
}

keepTicket();
const theme = stored("theme");
if (theme) document.documentElement.dataset.theme = theme;
await startLanguage();
await look();
