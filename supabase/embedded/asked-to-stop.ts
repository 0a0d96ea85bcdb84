import { readFileSync } from 'node:fs';

const LOOK_MS = 250;

/**
 * Is aborted when the process is asked to end: by a signal, or because npm has ended, which started it. npm hands on
 * some signals and not others, and cannot hand on its own death by SIGKILL. A server must not live on without it.
 */
export function askedToStop(): AbortSignal {
  const asked = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => asked.abort());
  if (process.env.npm_lifecycle_event !== undefined) {
    // An orphan gets another parent. Windows never shows that.
    const parent = process.ppid;
    if (parent === 1 && !isRunner(parent)) asked.abort();
    const watch = setInterval(() => {
      if (process.ppid !== parent) asked.abort();
    }, LOOK_MS).unref();
    asked.signal.addEventListener('abort', () => clearInterval(watch));
  }
  return asked.signal;
}

/** Whether the process may have started this one. In a container, npm may be the first process. */
function isRunner(pid: number): boolean {
  try {
    return /npm|yarn|bun/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return true; // only Linux tells
  }
}
