// Writing over what somebody else may have changed meanwhile: a form says the revision of what it was filled
// from. Where that is an older one by then, both are shown, and whoever writes chooses; nothing typed is lost.

import { has, t } from "../../../shared/js/i18n.js";
import { html, useRef, useState } from "../../../shared/vendor/preact.js";
import { useSaying } from "../saying.js";

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const nameOf = (field) => (has(`field.${field}`) ? t(`field.${field}`) : field);

/** What is written where the other's `difference` is known: each field as chosen; who has not touched one takes theirs. */
function joined(mine, base, difference, chosen) {
  const theirs = (field) => (chosen[field] ?? (same(mine[field], base[field]) ? "theirs" : "mine")) === "theirs";
  return Object.fromEntries(Object.entries(mine).map(([field, value]) => [field, field in difference && theirs(field) ? difference[field].now : value]));
}

/**
 * `now` is `{revision, fields}` as it was read last. `base` is what the form is filled from: it follows `now`
 * until `touch()`, then stays until it is written. `write(mine, send)` gives back whether it was accepted;
 * `mine` are the form's fields, `send(fields, revision)` sends them. `Changed` shows what `changed` holds.
 */
export function useWriting(now) {
  const kept = useRef(null);
  const [difference, setDifference] = useState({});
  const [chosen, setChosen] = useState({});
  const [said, tell] = useSaying();
  const base = kept.current ?? now;
  const keep = (newer) => {
    kept.current = newer;
  };
  const write = async (mine, send) => {
    keep(base);
    let [revision, others] = [base.read ?? base.revision, difference];
    for (;;) {
      const answer = await send(joined(mine, base.fields, others, chosen), revision);
      const found = answer.body.code === "changed_meanwhile" ? answer.body.values : null;
      if (!found) {
        if (tell(answer)) {
          keep(null);
          setChosen({});
          setDifference({});
        }
        return answer.ok;
      }
      const changed = Object.entries(found.difference).filter(([field, each]) => !same(each.now, base.fields[field]));
      revision = found.revision;
      others = Object.fromEntries(changed.map(([field, each]) => [field, { now: each.now, mine: mine[field] }]));
      keep({ ...base, read: revision });
      setDifference(others);
      if (changed.length) return tell(answer);
    }
  };
  const choose = (field, which) => setChosen({ ...chosen, [field]: which });
  const whichOf = (field, mine) => chosen[field] ?? (same(mine, base.fields[field]) ? "theirs" : "mine");
  return { base, said, tell, write, touch: () => keep(base), older: base !== now && base.read === undefined && base.revision !== now.revision, changed: { difference, whichOf, choose } };
}

/** Each field that somebody else has changed: theirs and the own, one of which is chosen. */
export function Changed({ writing, shown = (field, value) => String(value ?? "") }) {
  const { difference, whichOf, choose } = writing.changed;
  const fields = Object.entries(difference);
  if (!fields.length) return writing.older && html`<p class="warn" role="status" data-older>${t("changed.older")}</p>`;
  const choice = (field, which, value, mine) => html`<label class="line"><input type="radio" name=${`choice.${field}`} data-which=${which} checked=${whichOf(field, mine) === which} onChange=${() => choose(field, which)} />${t(`changed.${which}`, { value: shown(field, value) || "–" })}</label>`;
  return html`<section class="card changed" data-changed><h3>${t("changed.title")}</h3>${fields.map(([field, { now, mine }]) => html`<fieldset key=${field} data-differs=${field}><legend>${nameOf(field)}</legend>${choice(field, "theirs", now, mine)}${choice(field, "mine", mine, mine)}</fieldset>`)}</section>`;
}
