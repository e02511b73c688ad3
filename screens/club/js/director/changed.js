// Writing over what somebody else may have changed meanwhile: a form says the revision of what it was filled
// from. Where that is an older one by then, both are shown, and whoever writes chooses; nothing typed is lost.

import { has, t } from "../../../shared/js/i18n.js";
import { html, useRef, useState } from "../../../shared/vendor/preact.js";
import { useSaying } from "../saying.js";
/** @import { Reply } from "../club.js" */

/** @typedef {{ [field: string]: unknown }} Fields */
/** What another has written, and the own. @typedef {{ [field: string]: { now: unknown, mine?: unknown } }} Difference */
/** @typedef {"theirs" | "mine"} Which */
/** @typedef {{ [field: string]: Which }} Chosen */
/** @typedef {ReturnType<typeof useWriting>} Writing */

/** @param {unknown} one @param {unknown} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
/** @param {string} field */
const nameOf = (field) => (has(`field.${field}`) ? t(`field.${field}`) : field);

/** What is written where the other's `difference` is known: each field as chosen; who has not touched one takes theirs.
    @template {object} Mine @param {Mine} mine @param {Fields} base @param {Difference} difference @param {Chosen} chosen @returns {Mine} */
function joined(mine, base, difference, chosen) {
  /** @param {string} field @param {unknown} own */
  const theirs = (field, own) => (chosen[field] ?? (same(own, base[field]) ? "theirs" : "mine")) === "theirs";
  return /** @type {Mine} */ (Object.fromEntries(Object.entries(mine).map(([field, value]) => [field, field in difference && theirs(field, value) ? difference[field].now : value])));
}

/**
 * `now` is `{revision, fields}` as it was read last. `base` is what the form is filled from: it follows `now`
 * until `touch()`, then stays until it is written. `write(mine, send)` gives back whether it was accepted;
 * `mine` are the form's fields, `send(fields, revision)` sends them. `Changed` shows what `changed` holds.
 * @template {object} Read @param {{ revision: string, fields: Read }} now
 */
export function useWriting(now) {
  const kept = useRef(/** @type {{ revision: string, fields: Read, read?: string } | null} */ (null));
  const [difference, setDifference] = useState(/** @type {Difference} */ ({}));
  const [chosen, setChosen] = useState(/** @type {Chosen} */ ({}));
  const [said, tell] = useSaying();
  /** @type {{ revision: string, fields: Read, read?: string }} */
  const base = kept.current ?? now;
  const read = /** @type {Fields} */ (base.fields);
  /** @param {typeof kept.current} newer */
  const keep = (newer) => {
    kept.current = newer;
  };
  /** @template {object} Mine @param {Mine} mine @param {(fields: Mine, revision: string) => Promise<Reply<unknown>>} send */
  const write = async (mine, send) => {
    keep(base);
    let [revision, others] = [base.read ?? base.revision, difference];
    for (;;) {
      const answer = await send(joined(mine, read, others, chosen), revision);
      const found = !answer.ok && answer.body.code === "changed_meanwhile" ? answer.body.values : null;
      if (!found) {
        if (tell(answer)) {
          keep(null);
          setChosen({});
          setDifference({});
        }
        return answer.ok;
      }
      const own = /** @type {Fields} */ (mine);
      const changed = Object.entries(/** @type {Difference} */ (found.difference)).filter(([field, each]) => !same(each.now, read[field]));
      revision = found.revision;
      others = Object.fromEntries(changed.map(([field, each]) => [field, { now: each.now, mine: own[field] }]));
      keep({ ...base, read: revision });
      setDifference(others);
      if (changed.length) return tell(answer);
    }
  };
  /** @param {string} field @param {Which} which */
  const choose = (field, which) => setChosen({ ...chosen, [field]: which });
  /** @param {string} field @param {unknown} mine @returns {Which} */
  const whichOf = (field, mine) => chosen[field] ?? (same(mine, read[field]) ? "theirs" : "mine");
  return { base, said, tell, write, touch: () => keep(base), older: base !== now && base.read === undefined && base.revision !== now.revision, changed: { difference, whichOf, choose } };
}

/** Each field that somebody else has changed: theirs and the own, one of which is chosen.
    @param {{ writing: Pick<Writing, "changed" | "older">, shown?: (field: string, value: unknown) => string }} its */
export function Changed({ writing, shown = (field, value) => String(value ?? "") }) {
  const { difference, whichOf, choose } = writing.changed;
  const fields = Object.entries(difference);
  if (!fields.length) return writing.older && html`<p class="warn" role="status" data-older>${t("changed.older")}</p>`;
  /** @param {string} field @param {Which} which @param {unknown} value @param {unknown} mine */
  const choice = (field, which, value, mine) => html`<label class="line"><input type="radio" name=${`choice.${field}`} data-which=${which} checked=${whichOf(field, mine) === which} onChange=${() => choose(field, which)} />${t(`changed.${which}`, { value: shown(field, value) || "–" })}</label>`;
  return html`<section class="card changed" data-changed><h3>${t("changed.title")}</h3>${fields.map(([field, { now, mine }]) => html`<fieldset key=${field} data-differs=${field}><legend>${nameOf(field)}</legend>${choice(field, "theirs", now, mine)}${choice(field, "mine", mine, mine)}</fieldset>`)}</section>`;
}
