import { whenIdle } from '#ui/when-idle.ts';
import type { Connection } from '../session.ts';

/** How long to wait before another attempt to load what a connection needs; doubled after each failure in a row. */
const AGAIN_MS = { first: 1000, last: 30_000 };

/** What the user looks at comes before the first attempt, but holds it up no longer than this. */
const DRAWN_WITHIN_MS = { latest: 1000, blind: 300 };

/**
 * A connection that starts as soon as it can and the screen is drawn. What it needs (the backend's address, its code)
 * may not load at first. It tries again when the browser comes online, on `wake`, and after a delay.
 */
export function connectWhenPossible(make: () => Promise<Connection>): Connection {
  let made: Connection | null = null;
  let making = false;
  /** The network came back, or `wake` was called, during an attempt. */
  let again = false;
  let stopped = false;
  let pause = AGAIN_MS.first;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const planNext = () => {
    if (stopped) return;
    timer = setTimeout(attempt, again ? 0 : pause);
    if (!again) pause = Math.min(AGAIN_MS.last, pause * 2);
  };

  const attempt = async () => {
    if (making) again = true;
    if (made || making || stopped) return;
    making = true;
    again = false;
    clearTimeout(timer);
    try {
      const connection = await make();
      if (stopped) connection.stop();
      else made = connection;
    } catch {
      planNext();
    } finally {
      making = false;
    }
  };

  const online = () => {
    pause = AGAIN_MS.first;
    void attempt();
  };
  addEventListener('online', online);
  whenIdle(() => void attempt(), DRAWN_WITHIN_MS.latest, DRAWN_WITHIN_MS.blind);
  return {
    wake() {
      if (made) made.wake();
      else void attempt();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      removeEventListener('online', online);
      made?.stop();
    },
  };
}
