import type { Connection } from './session.tsx';

/** How long to wait before trying again to get at what a connection needs. */
const AGAIN_MS = 30_000;

/**
 * A connection that is made as soon as it can be: what it needs (where the backend is, its code) may be out of reach at
 * first. Tried again when the browser comes online, on `wake`, and every half minute.
 */
export function connectWhenPossible(make: () => Promise<Connection>): Connection {
  let made: Connection | null = null;
  let making = false;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const attempt = async () => {
    if (made || making || stopped) return;
    making = true;
    clearTimeout(timer);
    try {
      const connection = await make();
      if (stopped) connection.stop();
      else made = connection;
    } catch {
      if (!stopped) timer = setTimeout(attempt, AGAIN_MS);
    } finally {
      making = false;
    }
  };

  const online = () => void attempt();
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
