// Upkeep of the table's computer by itself, where no table can begin; else the host's page has it.

import { account } from "../../shared/js/account.js";
import { t } from "../../shared/js/i18n.js";
import { start, Switches } from "../../shared/js/page.js";
import { html } from "../../shared/vendor/preact.js";
import { Care } from "../../shared/js/upkeep.js";
import { asked } from "./host/data.js";

const own = account();
/** @type {import("../../shared/js/upkeep.js").Asks} */
const ask = (path, body) => asked(path, own, body);

/** @param {{ redraw: () => void }} its */
const App = ({ redraw }) => html`<div class="host">
  <header><a class="home" href="index.html"><img src="icon.svg" alt=${t("history.home")} /></a><h1>${t("host.tab_care")}</h1><${Switches} onChange=${redraw} /></header>
  <${Care} of="table" asked=${ask} who=${own?.device} why=${null} />
</div>`;

await start(App, {});
