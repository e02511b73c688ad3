// The answer to the newest question, and to no other.

import { useEffect, useState } from "../vendor/preact.js";

const RETRY_MS = 2000;

/** What was answered to the question that `key` names, by `asking`; null while nobody has answered it, or nothing
    is asked. The answer to an older question is never returned for a newer one, not even until it is drawn anew.
    Where it may be answered otherwise `later`, it is asked again.
    @template Reply @param {string} key @param {(() => Promise<Reply | null>) | null} asking @returns {Reply | null} */
export function useReply(key, asking) {
  const [found, setFound] = useState(/** @type {{ key: string, reply: Reply | null } | null} */ (null));
  useEffect(() => {
    let alive = true;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const look = async () => {
      const reply = await asking?.();
      if (!alive || reply === undefined) return;
      setFound({ key, reply });
      if (reply && typeof reply === "object" && "later" in reply && reply.later) timer = setTimeout(look, RETRY_MS);
    };
    void look();
    return () => {
      alive = false;
      clearTimeout(timer);
    };
  }, [key]);
  return found?.key === key ? found.reply : null;
}
