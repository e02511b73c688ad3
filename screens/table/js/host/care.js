// Care for the table's computer: backups, versions, a factory reset. The computer does it by itself once it was asked; the page says how it goes.

import { html, useEffect, useState } from "../../../shared/vendor/preact.js";
import { language, t } from "../../../shared/js/i18n.js";
import { asked } from "./data.js";
import { Big, Twice } from "./parts.js";
import { Take } from "./take.js";
/** @import { CareAnswer, CareAsk, CareView, FoundBackup, Progress as Done } from "../../../types/table" */
/** @import { Account } from "../../../shared/js/account.js" */

/** @typedef {CareAnswer["code"] | "away"} Refusal */
/** @typedef {{ view: CareView, why: string | null, off: boolean, ask: (what: CareAsk["what"], place?: CareAsk["place"], file?: string) => void, look: () => void }} Its */

const BUSY_MS = 1500;
const QUIET_MS = 15_000;
const MB = 1_000_000;
/** Failures whose English sentence knows more than their code. */
const ENGLISH = ["other", "network", "no_release", "not_installed", "not_up"];

/** @param {number} ms */
const time = (ms) => new Date(ms).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
/** @param {CareView | null} view */
const under = (view) => view?.progress !== null && view?.progress !== undefined && !view.progress.code;

/** What the computer tells, looked at more often while it does something; `[view, post, refused, closed]`. @param {Account | null} account */
function useCare(account) {
  const [view, setView] = useState(/** @type {CareView | null} */ (null));
  const [refused, setRefused] = useState(/** @type {Refusal | null} */ (null));
  const [closed, setClosed] = useState(false);
  const [n, setN] = useState(0);
  const busy = under(view);
  useEffect(() => {
    let alive = true;
    const see = () =>
      asked("care.json", account)
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
  }, [account, busy, n]);
  /** @param {string} path @param {Partial<CareAsk>} body */
  const post = async (path, body) => {
    try {
      /** @type {CareAnswer} */
      const { code } = await (await asked(path, account, body)).json();
      setRefused(code === "ok" ? null : code);
    } catch {
      setRefused("away");
    }
    setN((before) => before + 1);
  };
  return /** @type {const} */ ([view, post, refused, closed]);
}

/** How it goes, or went. @param {{ view: CareView, refused: Refusal | null }} its */
function Goes({ view: { progress, fetched }, refused }) {
  if (refused) return html`<p class="said ill" role="status" data-care="refused" data-code=${refused}>${t(`care.failed.${refused}`)}</p>`;
  if (!progress) return html`<p class="said" role="status" data-care="none"></p>`;
  if (!progress.code) return html`<p class="said well" role="status" data-care="doing" data-step=${progress.step}>${t(`care.step.${progress.step || "asked"}`)} ${progress.step === "fetching" && fetched > 0 && t("care.per_cent", { n: fetched })}</p>`;
  return html`<p class=${`said ${["done", "newest"].includes(progress.code) ? "well" : "ill"}`} role="status" data-care=${progress.what} data-code=${progress.code}>${time(progress.at_ms)}: ${ended(progress)}
    ${ENGLISH.includes(progress.code) && progress.message && html` <small lang="en">${progress.message}</small>`}</p>`;
}

/** @param {Done} progress */
const ended = ({ what, code, detail }) => (code === "done" ? t(`care.done.${what}`, { detail }) : code === "newest" ? t("care.newest") : t(`care.failed.${code}`));

/** @param {{ each: FoundBackup, its: Its }} props */
function One({ each, its: { why, off, ask } }) {
  const at = time(each.at_ms);
  const { own, computer, place, file } = each;
  const sure = own ? t("care.restore_sure", { time: at }) : t("care.foreign_sure", { computer, time: at });
  return html`<li data-backup=${file} data-own=${String(own)}><p>${t(own ? "care.own" : "care.others", { time: at, computer })} · ${t(`care.where.${place}`)} ${!each.whole && t("care.not_whole")}</p>
    <${Twice} name=${`restore-${place}-${file}`} why=${why} off=${off} sure=${sure} onPress=${() => ask(own ? "restore" : "foreign", place, file)}>${t("care.restore")}<//></li>`;
}

