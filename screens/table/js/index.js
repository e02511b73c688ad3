// The door: where the screens are, and how a phone gets to one.

import { html, useEffect, useState } from "../../shared/vendor/preact.js";
import { account, arrived, ownSeat } from "../../shared/js/account.js";
import { t } from "../../shared/js/i18n.js";
import { Pairing } from "./pairing.js";
import { LetPhonesIn } from "./phones.js";
import { OPEN_WIRE, start, Switches } from "../../shared/js/page.js";

const SEATS = [0, 1, 2, 3];
const SCREENS = [
  ["table.html", "ui.table", "ui.about_table"],
  ["host.html", "host.title", "host.about"],
  ["camera.html", "ui.camera", "ui.about_camera"],
  ["calibrate.html", "calibrate.title", "calibrate.about"],
  ["referee.html", "referee.title", "referee.about"],
  ["hand.html", "hand.title", "hand.about"],
  ["history.html", "history.title", "history.about"],
  ["wall.html", "hall.title", "hall.about"],
  ["overlay.html", "overlay.title", "overlay.about"],
  ["setup.html", "ui.setup", "ui.about_setup"],
];

/** Of no use where there is no camera. */
const SEEING = ["camera.html", "calibrate.html"];

/** @param {{ href: string, title: string, about: string }} its */
function Card({ href, title, about }) {
  return html`<a class="card" href=${href}><h2>${title}</h2><p>${about}</p></a>`;
}

/** Whether other computers reach this table, only then a phone has something to open; whether it has a camera, and
    is set up from its pages.
    @returns {{ reach: boolean, camera: boolean, setup: boolean }} */
function useTable() {
  const [known, setKnown] = useState({ reach: false, camera: true, setup: false });
  useEffect(() => {
    fetch("config.json")
      .then((answer) => answer.json())
      .then(({ far, camera, setup }) => setKnown({ reach: Boolean(far), camera, setup }))
      .catch(() => {});
  }, []);
  return known;
}

/** @param {{ reach: boolean }} its */
function Panels({ reach }) {
  const mine = ownSeat();
  return html`<div class="card">
    <h2>${t("ui.panels")}</h2>
    <p>${t("ui.about_panel")}</p>
    <p class="seats">${SEATS.map((seat) => html`<a key=${seat} href=${`seat.html?seat=${seat}`}>
      ${t("ui.seat")} ${seat + 1}
    </a>`)}</p>
    <${LetPhonesIn} account=${mine === null ? account() : null} kind="knob" />
    <p class="quiet">${t(reach ? "ui.sign_in" : "ui.this_computer")}</p>
  </div>`;
}

/** How a browser without an account gets one: nobody commands by being there. @param {{ void_: boolean }} its */
function WayIn({ void_ }) {
  return html`<section class="card way-in" data-way-in=${void_ ? "over" : "none"}>
    <h2>${t("join.way_in")}</h2>
    ${void_ && html`<p class="warn">${t("join.link_over")}</p>`}
    <p>${t("join.by_link")}</p>
    <p>${t("join.by_digits")}</p>
    <p><a class="knob" href="join.html">${t("join.title")}</a></p>
  </section>`;
}

/** @param {{ redraw: () => void, came: string | null }} its */
function App({ redraw, came }) {
  const known = account();
  const mine = ownSeat();
  const { reach, camera, setup } = useTable();
  const screens = SCREENS.filter(
    ([href]) => (camera || !SEEING.includes(href)) && (setup || href !== "setup.html"),
  );
  return html`<div class="door">
    <header><img src="icon.svg" alt="" /><h1>Jantaku</h1><${Switches} onChange=${redraw} /></header>
    ${OPEN_WIRE && html`<p class="warn">${t("ui.not_secret")}</p>`}
    ${mine !== null && html`<a class="knob strong back" data-own-seat=${mine} href=${`seat.html?seat=${mine}`}>${t("phones.back", { n: mine + 1 })}</a>`}
    <nav>
      ${screens.map(([href, title, about]) => html`<${Card} key=${href} href=${href} title=${t(title)} about=${t(about)} />`)}
      <${Panels} reach=${reach} />
      ${known ? html`<${Pairing} account=${known} open=${true} />` : html`<${WayIn} void_=${came === "over"} />`}
    </nav>
  </div>`;
}

start(App, { came: await arrived });
