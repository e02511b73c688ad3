// Signing in at the seat before the first hand of an assigned game: by PIN, card or badge (docs/club.md).
// What somebody types is kept until it is sent, and shown to nobody.

import { html, useEffect, useMemo, useState } from "../../../shared/vendor/preact.js";
import { t } from "../../../shared/js/i18n.js";
import { useReader } from "./reader.js";
import { whyNot } from "../../../shared/js/refused.js";
/** @import { SignView } from "../../../types/contract" */
/** @import { Told } from "../bus.js" */

const BEFORE = ["idle", "collect", "shuffle", "raise", "dice"];
const SHORTEST = 4;
const LONGEST = 8;
/** A pad that nobody touches goes away: the next player sits down to an empty one. */
const REST_MS = 20_000;
const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
const WINDS = ["E", "S", "W", "N"];
/** Where a seat of the same table is, seen from one's own, by the seats between in play order. */
const ARROWS = ["", "→", "↑", "←"];
/** @type {Record<string, string>} */
const REFUSED = { pin: "sign_in.refused_pin", card: "sign_in.refused_card", link: "sign_in.refused_code" };

/** What was sent last, at which number of tries; `failed`: why it was not. @typedef {{ kind?: string, tries?: number, failed?: string }} Sent */

/** Who has signed in, by seat, while anybody still may; null when nobody is asked.
    @param {Pick<Told, "assigned" | "state">} link */
export function signs({ assigned, state }) {
  if (!assigned || assigned.sign_in === "none" || assigned.game !== state.game) return null;
  return BEFORE.includes(state.phase) && !state.hands_played ? assigned.signed : null;
}

/** Where the person belongs who has signed in at this seat: an arrow and words. @param {SignView} sign @param {number} seat */
export function belongs({ table, place }, seat) {
  const wind = place === null ? "" : t(`wind_name.${WINDS[place]}`);
  if (table !== null) return `→ ${t("sign_in.elsewhere", { table, wind })}`;
  return place === null ? t("sign_in.nowhere") : `${ARROWS[(place - seat + 4) % 4]} ${t("sign_in.here", { wind })}`;
}

/** Seconds until the next try is looked at: they count down from when this page received them.
    @param {SignView | undefined} sign */
function useWait(sign) {
  const [, look] = useState(0);
  const until = useMemo(() => Date.now() + 1000 * (sign?.wait_s ?? 0), [sign?.tries, sign?.wait_s]);
  useEffect(() => {
    const timer = sign?.wait_s && setInterval(() => look((n) => n + 1), 250);
    return () => clearInterval(timer || undefined);
  }, [until]);
  return Math.max(0, Math.ceil((until - Date.now()) / 1000));
}

/** What somebody is to do who signs in; `keys`: whether the display can be touched. @param {boolean} keys */
export const howTo = (keys) => t(keys ? "sign_in.how" : "sign_in.how_card");

/** The club's answer or what it waits for; `asked` is what was sent last, `left` the seconds to wait.
    @param {SignView} sign @param {number} seat @param {Sent | null} asked @param {number} left @param {string} how */
function words(sign, seat, asked, left, how) {
  if (asked?.failed) return asked.failed;
  if (asked && asked.tries === sign.tries) return t("sign_in.asked");
  if (sign.state !== "wrong") return how;
  if (sign.person !== null) return belongs(sign, seat);
  if (sign.wait_s) return left > 0 ? t("sign_in.wait", { n: left }) : how;
  return t(REFUSED[asked?.kind ?? ""] ?? "sign_in.refused");
}

/** @param {{ onPin: () => void, onDigit: (digit: string | null) => void, pin: string, waits: boolean }} its */
function Keys({ onPin, onDigit, pin, waits }) {
  /** @param {string} n */
  const digit = (n) => html`<button class="digit" key=${n} data-digit=${n} onClick=${() => onDigit(n)}>${n}</button>`;
  return html`<div class="digits">
    ${DIGITS.map(digit)}
    <button class="digit" data-digit="delete" aria-label=${t("sign_in.delete")} disabled=${!pin} onClick=${() => onDigit(null)}>⌫</button>
    ${digit("0")}
    <button class="digit ok" data-digit="ok" disabled=${waits || pin.length < SHORTEST} onClick=${onPin}>OK</button>
  </div>`;
}

/** `tries` changes with every answer; seconds that count down are no news that keeps the pad open.
    @param {{ name: string, message: string, tries: number, left: number, keys: boolean, onPin: (token: string) => void, onClose: () => void }} its */
function Pad({ name, message, tries, left, keys, onPin, onClose }) {
  const [pin, setPin] = useState("");
  useEffect(() => {
    const timer = setTimeout(onClose, REST_MS);
    return () => clearTimeout(timer);
  }, [pin, left ? tries : message]);
  /** @param {string | null} n */
  const digit = (n) => setPin((old) => (n === null ? old.slice(0, -1) : `${old}${n}`.slice(0, LONGEST)));
  const done = () => {
    onPin(`pin:${pin}`);
    setPin("");
  };
  return html`<div class="sign-pad">
    <div class="sign-words">
      <h2>${name}</h2>
      <p role=${left ? "timer" : "status"} data-sign-answer>${message}</p>
      ${keys && html`<p class="dots" role="img" aria-label=${t("sign_in.typed", { n: pin.length })}>${"●".repeat(pin.length)}</p>`}
      <button class="sign-close" onClick=${onClose}>${t("sign_in.close")}</button>
    </div>
    ${keys && html`<${Keys} pin=${pin} waits=${left > 0} onDigit=${digit} onPin=${done} />`}
  </div>`;
}

/** Reads cards and codes for a seat; the pad is there while it is `open`. Neither is for who has signed in.
    @param {{ link: Told, seat: number, open: boolean, onOpen: () => void, onClose: () => void, keys?: boolean }} its */
export function SignIn({ link, seat, open, onOpen, onClose, keys = true }) {
  const [asked, setAsked] = useState(/** @type {Sent | null} */ (null));
  const sign = signs(link)?.[seat];
  const waits = sign && sign.state !== "signed";
  const left = useWait(sign);
  /** @param {string | null} token */
  const say = async (token) => {
    if (!waits) return;
    onOpen();
    if (!token) return void setAsked({ failed: t("sign_in.unread") });
    const sent = { kind: token.split(":")[0], tries: sign.tries };
    setAsked(sent);
    const reply = await link.command("seat.sign_in", { seat, token });
    if (!reply?.ok) setAsked({ ...sent, failed: reply ? whyNot(reply) : t("ui.no_answer") });
  };
  useReader(say);
  useEffect(() => {
    if (!waits) onClose();
  }, [!waits]);
  if (!waits || !open) return null;
  return html`<${Pad} name=${link.assigned?.names[seat]} message=${words(sign, seat, asked, left, howTo(keys))} tries=${sign.tries} left=${left} keys=${keys} onPin=${say} onClose=${onClose} />`;
}
