// The next game: four people from the list of the table or guests, their seats, and the rules.

import { html, useEffect, useState } from "../../../shared/vendor/preact.js";
import { t } from "../../../shared/js/i18n.js";
import { whyNot } from "../../../shared/js/refused.js";
import { OptionFields, titleOf, worth } from "../../../shared/js/rules.js";
import { Wind } from "../../../shared/js/tile.js";
import { noSetUp } from "./can.js";
import { useOptions, useRules } from "./data.js";
import { LONGEST, nameOf, SEATS, swapped, toggled, whole } from "./draft.js";
import { Big, Twice } from "../../../shared/js/press.js";
/** @import { Sending } from "../../../shared/vendor/preact.js" */
/** @import { HostView, RulesView } from "../../../types/table" */
/** @import { Told } from "../bus.js" */
/** @import { Send } from "./data.js" */
/** @import { Draft } from "./draft.js" */

const WINDS = /** @type {const} */ (["E", "S", "W", "N"]);

/** As the table stands: who sits there, by which rules. @param {Told} link @param {HostView} view @returns {Draft} */
function standing(link, view) {
  const rules = view.played ?? view.usual;
  return { players: link.state.seats.map((seat) => seat.name), draw: false, preset: rules.preset, options: rules.options };
}

/** What differs from the rules that are usual here. @param {{ rules: RulesView | null, usual: RulesView }} its */
export function Changes({ rules, usual }) {
  if (!rules) return html`<p class="quiet">…</p>`;
  if (!rules.ok) return html`<p class="warn" role="alert" data-rules-wrong>${whyNot(rules)}</p>`;
  if (rules.other_game) return html`<p data-changes="game">${t("host.other_game", { game: t(`preset.${rules.preset}`) })}</p>`;
  if (!rules.changes.length) return html`<p data-changes="0">${t("host.usual_rules", { rules: t(`preset.${usual.preset}`) })}</p>`;
  return html`<ul class="changes" data-changes=${rules.changes.length}>${rules.changes.map(({ option, value, usual: before }) => html`<li key=${option} data-option=${option}>
    <b>${titleOf(option)}</b>: ${worth(value)} <small>${t("host.instead_of", { value: worth(before) })}</small>
  </li>`)}</ul>`;
}

/** The list that the table remembers: a touch seats somebody, or takes them away again.
    @param {{ view: HostView, players: string[], onToggle: (name: string) => void, send: Send }} its */
