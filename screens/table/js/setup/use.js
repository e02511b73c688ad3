// The form, what is connected to the computer, and what a person does with them.

import { useEffect, useState } from "../../../shared/vendor/preact.js";
import { comeAgain } from "../../../shared/js/account.js";
import { language, loadLanguage, store } from "../../../shared/js/i18n.js";
import { askForm, askFound, begin, change, takeBack, writeFirmware } from "./api.js";
import { changed } from "./draft.js";
/** @import { SetupDone, SetupForm, SetupFound, SetupKey } from "../../../types/table" */
/** @import { Answer, Refused } from "./api.js" */
/** @import { Draft } from "./draft.js" */

const AGAIN_MS = 1000;

/** @typedef {"" | "saving" | "begins" | "begun" | "hand"} State */

/** @param {number} ms */
const rest = (ms) => new Promise((done) => setTimeout(done, ms));

/** Once the table has begun again, or cannot: its form, or why this browser may not read it. @param {string} boot */
async function begunAgain(boot) {
  for (;;) {
    await rest(AGAIN_MS);
    const now = await askForm(language());
    if (now.ok ? now.ok.boot !== boot : now.refused.code !== "away" && !(now.refused.code === "forbidden" && (await comeAgain()))) return now;
  }
}

/** What stands in the file otherwise than before. @param {SetupForm} before @param {SetupForm} now */
const differing = (before, now) => now.keys.filter((key) => JSON.stringify(key.value) !== JSON.stringify(before.keys.find(({ name }) => name === key.name)?.value));

/** What the table says of itself, asked for again until it answers. */
function useForm() {
  const [form, setForm] = useState(/** @type {SetupForm | null} */ (null));
  const [found, setFound] = useState(/** @type {SetupFound | null} */ (null));
  const [closed, setClosed] = useState(/** @type {Refused | null} */ (null));
  /** @param {Answer<SetupForm>} answer */
  const take = (answer) => {
    if (answer.ok) setForm(answer.ok);
    setClosed(answer.refused);
    return answer.ok;
  };
  /** @returns {Promise<SetupForm | null>} */
  const load = async () => {
    const answer = await askForm(language());
    if (answer.refused?.code === "away") setTimeout(() => void load(), AGAIN_MS);
    return take(answer);
  };
  const again = () => void askFound().then((answer) => setFound(answer.ok));
  useEffect(() => (void load().then((loaded) => loaded && again()), undefined), []);
  return { form, found, closed, take, load, again };
}

/** @param {() => void} redraw */
export function useSetup(redraw) {
  const { form, found, closed, take, load, again } = useForm();
  const [refused, setRefused] = useState(/** @type {Refused | null} */ (null));
  const [theirs, setTheirs] = useState(/** @type {SetupKey[]} */ ([]));
  const [draft, setDraft] = useState(/** @type {Draft} */ ({}));
  const [state, setState] = useState(/** @type {State} */ (""));
  /** @param {Draft} changes */
  const onChanges = (changes) => (form && setDraft((old) => changed(form, old, changes)), setRefused(null), setState(""));
  /** Says why only beside the values that hold now: whoever saves at once again saves over what they have seen. @param {Refused} why */
  const fail = async (why) => {
    const now = why.code === "changed" ? await load() : null;
    setTheirs(now && form ? differing(form, now) : []);
    setRefused(why);
    setState("");
  };
  /** @param {boolean} anyway */
  const onBegin = async (anyway) => {
    if (!form) return;
    setState("begins");
    const answer = await begin({ anyway });
    if (answer.refused?.code === "hand") return void (await load(), setState("hand"));
    if (answer.refused) return void fail(answer.refused);
    if (answer.ok.port) return void (location.port = String(answer.ok.port));
    setState(take(await begunAgain(form.boot)) ? "begun" : "");
    again();
  };
  /** The table ends for it and begins again. */
  const write = async () => {
    if (!form) return;
    setState("begins");
    const answer = await writeFirmware();
    if (answer.refused) return void fail(answer.refused);
    take(await begunAgain(form.boot));
    setState("");
    again();
  };
  /** @param {Promise<Answer<SetupDone>>} written */
  const after = async (written) => {
    setState("saving");
    const answer = await written;
    if (answer.refused) return void fail(answer.refused);
    setDraft({});
    await load();
    await onBegin(false);
  };
  const revision = form?.revision ?? "";
  /** @param {boolean} anew */
  const save = (anew) => after(change({ revision, changes: draft, anew }));
  /** @param {number} number */
  const onBack = (number) => after(takeBack({ revision, number }));
  /** @param {string} code */
  const speak = async (code) => {
    await loadLanguage(code);
    store("lang", code);
    redraw();
    await load();
  };
  const reload = () => void load();
  const discard = () => (setDraft({}), setRefused(null));
  return { form, found, closed, refused, theirs, draft, state, again, onChanges, onBegin, save, onBack, speak, reload, discard, write, later: () => setState("") };
}
