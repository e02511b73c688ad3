// A display without an account: a code of the table gives it a seat, or it shows six digits until somebody with
// authority lets it in.

import { html, useEffect, useState } from "../../shared/vendor/preact.js";
import { Claim, readCode } from "./claim.js";
import { t } from "../../shared/js/i18n.js";
import { OPEN_WIRE, start, Switches } from "../../shared/js/page.js";

const LOOK_MS = 1500;
const AGAIN_MS = 10_000;

/** @typedef {{ code: string, id?: string, digits?: string, page?: string, device?: string, key?: string }} Reply What the table's server answers. */

/** @param {string} path @returns {Promise<Reply>} */
async function asked(path, method = "GET") {
  try {
    const answer = await fetch(path, { method, cache: "no-store" });
    return await answer.json();
  } catch {
    return { code: "away" };
  }
}

/** What the table says, and the digits while they are worth something. */
function useRequest() {
  const [reply, setReply] = useState(/** @type {Reply} */ ({ code: "away" }));
  useEffect(() => {
    let timer = 0;
    /** @type {Reply | null} */
    let request = null;
    const turn = async () => {
      const found = request ? await asked(`pair/${request.id}`) : await asked("pair", "POST");
      if (found.code === "ok") return void location.replace(`${found.page}device=${found.device}#key=${found.key}`);
      if (found.id) request = found;
      if (found.code === "over") request = null;
      if (found.code !== "away" || !request) setReply(found.code === "wait" && request ? request : found);
      timer = setTimeout(turn, found.code === "over" ? 0 : request ? LOOK_MS : AGAIN_MS);
    };
    void turn();
    return () => clearTimeout(timer);
  }, []);
  return reply;
}

function Digits() {
  const { code, digits } = useRequest();
  return html`<section class="card" aria-live="polite">
    ${digits && html`<p class="digits" data-digits=${digits}>${digits.slice(0, 3)} ${digits.slice(3)}</p>`}
    <p data-join=${code}>${digits ? t("join.show") : t(`join.${["full", "elsewhere"].includes(code) ? code : "away"}`)}</p>
  </section>`;
}

/** @param {{ redraw: () => void }} its */
function App({ redraw }) {
  const read = readCode();
  return html`<div class="door join">
    <header><a href="index.html"><img src="icon.svg" alt=${t("history.home")} /></a><h1>${t(read ? "phones.yours" : "join.title")}</h1><${Switches} onChange=${redraw} /></header>
    ${OPEN_WIRE && html`<p class="warn">${t("ui.not_secret")}</p>`}
    ${read ? html`<${Claim} key=${read} code=${read} />` : html`<${Digits} />`}
  </div>`;
}

// Another code may be read while this page is open.
addEventListener("hashchange", () => readCode() && location.reload());
start(App);
