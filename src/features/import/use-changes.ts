import { useMemo, useState } from 'react';
import type { Changes, RowChange } from '../../import/worker/row-changes.ts';
import { type FormDraft, useKeepDraft } from '../../session/drafts/with-draft.tsx';

export interface ImportDraft {
  pasted: string;
  /** By the rows' keys, so they are of use only when the same rows come again. */
  changes: [key: string, change: RowChange][];
}

export interface KeptChanges {
  changes: Changes;
  /** Changes these rows, after what was changed of them before. */
  change: (keys: readonly string[], change: RowChange) => void;
  /** Forgets the changes of these rows. */
  forget: (keys: readonly string[]) => void;
  /** Forgets what was chosen for these rows, unless they are left out. */
  forgetChoices: (keys: readonly string[]) => void;
  /** The keys whose changes come from an earlier visit. */
  earlier: ReadonlySet<string>;
  pasted: string;
  paste: (text: string) => void;
}

/** More text is not kept over a reload. */
const LONGEST_PASTED = 500_000;

/** What the user changes before anything is imported. It outlives a reload; the files have to be chosen again. */
export function useChanges(draft: FormDraft<ImportDraft>): KeptChanges {
  const [changes, setChanges] = useState<Changes>(() => new Map(draft.kept?.values.changes));
  const [earlier] = useState(() => new Set(draft.kept?.values.changes.map(([key]) => key)));
  const [pasted, setPasted] = useState(draft.kept?.values.pasted ?? '');
  const values = useMemo((): ImportDraft => {
    return { pasted: pasted.length <= LONGEST_PASTED ? pasted : '', changes: [...changes] };
  }, [pasted, changes]);
  useKeepDraft(draft, { values, worth: changes.size > 0 || values.pasted !== '' });
  return {
    changes,
    change: (keys, change) =>
      setChanges((now) => {
        const next = new Map(now);
        for (const key of keys) {
          next.delete(key);
          next.set(key, { ...now.get(key), ...change });
        }
        return next;
      }),
    forget: (keys) =>
      setChanges((now) => {
        if (now.size === 0) return now;
        const gone = new Set(keys);
        return new Map([...now].filter(([key]) => !gone.has(key)));
      }),
    forgetChoices: (keys) =>
      setChanges((now) => {
        const meant = keys.filter((key) => (now.get(key)?.choice ?? 'leave') !== 'leave');
        const next = new Map(now);
        for (const key of meant) next.set(key, { ...now.get(key), choice: undefined });
        return meant.length === 0 ? now : next;
      }),
    earlier,
    pasted,
    paste: setPasted,
  };
}
