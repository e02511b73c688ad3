// The door: where the screens are.

import { html } from "../vendor/preact.js";
import { t } from "./i18n.js";
import { start, Switches } from "./page.js";

const SEATS = [0, 1, 2, 3];

function Card({ href, title, about }) {
  return html`<a class="card" href=${href}><h2>${title}</h2><p>${about}</p></a>`;
}

function App({ redraw }) {
  return html`<div class="door">
    <header><img src="icon.svg" alt="" /><h1>Jantaku</h1><${Switches} onChange=${redraw} /></header>
    <nav>
      <${Card} href="table.html" title=${t("ui.table")} about=${t("ui.about_table")} />
      <${Card} href="camera.html" title=${t("ui.camera")} about=${t("ui.about_camera")} />
      <div class="card">
        <h2>${t("ui.panels")}</h2>
        <p>${t("ui.about_panel")}</p>
        <p class="seats">${SEATS.map((seat) => html`<a key=${seat} href=${`panel.html?seat=${seat}`}>${t("ui.seat")} ${seat + 1}</a>`)}</p>
      </div>
    </nav>
  </div>`;
}

start(App);
