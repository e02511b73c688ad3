// Upkeep of a computer, a table's or a club's: backups, versions, a factory reset. It does all of it by itself once it was asked; the page says
// how it goes.

import { html, useEffect, useState } from "../vendor/preact.js";
import { has, moment, t } from "./i18n.js";
import { Big, Twice } from "./press.js";
import { Take } from "./take_along.js";
/** @import { CareAnswer, CareAsk, CareView, FoundBackup, Progress as Done } from "../../types/table" */

/** A question to the server, or what is to be done. @typedef {(path: string, body?: object) => Promise<Response>} Asks */
/** What the computer is: it says some things in words of its own. @typedef {"table" | "hub"} Of */
/** @typedef {CareAnswer["code"] | "away"} Refusal */
/** @typedef {{ of: Of, view: CareView, why: string | null, off: boolean, ask: (what: CareAsk["what"], place?: CareAsk["place"], file?: string) => void, look: () => void }} Its */

const BUSY_MS = 1500;
const QUIET_MS = 15_000;
const MB = 1_000_000;
/** Failures whose English sentence knows more than their code. */
const ENGLISH = ["other", "network", "no_release", "not_installed", "not_up"];

/** What a club's computer says otherwise. */
const OF_HUB = new Set([
  ...["about_backup", "no_backups", "restore_sure", "foreign_sure", "update_sure", "back_sure", "about_reset", "reset_sure", "closed"],
  ...["step.stopping", "step.starting", "step.trying", "done.reset"],
  ...["damaged", "not_up", "no_index", "not_here", "not_allowed", "bad", "away", "forbidden"].map((code) => `failed.${code}`),
]);
/** @param {Of} of @param {string} key @param {Record<string, string | number>} [values] */
const say = (of, key, values) => t(of === "hub" && OF_HUB.has(key) ? `care_hub.${key}` : `care.${key}`, values);

/** @param {CareView | null} view */
const under = (view) => view?.progress !== null && view?.progress !== undefined && !view.progress.code;

/** What the computer reports, looked at more often while it does something; `[view, post, refused, closed]`. `who` changes with whoever asks.
    @param {Asks} asked @param {unknown} who */
function useCare(asked, who) {
  const [view, setView] = useState(/** @type {CareView | null} */ (null));
  const [refused, setRefused] = useState(/** @type {Refusal | null} */ (null));
  const [closed, setClosed] = useState(false);
  const [n, setN] = useState(0);
  const busy = under(view);
  useEffect(() => {
    let alive = true;
    const see = () =>
      asked("care.json")
        .then(async (answer) => {
          if (!alive) return;
          setClosed(answer.status === 403);
          if (answer.ok) setView(await answer.json());
        })
        .catch(() => {}); // the table may be starting anew just now
    void see();
    const timer = setInterval(see, busy ? BUSY_MS : QUIET_MS);
    return () => {
      alive = false;
      clearInterval(timer);
    };
  }, [who, busy, n]);
  /** @param {string} path @param {Partial<CareAsk>} body */
  const post = async (path, body) => {
    try {
      /** @type {CareAnswer} */
      const { code } = await (await asked(path, body)).json();
      setRefused(code === "ok" ? null : has(`care.failed.${code}`) ? code : "away"); // a club's database may be away
    } catch {
      setRefused("away");
    }
    setN((before) => before + 1);
  };
  return /** @type {const} */ ([view, post, refused, closed]);
}

/** How it goes, or went. @param {{ of: Of, view: CareView, refused: Refusal | null }} its */
function Goes({ of, view: { progress, fetched }, refused }) {
  if (refused) return html`<p class="said ill" role="status" data-care="refused" data-code=${refused}>${say(of, `failed.${refused}`)}</p>`;
  if (!progress) return html`<p class="said" role="status" data-care="none"></p>`;
  if (!progress.code) return html`<p class="said well" role="status" data-care="doing" data-step=${progress.step}>${say(of, `step.${progress.step || "asked"}`)} ${progress.step === "fetching" && fetched > 0 && say(of, "per_cent", { n: fetched })}</p>`;
  return html`<p class=${`said ${["done", "newest"].includes(progress.code) ? "well" : "ill"}`} role="status" data-care=${progress.what} data-code=${progress.code}>${moment(progress.at_ms)}: ${ended(of, progress)}
    ${ENGLISH.includes(progress.code) && progress.message && html` <small lang="en">${progress.message}</small>`}</p>`;
}

/** @param {Of} of @param {Done} progress */
const ended = (of, { what, code, detail }) => (code === "done" ? say(of, `done.${what}`, { detail }) : code === "newest" ? say(of, "newest") : say(of, `failed.${code}`));

/** @param {{ each: FoundBackup, its: Its }} props */
function One({ each, its: { of, why, off, ask } }) {
  const at = moment(each.at_ms);
  const { own, computer, place, file } = each;
  const club = of === "table" && each.of === "hub"; // beside this table
  const sure = club ? t("care.club_sure", { computer, time: at }) : own ? say(of, "restore_sure", { time: at }) : say(of, "foreign_sure", { computer, time: at });
  return html`<li data-backup=${file} data-of=${each.of} data-own=${String(own)}><p>${t(own ? "care.own" : "care.others", { time: at, computer })} · ${say(of, `where.${place}`)} ${club && t("care.of_club")} ${!each.whole && say(of, "not_whole")}</p>
    <${Twice} name=${`restore-${place}-${file}`} why=${why} off=${off} sure=${sure} onPress=${() => ask(own ? "restore" : "foreign", place, file)}>${say(of, "restore")}<//></li>`;
}

