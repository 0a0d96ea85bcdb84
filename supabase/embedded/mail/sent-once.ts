/** Remembers the keys of mails for a day, as mail services do: the same key means the same mail. */
const keptMs = 24 * 60 * 60_000;
/** The most keys to remember. The oldest are forgotten first. */
const mostKeys = 10_000;

/** Sends unless a mail with this key was sent, or is under way; then it ends as that one does. */
export type SendOnce = (key: string, send: () => Promise<void>) => Promise<void>;

export function createSendOnce(now: () => number = Date.now): SendOnce {
  const sent = new Map<string, { at: number; done: Promise<void> }>();
  const forgetOld = () => {
    for (const [key, { at }] of sent) {
      if (sent.size <= mostKeys && now() - at < keptMs) return;
      sent.delete(key);
    }
  };
  return async (key, send) => {
    forgetOld();
    const there = sent.get(key);
    if (there) return there.done;
    const done = send();
    sent.set(key, { at: now(), done });
    try {
      await done;
    } catch (error) {
      sent.delete(key);
      throw error;
    }
  };
}
