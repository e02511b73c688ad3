// What the table's server tells its house, and commands with what is answered to them.

import { credentials } from "../../../shared/js/account.js";
import { t } from "../../../shared/js/i18n.js";
import { whyNot } from "../../../shared/js/refused.js";
import { useEffect, useState } from "../../../shared/vendor/preact.js";
/** @import { Account } from "../../../shared/js/account.js" */
/** @import { Bodies } from "../../../types/contract" */
/** @import { HostView, OptionView, RulesView } from "../../../types/table" */
/** @import { Answer, Link } from "../bus.js" */

const LOOK_MS = 15_000;
const WAIT_MS = 300;

/** @typedef {{ view: HostView | null, refused: boolean }} Told */

/** @param {string} path @param {Account | null} account @param {object} [body] */
export const asked = (path, account, body) =>
  fetch(path, {
    headers: { ...credentials(account), ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  });

/** Names, rules and what may be done, looked at again with each game, each `version` and every quarter minute.
    @param {Link} link @param {number} version @returns {Told} */
export function useHost(link, version) {
  const [found, setFound] = useState(/** @type {Told} */ ({ view: null, refused: false }));
  const { account } = link;
  useEffect(() => {
    let alive = true;
    const look = () =>
      asked("host.json", account)
        .then(async (answer) => alive && setFound({ view: answer.ok ? await answer.json() : null, refused: answer.status === 403 }))
        .catch(() => {});
    void look();
    const timer = setInterval(look, LOOK_MS);
    return () => {
      alive = false;
      clearInterval(timer);
    };
  }, [account, link.state?.game, link.state?.phase, version]);
  return found;
}

/** What may be played otherwise than a preset says. @param {string} preset @param {Account | null} account @returns {OptionView[]} */
export function useOptions(preset, account) {
  const [found, setFound] = useState(/** @type {OptionView[]} */ ([]));
  useEffect(() => {
    let alive = true;
    asked(`host/options/${encodeURIComponent(preset)}.json`, account)
      .then((answer) => (answer.ok ? answer.json() : { options: [] }))
      .catch(() => ({ options: [] }))
      .then(({ options }) => alive && setFound(options));
    return () => {
      alive = false;
    };
  }, [preset, account]);
  return found;
}

/** What these rules change in the table's own; null while it is not known.
    @param {string} preset @param {object} options @param {Account | null} account @returns {RulesView | null} */
export function useRules(preset, options, account) {
  const [found, setFound] = useState(/** @type {RulesView | null} */ (null));
  useEffect(() => {
    let alive = true;
    const timer = setTimeout(() => {
      asked("host/rules", account, { preset, options })
        .then((answer) => (answer.ok ? answer.json() : null))
        .catch(() => null)
        .then((view) => alive && setFound(view));
    }, WAIT_MS);
    return () => {
      alive = false;
      clearTimeout(timer);
    };
  }, [preset, JSON.stringify(options), account]);
  return found;
}

/** @typedef {{ text: string, ok: boolean } | null} Note */
/** @typedef {<Name extends keyof Bodies>(name: Name, body: Bodies[Name], ifRev?: number | null) => Promise<Answer | null>} Send */

/** @param {Answer | null} reply */
const said = (reply) => (!reply ? t("ui.no_answer") : reply.ok ? t("reply.ok") : whyNot(reply));

/** Sends commands, and says what became of the last one: `[send, note, version]`; `version` grows with each that was done.
    @param {Link} link @returns {[Send, Note, number]} */
export function useSend(link) {
  const [note, setNote] = useState(/** @type {Note} */ (null));
  const [version, setVersion] = useState(/** @type {number} */ (0));
  /** @type {Send} */
  const send = async (name, body, ifRev = null) => {
    setNote({ text: "…", ok: true });
    const reply = await link.command(name, body, ifRev);
    setNote({ text: said(reply), ok: reply?.ok ?? false });
    if (reply?.ok) setVersion((n) => n + 1);
    return reply;
  };
  return [send, note, version];
}
