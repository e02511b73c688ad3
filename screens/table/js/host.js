// The host's page: the game that is played, the next one, the evening, the machine, and the program itself.

import { html, useEffect, useState } from "../../shared/vendor/preact.js";
import { notices } from "../../shared/js/alerts.js";
import { has, t } from "../../shared/js/i18n.js";
import { start, stayAwake, Switches, useLink } from "../../shared/js/page.js";
import { Care } from "../../shared/js/upkeep.js";
import { Link, tells } from "./bus.js";
import { Phones } from "./phones.js";
import { Doctor } from "./doctor.js";
import { inHand } from "./host/can.js";
import { asked, useHost, useSend } from "./host/data.js";
import { Evening } from "./host/evening.js";
import { Machine } from "./host/machine.js";
import { Next } from "./host/next.js";
import { Now } from "./host/now.js";
import { Power } from "./host/power.js";
/** @import { Note } from "./host/data.js" */

const TABS = ["now", "next", "phones", "evening", "machine", "doctor", "care", "power"];

/** Those of who looks after the machine, and neither plays nor hosts. */
const TECHNICAL = ["machine", "doctor"];

const tabOf = () => (TABS.includes(location.hash.slice(1)) ? location.hash.slice(1) : "now");

function useTab() {
  const [tab, setTab] = useState(tabOf);
  useEffect(() => {
    const look = () => setTab(tabOf());
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
  return tab;
}

/** @param {{ note: Note }} its */
const Said = ({ note }) => html`<p class=${`said ${note && !note.ok ? "ill" : "well"}`} role="status" data-said=${note ? (note.ok ? "ok" : "no") : "none"}>${note?.text}</p>`;

/** @param {{ link: Link, redraw: () => void }} its */
function App({ link, redraw }) {
  useLink(link);
  const chosen = useTab();
  const [send, note, version] = useSend(link);
  const { view, refused } = useHost(link, version);
  const head = html`<header>
    <a class="home" href="index.html"><img src="icon.svg" alt=${t("history.home")} /></a><h1>${t("host.title")}</h1><${Switches} onChange=${redraw} />
  </header>`;
  if (!tells(link)) return html`<div class="host">${head}<p class="warn" data-notice="link">${notices(link)[0]?.text ?? t("ui.waiting")}</p></div>`;
  const { state } = link;
  const technician = refused && link.account?.device.startsWith("technician-");
  const tabs = TABS.filter((name) => (name !== "machine" || state.machine.state !== "none") && (!technician || TECHNICAL.includes(name)));
  const tab = technician && !tabs.includes(chosen) ? tabs[0] : chosen;
  const trouble = link.trouble() && notices(link)[0]?.text;
  if ((refused && !technician) || !link.account) {
    return html`<div class="host" data-rev=${state.rev}>${head}<p class="warn" role="alert" data-not-yours>${t("host.not_yours")}</p><p><a class="knob" href="join.html">${t("join.title")}</a></p></div>`;
  }
  return html`<div class=${`host ${link.connected ? "" : "cut"}`} data-rev=${state.rev} data-phase=${state.phase} data-tab=${tab}>
    ${head}
    <nav class="tabs" aria-label=${t("host.title")}>${tabs.map((name) => html`<a key=${name} class="knob" href=${`#${name}`} aria-current=${name === tab ? "page" : null} data-go=${name}>${t(`host.tab_${name}`)}</a>`)}</nav>
    ${trouble && html`<p class="warn" role="alert" data-notice="link">${trouble}</p>`}
    <${Said} note=${note} />
    ${tab === "now" && html`<${Now} link=${link} send=${send} />`}
    ${tab === "doctor" && html`<${Doctor} />`}
    ${tab === "care" && html`<${Care} of="table" asked=${(/** @type {string} */ path, /** @type {object | undefined} */ body) => asked(path, link.account, body)} who=${link.account} why=${inHand(link.state) ? "host.why_hand" : null} />`}
    ${tab === "phones" && html`<${Phones} account=${link.account} />`}
    ${tab === "machine" && tabs.includes("machine") && html`<${Machine} link=${link} send=${send} />`}
    ${!view && !["now", "phones", "doctor", "machine", "care"].includes(tab) && html`<p class="quiet">…</p>`}
    ${tab === "next" && view && html`<${Next} link=${link} view=${view} send=${send} />`}
    ${tab === "evening" && view && html`<${Evening} link=${link} send=${send} onPower=${() => (location.hash = "power")} />`}
    ${tab === "power" && view && html`<${Power} link=${link} view=${view} send=${send} />`}
    ${tab === "machine" && !tabs.includes("machine") && html`<p class="quiet" data-no-machine>${has("reason.no_machine") && t("reason.no_machine")}</p>`}
  </div>`;
}

void stayAwake();
start(App, { link: new Link(["state", "clock", "judged", "assigned", "machine"]) });
