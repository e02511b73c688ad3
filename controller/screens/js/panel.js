// The panel of one seat on a phone or tablet: what a player says to the table.

import { html, useState } from "../vendor/preact.js";
import { Link } from "./bus.js";
import { has, number, round, t } from "./i18n.js";
import { notices, start, Switches, useLink } from "./page.js";
import { Wind } from "./tile.js";

const asked = new URLSearchParams(location.search).get("seat");
const SEAT = ["0", "1", "2", "3"].includes(asked) ? Number(asked) : null;

/** The buttons that mean something now; the first ones are large. The table decides what is allowed. */
function buttons({ phase, result, rules }) {
  if (phase === "confirm") return ["confirm", "dispute"];
  if (phase === "show") return result?.reason === "exhaustive" ? ["noten", "ron"] : ["ron"];
  if ((phase === "play" || phase === "deal") && rules === "classical") return ["riichi", "tsumo", "ron"];
  if (phase === "play" || phase === "deal") return ["riichi", "tsumo", "ron", "abort"];
  if (phase === "idle" || phase === "finished") return ["start"];
  return [];
}

/** In Chinese Classical the button of riichi declares a ready hand, those of a win a mahjong. */
const label = (button, { rules }) => t(rules === "classical" && has(`classical_button.${button}`) ? `classical_button.${button}` : `ui.${button}`);

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Sends a press. A confirmation holds for the result that the player has seen, and for no other. */
async function press(link, button) {
  const seen = link.state;
  const guard = button === "confirm" ? seen.rev : null;
  const reply = await link.command("panel", { seat: SEAT, button }, guard);
  if (reply?.code === "stale_rev" && same(link.state.result, seen.result) && link.state.phase === "confirm") {
    return link.command("panel", { seat: SEAT, button }, reply.rev);
  }
  return reply;
}

function said(reply) {
  if (!reply) return t("ui.no_answer");
  if (reply.ok) return t("ui.sent");
  if (reply.code === "stale_rev") return t("ui.result_changed");
  return reply.message && document.documentElement.lang === "en" ? reply.message : t("ui.not_now");
}

function Head({ state, seat, redraw }) {
  return html`<header>
    <${Wind} wind=${seat.wind} dealer=${state.dealer === seat.seat} />
    <div><h1>${seat.name}</h1><p>${state.round ? round(state.round) : t(`phase.${state.phase}`)}</p></div>
    <span class="own-score">${number(seat.score)}</span>
    <${Switches} onChange=${redraw} />
  </header>`;
}

function App({ link, redraw }) {
  useLink(link);
  const [note, setNote] = useState(null);
  const { state } = link;
  if (SEAT === null) {
    return html`<div class="choose"><h1>${t("ui.choose_seat")}</h1>
      ${[0, 1, 2, 3].map((seat) => html`<a class="key" key=${seat} href=${`panel.html?seat=${seat}`}>${state?.seats[seat].name || seat + 1}</a>`)}</div>`;
  }
  if (!state) return html`<div class="choose"><p data-notice="link">${notices(link)[0]?.text}</p></div>`;
  const seat = state.seats[SEAT];
  const push = async (button) => {
    setNote({ text: "…" });
    const reply = await press(link, button);
    setNote({ text: said(reply), ok: reply?.ok ?? false });
  };
  const turn = state.phase === "play" && state.turn === SEAT;
  return html`<div class=${`pad ${turn ? "turn" : ""}`} data-phase=${state.phase} data-rev=${state.rev}>
    <${Head} state=${state} seat=${seat} redraw=${redraw} />
    ${notices(link).map((n) => html`<p class="warn" data-notice=${n.kind} key=${n.text}>${n.text}</p>`)}
    <p class="now">${turn ? t("ui.your_turn") : state.phase === "confirm" ? t("ui.please_confirm") : t(`phase.${state.phase}`)}</p>
    <div class=${`keys n${buttons(state).length}`}>
      ${buttons(state).map((button) => html`<button class=${`key ${button}`} key=${button} data-button=${button} disabled=${!link.connected} onClick=${() => push(button)}>${label(button, state)}</button>`)}
    </div>
    <p class=${`note ${note?.ok ? "ok" : ""}`} role="status">${note?.text}</p>
  </div>`;
}

start(App, { link: new Link(["state"]) });