/** @param {{ its: Its }} props */
function Backups({ its }) {
  const { view, off, ask } = its;
  const found = view.progress?.what === "look" && view.progress.code === "done" ? view.progress.backups : null;
  return html`<section class="backups"><h2>${t("care.backups")}</h2>
    <p data-last=${view.last?.at_ms ?? "never"}>${view.last ? t("care.last", { time: time(view.last.at_ms) }) : t("care.never")}</p>
    <p>${t("care.about_backup")}</p>
    <div class="acts-of-host">
      <${Big} name="backup_stick" why=${view.stick ? null : "care.failed.no_stick"} off=${off} onPress=${() => ask("backup", "stick")}>${t("care.backup_stick")}<//>
      <${Big} name="backup_here" off=${off} onPress=${() => ask("backup", "here")}>${t("care.backup_here")}<//>
      <${Big} name="find" off=${off} onPress=${() => ask("look")}>${t("care.find")}<//>
      <${Twice} name="forget" off=${off} sure=${t("care.forget_sure")} onPress=${() => ask("forget")}>${t("care.forget")}<//>
    </div>
    ${found && !found.length && html`<p data-no-backups>${t("care.no_backups")}</p>`}
    ${found && html`<ul>${found.map((each) => html`<${One} key=${each.place + each.file} each=${each} its=${its} />`)}</ul>`}
  </section>`;
}

/** @param {{ its: Its }} props */
function Versions({ its: { view, why, off, ask, look } }) {
  const { version, before, offer, network, stick } = view;
  const sure = t("care.update_sure");
  return html`<section class="versions"><h2>${t("care.versions")}</h2>
    <p data-runs=${version}>${t("care.runs", { version })} ${before && t("care.before", { version: before })}</p>
    <p>${t("care.about_update")}</p>
    ${network && offer && html`<p data-offer=${offer.version || offer.code || "none"}>${offer.code ? t(`care.failed.${offer.code}`) : offer.version ? t("care.offer", { version: offer.version, size: Math.ceil(offer.size / MB) }) : t("care.no_offer", { time: time(offer.looked_at_ms) })}</p>`}
    <div class="acts-of-host">
      <${Twice} name="update_stick" why=${stick ? why : "care.failed.no_stick"} off=${off} sure=${sure} onPress=${() => ask("update", "stick")}>${t("care.update_stick")}<//>
      <${Big} name="look_network" why=${network ? null : "care.failed.no_index"} off=${off} onPress=${look}>${t("care.look_network")}<//>
      ${network && offer?.version && html`<${Twice} name="update_network" why=${why} off=${off} sure=${sure} onPress=${() => ask("update", "network")}>${t("care.install", { version: offer.version })}<//>`}
      ${before && html`<${Twice} name="back" why=${why} off=${off} sure=${t("care.back_sure", { version: before })} onPress=${() => ask("back")}>${t("care.back", { version: before })}<//>`}
    </div></section>`;
}

/** Asked twice, and then once more. @param {{ its: Its }} props */
function Reset({ its: { why, off, ask } }) {
  const [last, setLast] = useState(false);
  return html`<section class="reset"><h2>${t("care.reset")}</h2><p>${t("care.about_reset")}</p>
    ${last && !why
      ? html`<div class="asking-twice" role="alertdialog" aria-label=${t("care.reset_really")}><p>${t("care.reset_really")}</p>
          <p class="acts"><button type="button" class="knob big main" data-sure="reset_really" onClick=${() => (setLast(false), ask("reset"))}>${t("care.reset_yes")}</button><button type="button" class="knob big" data-not="reset_really" onClick=${() => setLast(false)}>${t("host.no")}</button></p></div>`
      : html`<div class="acts-of-host"><${Twice} name="reset" why=${why} off=${off} sure=${t("care.reset_sure")} onPress=${() => setLast(true)}>${t("care.reset")}<//></div>`}
  </section>`;
}

/** `why` is the key of the reason for which nothing may stop the table now. @param {{ account: Account | null, why: string | null }} its */
export function Care({ account, why }) {
  const [view, post, refused, closed] = useCare(account);
  const its = view && {
    view,
    why,
    off: under(view),
    /** @param {CareAsk["what"]} what @param {CareAsk["place"]} [place] @param {string} [file] */
    ask: (what, place, file) => void post("care", { what, place, file }),
    look: () => void post("care/look", {}),
  };
  if (closed) return html`<p class="warn" role="alert" data-closed>${t("care.closed")}</p>`;
  return html`<div class="care">
    ${its?.view.here && html`<${Goes} view=${its.view} refused=${refused} /><${Backups} its=${its} /><${Versions} its=${its} />`}
    ${its && !its.view.here && html`<p data-not-here>${t("care.failed.not_here")}</p>`}
    <${Take} account=${account} />
    ${its?.view.here && html`<${Reset} its=${its} />`}
  </div>`;
}
