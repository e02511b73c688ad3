// A reader of cards and codes that types like a keyboard (USB HID): faster than anybody, then Enter.

import { useLayoutEffect, useRef } from "../../../shared/vendor/preact.js";

const KEY_MS = 50;
/** Fewer characters than this are no card's number. */
const LEAST = 4;
/** @type {Record<string, string>} */
const PLAIN = { Minus: "-", Equal: "=", Slash: "/", Period: ".", Semicolon: ";" };
/** @type {Record<string, string>} */
const SHIFTED = { Minus: "_", Semicolon: ":", Digit3: "#", Slash: "?" };

/** What the key means on the keyboard of the United States, which readers pretend to be, whatever this computer's is.
    @param {KeyboardEvent} event */
function typed({ code, key, shiftKey }) {
  if (shiftKey && code in SHIFTED) return SHIFTED[code];
  const [, letter, digit] = /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(code) ?? [];
  if (letter) return shiftKey ? letter : letter.toLowerCase();
  return digit ?? PLAIN[code] ?? (key.length === 1 ? key : "");
}

/** The token of `seat.sign_in`: a badge's code is a link, mostly as an address; a card's number is digits or hex. Else null.
    @param {string} text */
function tokenOf(text) {
  const link = /(?:^|#link=|^link:)([\w-]{20,}\.[\w-]{20,})$/.exec(text);
  if (link) return `link:${link[1]}`;
  return /^[0-9a-f]+$/i.test(text) ? `card:${text}` : null;
}

/** Calls `read` with the token of each card and code, or with null for what is neither.
    @param {(token: string | null) => void} read */
export function useReader(read) {
  const latest = useRef(read);
  latest.current = read;
  // not after the next paint: what the page invites to may be done the moment it stands there
  useLayoutEffect(() => {
    let text = "";
    let last = -Infinity;
    /** @param {KeyboardEvent} event */
    const hear = (event) => {
      if (["Shift", "CapsLock"].includes(event.key)) return;
      const fast = event.timeStamp - last <= KEY_MS;
      last = event.timeStamp;
      if (!fast) text = "";
      if (event.key !== "Enter") {
        text += typed(event);
        return;
      }
      if (text.length < LEAST) return;
      // or it would press the button that was touched last
      event.preventDefault();
      event.stopPropagation();
      latest.current(tokenOf(text));
      text = "";
    };
    addEventListener("keydown", hear, true);
    return () => removeEventListener("keydown", hear, true);
  }, []);
}