/** @param {{ its: Its }} props */
function Backups({ its }) {
  const { of, view, off, ask } = its;
  const found = view.progress?.what === "look" && view.progress.code === "done" ? view.progress.backups : null;
  const unread = (found && view.progress?.unread) || [];
  return html`<section class="backups"><h2>${say(of, "backups")}</h2>
    <p data-last=${view.last?.at_ms ?? "never"}>${view.last ? say(of, "last", { time: moment(view.last.at_ms) }) : say(of, "never")}</p>
    <p>${say(of, "about_backup")}</p>
    <div class="acts-of-host">
      <${Big} name="backup_stick" why=${view.stick ? null : "care.failed.no_stick"} off=${off} onPress=${() => ask("backup", "stick")}>${say(of, "backup_stick")}<//>
      <${Big} name="backup_here" off=${off} onPress=${() => ask("backup", "here")}>${say(of, "backup_here")}<//>
      <${Big} name="find" off=${off} onPress=${() => ask("look")}>${say(of, "find")}<//>
      <${Twice} name="forget" off=${off} sure=${say(of, "forget_sure")} onPress=${() => ask("forget")}>${say(of, "forget")}<//>
    </div>
    ${unread.map((each) => html`<p key=${each.place + each.file} class="said ill" data-unread=${each.why}>${say(of, `unread.${each.why}`, { file: each.file })}</p>`)}
    ${found && !found.length && !unread.length && html`<p data-no-backups>${say(of, "no_backups")}</p>`}
    ${found && html`<ul>${found.map((each) => html`<${One} key=${each.place + each.file} each=${each} its=${its} />`)}</ul>`}
  </section>`;
}

/** @param {{ its: Its }} props */
function Versions({ its: { of, view, why, off, ask, look } }) {
  const { version, before, offer, network, stick } = view;
  const sure = say(of, "update_sure");
  return html`<section class="versions"><h2>${say(of, "versions")}</h2>
    <p data-runs=${version}>${say(of, "runs", { version })} ${before && say(of, "before", { version: before })}</p>
    <p>${say(of, "about_update")}</p>
    ${network && offer && html`<p data-offer=${offer.version || offer.code || "none"}>${offer.code ? say(of, `failed.${offer.code}`) : offer.version ? say(of, "offer", { version: offer.version, size: Math.ceil(offer.size / MB) }) : say(of, "no_offer", { time: moment(offer.looked_at_ms) })}</p>`}
    <div class="acts-of-host">
      <${Twice} name="update_stick" why=${stick ? why : "care.failed.no_stick"} off=${off} sure=${sure} onPress=${() => ask("update", "stick")}>${say(of, "update_stick")}<//>
      <${Big} name="look_network" why=${network ? null : of === "hub" ? "care_hub.failed.no_index" : "care.failed.no_index"} off=${off} onPress=${look}>${say(of, "look_network")}<//>
      ${network && offer?.version && html`<${Twice} name="update_network" why=${why} off=${off} sure=${sure} onPress=${() => ask("update", "network")}>${say(of, "install", { version: offer.version })}<//>`}
      ${before && html`<${Twice} name="back" why=${why} off=${off} sure=${say(of, "back_sure", { version: before })} onPress=${() => ask("back")}>${say(of, "back", { version: before })}<//>`}
    </div></section>`;
}

/** Asked twice, and then once more. @param {{ its: Its }} props */
function Reset({ its: { of, why, off, ask } }) {
  const [last, setLast] = useState(false);
  return html`<section class="reset"><h2>${say(of, "reset")}</h2><p>${say(of, "about_reset")}</p>
    ${last && !why
      ? html`<div class="asking-twice" role="alertdialog" aria-label=${say(of, "reset_really")}><p>${say(of, "reset_really")}</p>
          <p class="acts"><button type="button" class="knob big main" data-sure="reset_really" onClick=${() => (setLast(false), ask("reset"))}>${say(of, "reset_yes")}</button><button type="button" class="knob big" data-not="reset_really" onClick=${() => setLast(false)}>${t("host.no")}</button></p></div>`
      : html`<div class="acts-of-host"><${Twice} name="reset" why=${why} off=${off} sure=${say(of, "reset_sure")} onPress=${() => setLast(true)}>${say(of, "reset")}<//></div>`}
  </section>`;
}

/** `why` is the key of the reason for which nothing may be stopped now.
    @param {{ of: Of, asked: Asks, who: unknown, why: string | null }} its */
export function Care({ of, asked, who, why }) {
  const [view, post, refused, closed] = useCare(asked, who);
  const its = view && {
    of,
    view,
    why,
    off: under(view),
    /** @param {CareAsk["what"]} what @param {CareAsk["place"]} [place] @param {string} [file] */
    ask: (what, place, file) => void post("care", { what, place, file }),
    look: () => void post("care/look", {}),
  };
  if (closed) return html`<p class="warn" role="alert" data-closed>${say(of, "closed")}</p>`;
  return html`<div class="care">
    ${its?.view.here && html`<${Goes} of=${of} view=${its.view} refused=${refused} /><${Backups} its=${its} /><${Versions} its=${its} />`}
    ${its && !its.view.here && html`<p data-not-here>${say(of, "failed.not_here")}</p>`}
    <${Take} asked=${asked} about=${t(of === "hub" ? "care_hub.about_take" : "host.about_take")} />
    ${its?.view.here && html`<${Reset} its=${its} />`}
  </div>`;
}
