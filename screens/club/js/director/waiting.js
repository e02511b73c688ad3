// The waiting list: who waits for what, in the order of registration (K-EVENT-07), and who has moved up.

import { t } from "../../../shared/js/i18n.js";
import { html, useEffect, useRef, useState } from "../../../shared/vendor/preact.js";
import { ask, submit } from "../club.js";
import { Said, useSaying } from "../saying.js";
/** @import { RegistrationLine } from "../../../types/club" */
/** @import { Names, Published } from "../club.js" */
/** @import { Acts } from "./people.js" */

/** Who has got a place from the waiting list since the page was opened. @param {Published} published */
function useMoved(published) {
  const before = useRef(published.waiting);
  const [moved, setMoved] = useState(/** @type {number[]} */ ([]));
  useEffect(() => {
    const newer = before.current.filter((person) => published.admitted.includes(person));
    before.current = published.waiting;
    if (newer.length) setMoved((old) => [...old, ...newer]);
  }, [published]);
  return moved;
}

/** @param {{ published: Published, names: Names, registered: { [person: string]: RegistrationLine }, directs: boolean, act: Acts, again: () => void }} its */
export function Waiting({ published, names, registered, directs, act, again }) {
  const [said, tell] = useSaying();
  const moved = useMoved(published);
  const places = published.plan.capacity;
  const more = async () => {
    const laid = await ask(`tournaments/${published.id}/plan`);
    if (!laid.ok) return tell(laid);
    const { name, preset, options, ...plan } = laid.body.fields;
    return tell(await submit([{ type: "tournament_changed", tournament: published.id, plan: { ...plan, capacity: plan.capacity + 1 } }], laid.body.revision)) && again();
  };
  if (!published.waiting.length && !moved.length && !places) return null;
  return html`<section class="card" data-waiting><h2>${t("club.waiting")}</h2>
    ${places && html`<p data-places>${t("waiting.places", { taken: published.admitted.length, places })}</p>`}
    <div role="status" aria-live="polite">${moved.length > 0 && html`<p class="done" data-moved>${t("waiting.moved", { names: moved.map((person) => names[person] ?? `#${person}`).join(", ") })}</p>`}</div>
    ${published.waiting.length ? html`<p class="quiet">${t("waiting.about")}</p>
      <ol class="list">${published.waiting.map((person) => html`<li key=${person} data-waits=${person}><b>${names[person] ?? `#${person}`}</b> · ${t(registered[person]?.waits === "fee" ? "waiting.fee" : "waiting.full")}
        <p class="choice">${registered[person] && !registered[person].paid && html`<button class="knob small" data-waiting-pay=${person} onClick=${() => act.pay(person)}>${t("people.pay")}</button>`}
          <button class="knob small" data-leave=${person} onClick=${() => act.withdraw?.(person)}>${t("people.withdraw")}</button></p></li>`)}</ol>` : html`<p class="quiet">${t("waiting.none")}</p>`}
    ${directs && places && html`<p><button class="knob" data-more onClick=${more}>${t("waiting.more")}</button></p>`}<${Said} said=${said} />
  </section>`;
}
