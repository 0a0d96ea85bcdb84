/** The changes of the rows of one account of an export. */
import { changeKey, changesIn } from '../../import/worker/migration-plan.ts';
import type { KeptChanges } from './use-changes.ts';

export function changesOf(changes: KeptChanges, account: string): KeptChanges {
  const prefix = changeKey(account, '');
  const named = (keys: readonly string[]) => keys.map((key) => changeKey(account, key));
  return {
    ...changes,
    changes: changesIn(changes.changes, account),
    change: (keys, change) => changes.change(named(keys), change),
    forget: (keys) => changes.forget(named(keys)),
    forgetChoices: (keys) => changes.forgetChoices(named(keys)),
    earlier: new Set([...changes.earlier].flatMap((key) => (key.startsWith(prefix) ? key.slice(prefix.length) : []))),
  };
}
