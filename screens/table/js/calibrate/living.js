// What is asked for again and again while a page is seen.

import { useEffect, useState } from "../../../shared/vendor/preact.js";

/** Calls again and again while the page is seen. @template Found @param {() => Promise<Found>} ask @param {number} pause @returns {Found | null} */
export function useLiving(ask, pause) {
  const [found, setFound] = useState(/** @type {Found | null} */ (null));
  useEffect(() => {
    let alive = true;
    let timer = 0;
    const turn = async () => {
      if (document.visibilityState !== "hidden") {
        const next = await ask();
        if (!alive) return;
        setFound(() => next);
      }
      timer = setTimeout(turn, pause);
    };
    turn();
    return () => {
      alive = false;
      clearTimeout(timer);
    };
  }, []);
  return found;
}
