/** The changes of the rows of one account of an export. Two accounts may have rows of one key. */
import type { KeptChanges } from './use-changes.ts';

export function changesOf(changes: KeptChanges, account: string): KeptChanges {
  const prefix = `${account}\n`;
  const own = (key: string) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []);
  const named = (keys: readonly string[]) => keys.map((key) => prefix + key);
  return {
    ...changes,
    changes: new Map([...changes.changes].flatMap(([key, change]) => own(key).map((one) => [one, change] as const))),
    change: (keys, change) => changes.change(named(keys), change),
    forget: (keys) => changes.forget(named(keys)),
    earlier: new Set([...changes.earlier].flatMap(own)),
  };
}
