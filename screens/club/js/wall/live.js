// What the wall's parts go by: the feed, the second, the size of the screen. Each part draws itself anew when what it
// shows has changed, and nothing else does: a clock's second is a few letters.

import { useEffect, useState } from "../../../shared/vendor/preact.js";

const LOOK_MS = 200;
export const NARROW = 700;

/** What `look` gives, looked at often; draws anew only when it is another text or number.
    @template {string | number} T @param {() => T} look */
export function useSeen(look) {
  const [seen, setSeen] = useState(look);
  useEffect(() => {
    const again = () => setSeen(look());
    again();
    const timer = setInterval(again, LOOK_MS);
    return () => clearInterval(timer);
  });
  return seen;
}

/** Draws anew when something is sent, and at no other time. @param {{ subscribe(listener: () => void): () => void }} source */
export function useNews(source) {
  const [, again] = useState(0);
  useEffect(() => source.subscribe(() => again((n) => n + 1)), [source]);
}

/** Counts up as pages turn. @param {number} ms */
export function useTurn(ms) {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn((n) => n + 1), ms);
    return () => clearInterval(timer);
  }, []);
  return turn;
}

/** `{width, height, narrow}` of the window. */
export function useSize() {
  const size = () => ({ width: innerWidth, height: innerHeight, narrow: innerWidth <= NARROW });
  const [known, setKnown] = useState(size);
  useEffect(() => {
    const look = () => setKnown(size());
    addEventListener("resize", look);
    return () => removeEventListener("resize", look);
  }, []);
  return known;
}
