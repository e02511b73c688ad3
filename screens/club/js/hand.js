// A finished hand move by move: `?tournament=`, then `#round-table/hand/move`, so that a moment can be shared.

import { html, useEffect, useState } from "../../shared/vendor/preact.js";
import { start } from "../../shared/js/page.js";
import { Replay } from "../../shared/js/replay.js";
import { ask } from "./club.js";
/** @import { Found } from "../../shared/js/replay.js" */
/** @import { Frame } from "../../shared/js/moves.js" */
/** @import { Snapshot } from "../../types/contract" */

const tournament = Number(new URLSearchParams(location.search).get("tournament")) || 0;

/** `{game, hand, move}` of the address. */
function place() {
  const [game = "", hand, move] = decodeURIComponent(location.hash.slice(1)).split("/");
  return { game, hand: Number(hand) || 0, move: Number(move) || 0 };
}

/** What the replay asks for, from the club instead of a table. @param {string} path @returns {Promise<Found>} */
async function fetched(path) {
  const [, game, hand] = path.match(/^history\/([^/]+)\/(\d+)\.json$/) ?? [];
  const [round, table] = (game ?? "").split("-");
  const { ok, body } = await ask(`tournaments/${tournament}/rounds/${Number(round)}/tables/${Number(table)}/hands/${Number(hand)}`);
  if (!ok) return { error: body.message };
  return { data: { hands: body.hands, first: /** @type {Snapshot} */ (body.first), frames: /** @type {Frame[]} */ (body.frames) } };
}

/** @param {{ redraw: () => void }} its */
function App({ redraw }) {
  const [at, setAt] = useState(place);
  useEffect(() => {
    const look = () => {
      const next = place();
      if (next.game) setAt(next);
      else location.href = `index.html?tournament=${tournament}#archive`;
    };
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
  return html`<${Replay} key=${`${at.game}/${at.hand}`} at=${at} redraw=${redraw} fetched=${fetched} />`;
}

start(App);
