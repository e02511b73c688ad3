// Signing in by name and password, or by the link that a code holds behind `#link=`.

import { html, useEffect, useState } from "../../shared/vendor/preact.js";
import { t } from "../../shared/js/i18n.js";
import { me, signIn, signOut } from "./club.js";
/** @import { Me } from "../../types/club" */
/** @import { Sending } from "../../shared/vendor/preact.js" */
/** @import { Reply } from "./club.js" */

/** The secret of the address, which is taken out of it at once. */
function linkOfAddress() {
  const [, link] = location.hash.match(/^#link=(.+)$/) ?? [];
  if (link) history.replaceState(null, "", location.pathname + location.search);
  return link ?? null;
}

/** @typedef {ReturnType<typeof useSignedIn>} Signing */

/** `{who, error, enter, leave}`; `who` is null until it is known, its `login` null for a stranger. */
export function useSignedIn() {
  const [found, setFound] = useState(/** @type {{ who: Me | null, error: string | null }} */ ({ who: null, error: null }));
  /** @param {string | null} error */
  const look = async (error = null) => setFound({ who: await me((why) => setFound((old) => ({ ...old, error: why }))), error });
  /** @param {Reply<Me>} answer */
  const take = (answer) => (answer.ok ? setFound({ who: answer.body, error: null }) : look(answer.body.message));
  useEffect(() => {
    const link = linkOfAddress();
    void (link ? signIn({ link }).then(take) : look());
  }, []);
  return {
    ...found,
    enter: async (/** @type {{ login: string, password: string }} */ secret) => take(await signIn(secret)),
    leave: async () => {
      await signOut();
      await look();
    },
    again: () => look(),
  };
}

/** The form for a stranger. @param {{ signed: Signing }} its */
export function SignIn({ signed }) {
  /** @param {Sending} event */
  const enter = (event) => {
    event.preventDefault();
    const given = new FormData(event.target);
    void signed.enter({ login: String(given.get("login")), password: String(given.get("password")) });
  };
  if (!signed.who) return html`<p class=${signed.error ? "warn" : "quiet"} role="status">${signed.error ?? t("ui.connecting")}</p>`;
  return html`<form onSubmit=${enter} data-sign-in>
    <p>${t("sign.how")}</p>
    <label>${t("sign.name")}<input name="login" autocomplete="username" required /></label>
    <label>${t("sign.password")}<input name="password" type="password" autocomplete="current-password" required /></label>
    ${signed.error && html`<p class="warn" role="alert">${signed.error}</p>`}
    <p><button class="knob main">${t("sign.in")}</button></p>
  </form>`;
}

/** Who is signed in, and the way out. @param {{ signed: Pick<Signing, "leave"> & { who: Me } }} its */
export const Signed = ({ signed }) =>
  html`<p class="quiet" data-signed>${t("sign.as", { name: signed.who.login })} <button class="knob" onClick=${signed.leave}>${t("sign.out")}</button></p>`;
