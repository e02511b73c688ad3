// Upkeep of a club's computer by itself, where the hub cannot begin; else it is a tab of the director's page.

import { t } from "../../shared/js/i18n.js";
import { start, Switches } from "../../shared/js/page.js";
import { bearer } from "../../shared/js/ticket.js";
import { Care } from "../../shared/js/upkeep.js";
import { html } from "../../shared/vendor/preact.js";

/** @type {import("../../shared/js/upkeep.js").Asks} */
const asked = (path, body) =>
  fetch(path, {
    headers: { ...bearer(), ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  });

/** @param {{ redraw: () => void }} its */
const App = ({ redraw }) => html`<div class="club">
  <header><a class="home" href="index.html"><img src="shared/icon.svg" alt=${t("club.all")} /></a><h1>${t("host.tab_care")}</h1><${Switches} onChange=${redraw} /></header>
  <div data-tab="care"><${Care} of="hub" asked=${asked} who=${null} why=${null} /></div>
</div>`;

// The hub has begun: its director signs in there.
if ((await fetch("safe.json", { cache: "no-store" })).status === 404) location.replace("director.html#care");
else await start(App, {});
