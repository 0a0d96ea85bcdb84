import type { Connection } from './session.tsx';

/** How long to wait before trying again to get at what a connection needs; doubled with each failure in a row. */
const AGAIN_MS = { first: 1000, last: 30_000 };

/**
 * A connection that is made as soon as it can be: what it needs (where the backend is, its code) may be out of reach at
 * first. Tried again when the browser comes online, on `wake`, and after a while.
 */
export function connectWhenPossible(make: () => Promise<Connection>): Connection {
  let made: Connection | null = null;
  let making = false;
  /** The network came back, or somebody asked, while an attempt was on its way. */
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
  void attempt();
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
