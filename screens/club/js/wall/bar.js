// What the whole hall is shown, and what a person does to the screen itself: the sound of the gong, language, theme.

import { age, language, t } from "../../../shared/js/i18n.js";
import { Switches } from "../../../shared/js/page.js";
import { html } from "../../../shared/vendor/preact.js";
import { now } from "../hub_time.js";
import { useNews, useSeen } from "./live.js";
/** @import { Live } from "../club.js" */
/** @import { Sound } from "./sound.js" */

/** A browser lets a page sound only after a press; the press proves it at once. @param {{ sound: Sound }} its */
function SoundKnob({ sound }) {
  useNews(sound);
  const { state } = sound;
  const test = html`<button class="press" data-do="test" onClick=${() => sound.play("test", 0)}>${t("hall_wall.sound_test")}</button>`;
  return html`<div class="sound" data-sound=${state}>
    ${state === "on" ? test : html`<button class="press wanted" data-do="sound" onClick=${() => void sound.allow()}>${t("hall_wall.sound_allow")}</button>`}
    ${state === "on" && html`<button class="press" data-do="silent" onClick=${() => sound.off()}>${t("hall_wall.sound_off")}</button>`}
  </div>`;
}

const minute = () => new Date(now()).toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

function TimeOfDay() {
  return html`<time>${useSeen(minute)}</time>`;
}

/** How old what is shown is, where the club cannot be reached. @param {{ link: Live }} its */
function Away({ link }) {
  const said = useSeen(() => (link.connected ? "" : age(performance.now() - link.received)));
  return said && html`<b class="badge" role="status" data-away>${t("hall_wall.away", { age: said })}</b>`;
}

/** @param {{ link: Live, sound: Sound, redraw: () => void }} its */
export function Bar({ link, sound, redraw }) {
  const calls = link.parts.calls?.open ?? 0;
  const hub = link.parts.hub ?? [];
  return html`<header class="bar">
    <${SoundKnob} sound=${sound} />
    ${calls > 0 && html`<b class="badge hand" data-calls=${calls}>${t("hall_wall.calls", { n: calls })}</b>`}
    <${Away} link=${link} />
    ${hub.length > 0 && html`<b class="badge" role="status" data-hub=${hub.join(" ")}>${t("club.server_trouble")}</b>`}
    <${Switches} onChange=${redraw} />
    <${TimeOfDay} />
  </header>`;
}