function Names({ view, players, onToggle, send }) {
  const [guest, setGuest] = useState("");
  const [keep, setKeep] = useState(true);
  const [forgetting, setForgetting] = useState(false);
  const name = nameOf(guest);
  const full = !players.includes("");
  /** @param {Sending} event */
  const add = (event) => {
    event.preventDefault();
    if (!name) return;
    if (keep) void send("player.keep", { name });
    if (!players.includes(name)) onToggle(name);
    setGuest("");
  };
  return html`<div class="names" data-names=${view.names.length}>
    ${view.names.length === 0 && html`<p class="quiet">${t("host.no_names")}</p>`}
    <p class="acts">${view.names.map((each) => (forgetting ? html`<${Twice} key=${each} name=${`forget:${each}`} sure=${t("host.forget_sure", { name: each })} onPress=${() => send("player.forget", { name: each })}>✕ ${each}<//>` : html`<button type="button" key=${each} class="knob" data-name=${each} aria-pressed=${players.includes(each)} disabled=${full && !players.includes(each)} onClick=${() => onToggle(each)}>${each}</button>`))}</p>
    ${full && !forgetting && html`<p class="quiet">${t("host.all_taken")}</p>`}
    <form class="guest" onSubmit=${add}>
      <label>${t("host.new_name")}<input name="guest" maxlength=${LONGEST} autocomplete="off" value=${guest} onInput=${(event) => setGuest(event.target.value)} /></label>
      <label class="line"><input type="checkbox" checked=${keep} onChange=${() => setKeep(!keep)} />${t("host.keep_name")}</label>
      <button class="knob" data-act="guest" disabled=${!name || (full && !players.includes(name))}>${t("host.seat_name")}</button>
    </form>
    ${view.names.length > 0 && html`<button type="button" class="knob" data-act="forgetting" aria-pressed=${forgetting} onClick=${() => setForgetting(!forgetting)}>${t(forgetting ? "host.forgotten" : "host.forget")}</button>`}
  </div>`;
}

/** @param {{ draft: Draft, onPlayers: (players: string[]) => void, onDraw: (draw: boolean) => void }} its */
const Seats = ({ draft, onPlayers, onDraw }) => html`<fieldset class="choice"><legend>${t("host.seats")}</legend>
    ${[false, true].map((draw) => html`<button type="button" key=${draw} data-draw=${draw} aria-pressed=${draft.draw === draw} onClick=${() => onDraw(draw)}>${t(draw ? "host.drawn_seats" : "host.chosen_seats")}</button>`)}
  </fieldset>
  <button type="button" class="knob" data-act="clear-all" disabled=${!draft.players.some(Boolean)} onClick=${() => onPlayers(SEATS.map(() => ""))}>${t("host.clear_all")}</button>
  <ol class="seated">${SEATS.map((seat) => html`<li key=${seat} data-place=${seat}>
    ${draft.draw ? html`<b class="any">?</b>` : html`<${Wind} wind=${WINDS[seat]} />`}<span class="name" data-player=${draft.players[seat]}>${draft.players[seat] || t("host.free")}</span>
    ${!draft.draw && html`<button type="button" class="knob" data-swap=${seat} aria-label=${t("host.swap", { name: draft.players[seat] || t("host.free") })} onClick=${() => onPlayers(swapped(draft.players, seat))}>⇅</button>`}
    <button type="button" class="knob" data-clear=${seat} disabled=${!draft.players[seat]} aria-label=${t("host.clear_seat", { name: draft.players[seat] || t("host.free") })} onClick=${() => onPlayers(draft.players.map((each, n) => (n === seat ? "" : each)))}>✕</button>
  </li>`)}</ol>`;

/** Somebody else was quicker: theirs stands, or this one takes its place. @param {{ link: Told, onTheirs: () => void, onMine: () => void }} its */
const Meanwhile = ({ link, onTheirs, onMine }) => html`<div class="warn" role="alert" data-meanwhile>
  <p>${t("host.meanwhile", { names: link.state.seats.map((seat) => seat.name).join(", ") })}</p>
  <p class="acts"><button type="button" class="knob" data-act="theirs" onClick=${onTheirs}>${t("host.theirs")}</button><button type="button" class="knob main" data-act="mine" onClick=${onMine}>${t("host.mine")}</button></p>
</div>`;

/** @param {{ link: Told, view: HostView, send: Send }} its */
export function Next({ link, view, send }) {
  const { state, account } = link;
  const [base, setBase] = useState(state.game);
  const [draft, setDraft] = useState(/** @type {Draft | null} */ (null));
  const shown = draft ?? standing(link, view);
  const meanwhile = draft !== null && base !== state.game;
  // Whoever has changed nothing sees what stands now.
  useEffect(() => {
    if (draft === null) setBase(state.game);
  }, [draft, state.game]);
  const offered = useOptions(shown.preset, account);
  const rules = useRules(shown.preset, shown.options, account);
  /** @param {Partial<Draft>} some */
  const change = (some) => setDraft({ ...shown, ...some });
  const labels = { rules: t("host.rules"), otherwise: t("host.otherwise"), remove: t("host.remove") };
  const why = noSetUp(state) ?? (link.assigned ? "host.why_club" : !whole(shown.players) ? "host.why_four" : rules && !rules.ok ? "host.why_rules" : null);
  const setUp = async () => {
    const reply = await send("game.set", { ...shown, after: base });
    if (reply?.ok) setDraft(null);
  };
  return html`<section class="next-game">
    ${meanwhile && html`<${Meanwhile} link=${link} onTheirs=${() => setDraft(null)} onMine=${() => setBase(state.game)} />`}
    <h2>${t("host.players")}</h2>
    <${Names} view=${view} players=${shown.players} send=${send} onToggle=${(/** @type {string} */ name) => change({ players: toggled(shown.players, name) })} />
    <${Seats} draft=${shown} onPlayers=${(/** @type {string[]} */ players) => change({ players })} onDraw=${(/** @type {boolean} */ draw) => change({ draw })} />
    <h2>${t("host.rules")}</h2>
    <div class="rules"><${OptionFields} preset=${shown.preset} presets=${view.presets} options=${shown.options} offered=${offered} labels=${labels} change=${(/** @type {string} */ preset, /** @type {Draft["options"]} */ options) => change({ preset, options: preset === shown.preset ? options : {} })} /></div>
    <${Changes} rules=${rules} usual=${view.usual} />
    <div class="acts-of-host"><${Big} name="set" kind="main" why=${why} off=${!link.connected || meanwhile} onPress=${setUp}>${t(shown.draw ? "host.draw_and_set" : "host.set")}<//></div>
  </section>`;
}
