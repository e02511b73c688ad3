// The evening so far, and its end: who won what over all games that were played one after the other.

import { html, useEffect, useState } from "../../../shared/vendor/preact.js";
import { FigureCells, FigureHeads } from "../../../shared/js/figures.js";
import { signed, t } from "../../../shared/js/i18n.js";
import { fetched } from "../history/fetched.js";
import { noSetUp } from "./can.js";
import { Twice } from "../../../shared/js/press.js";
/** @import { Snapshot } from "../../../types/contract" */
/** @import { Evening as Summed, GameList } from "../../../types/table" */
/** @import { Told } from "../bus.js" */
/** @import { Send } from "./data.js" */

/** The evening of the last game that has a hand; null until it is received. @param {Snapshot} state @returns {Summed | null} */
function useEvening({ game, hands_played: n, phase }) {
  const [found, setFound] = useState(/** @type {Summed | null} */ (null));
  useEffect(() => {
    let alive = true;
    const look = async () => {
      /** @type {{ data?: GameList }} */
      const { data } = await fetched("history.json");
      const last = data?.games.find((each) => "hands" in each && each.hands.length > 0);
      const { data: summed } = last ? await fetched(`history/${last.id}/evening.json`) : { data: { games: [], players: [] } };
      if (alive && summed) setFound(summed);
    };
    void look();
    return () => {
      alive = false;
    };
  }, [game, n, phase]);
  return found;
}

/** @param {{ link: Told, send: Send, onPower: () => void }} its */
export function Evening({ link, send, onPower }) {
  const { state } = link;
  const evening = useEvening(state);
  const [over, setOver] = useState(false);
  const end = async () => {
    const reply = await send("evening.end", {});
    if (reply?.ok) setOver(true);
  };
  const places = evening?.players ?? [];
  return html`<section class="evening" data-evening=${evening ? evening.games.length : "waits"}>
    <h2>${over ? t("host.evening_over") : t("history.evening", { n: evening?.games.length ?? 0 })}</h2>
    ${evening && places.length === 0 && html`<p class="quiet">${t("history.no_hands")}</p>`}
    ${places.length > 0 && html`<ol class="places-now">${places.map((line, n) => html`<li key=${line.name} data-player=${line.name}><b>${t("place", { n: n + 1 })}</b><span class="name">${line.name}</span>
      <strong class=${line.result < 0 ? "loss" : "gain"}>${line.mean_place.count ? signed(line.result) : "–"}</strong></li>`)}</ol>
    <div class="scroll" tabindex="0" role="region" aria-label=${t("history.figures")}><table class="hands-list">
      <thead><tr><th>${t("ui.player")}</th><${FigureHeads} /></tr></thead>
      <tbody>${places.map((line) => html`<tr key=${line.name}><th scope="row">${line.name}</th><${FigureCells} line=${line} /></tr>`)}</tbody>
    </table></div>`}
    <p><a class="knob" href="history.html">${t("history.title")}</a></p>
    <div class="acts-of-host">
      <${Twice} name="evening" why=${noSetUp(state) && "host.why_end_first"} sure=${t("host.evening_sure")} onPress=${end}>${t("host.evening_end")}<//>
      <p><button type="button" class="knob big" data-act="to-power" onClick=${onPower}>${t("host.tab_power")} …</button></p>
    </div>
  </section>`;
}
