// What the set-up page asks of the table.

import { account, credentials } from "../../../shared/js/account.js";
/** @import { SetupApply, SetupAsk, SetupBack, SetupChange, SetupDone, SetupForm, SetupFound, SetupJoin, SetupLook, SetupRefusal, SetupTime, SetupTimeChange, SetupVersions, SetupWifi } from "../../../types/table" */

/** A refusal, or that nobody answers. @typedef {{ code: SetupRefusal["code"] | "away" | "not_here", key: string, message: string }} Refused */
/** @template T @typedef {{ ok: T, refused: null } | { ok: null, refused: Refused }} Answer */

/** @param {Refused["code"]} code @returns {{ ok: null, refused: Refused }} */
const none = (code) => ({ ok: null, refused: { code, key: "", message: "" } });

/** @template T @param {string} path @param {object} [body] @returns {Promise<Answer<T>>} */
async function asked(path, body) {
  const signed = credentials(account());
  const sent = body && { method: "POST", body: JSON.stringify(body), headers: { ...signed, "content-type": "application/json" } };
  try {
    const answer = await fetch(`setup/${path}`, { cache: "no-store", headers: signed, ...sent });
    if (answer.status === 404 && !answer.headers.get("content-type")?.includes("json")) return none("not_here");
    const answered = await answer.json();
    return answer.ok ? { ok: answered, refused: null } : { ok: null, refused: answered };
  } catch {
    return none("away");
  }
}

/** @param {string} language @returns {Promise<Answer<SetupForm>>} */
export const askForm = (language) => asked(`form.json?lang=${language}`);
/** @returns {Promise<Answer<SetupFound>>} */
export const askFound = () => asked("found.json");
/** @returns {Promise<Answer<SetupVersions>>} */
export const askVersions = () => asked("versions.json");
/** @returns {Promise<Answer<SetupTime>>} */
export const askTime = () => asked("time.json");
/** @param {SetupTimeChange} body @returns {Promise<Answer<SetupTime>>} */
export const setTime = (body) => asked("time", body);
/** @returns {Promise<Answer<SetupWifi>>} */
export const askWifi = () => asked("wifi.json");
/** @param {SetupJoin} body @returns {Promise<Answer<SetupWifi>>} */
export const joinWifi = (body) => asked("wifi", body);
/** @param {SetupChange} body @returns {Promise<Answer<SetupDone>>} */
export const change = (body) => asked("change", body);
/** @param {SetupBack} body @returns {Promise<Answer<SetupDone>>} */
export const takeBack = (body) => asked("back", body);
/** @param {SetupApply} body @returns {Promise<Answer<SetupDone>>} */
export const begin = (body) => asked("apply", body);
/** @returns {Promise<Answer<SetupDone>>} */
export const writeFirmware = () => asked("firmware", {});
/** @param {SetupAsk} body @returns {Promise<Answer<SetupLook>>} */
export const look = (body) => asked("look", body);
