import { AsyncLocalStorage } from 'node:async_hooks';
import { describeError, type Log } from './log.ts';

const current = new AsyncLocalStorage<Log>();

/**
 * Runs `work`. Each message that a library writes to the console meanwhile becomes one line about the kind of error.
 * @supabase/lite prints whole database errors, and those quote what people entered.
 */
export function withQuietConsole<T>(log: Log, work: () => T): T {
  return current.run(log, work);
}

for (const level of ['error', 'warn', 'log'] as const) {
  const original = console[level].bind(console);
  console[level] = (...values: unknown[]) => {
    const log = current.getStore();
    if (!log) {
      original(...values);
      return;
    }
    const error = values.find((value) => value instanceof Error);
    if (error !== undefined) log('library.error', describeError(error));
  };
}
