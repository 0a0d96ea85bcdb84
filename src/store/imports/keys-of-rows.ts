/** Keys by the rows that they made or were linked to. */
import { rowOfKey } from '#domain/ids/row-of-key';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../database/database.ts';
import { type KnownKey, readStoredKeys } from './stored-keys.ts';

/** The keys that stand for a row: that of a line of a file, and that of an occurrence. */
export interface KeysOfRow {
  file: string | undefined;
  occurrence: { key: string; scheduleId: string } | undefined;
}

/** Looks keys of a row up. An import or a schedule may be gone, and its keys stay. */
export type KeysByRow = (row: Pick<TransactionRow, 'id' | 'importId'>) => KeysOfRow;

export const noKeys: KeysByRow = () => ({ file: undefined, occurrence: undefined });

/** The keys of the rows of an account. */
export async function readKeysOfRows(db: Database, accountId: string): Promise<KeysByRow> {
  const [all, imports, schedules] = await Promise.all([
    readStoredKeys(db, accountId),
    db.imports.where({ accountId }).primaryKeys(),
    db.schedules.where({ accountId }).primaryKeys(),
  ]);
  const here = [...all.values()].filter(({ fate }) => fate === 'here');
  const byRow = Map.groupBy(here, (one) => rowOfKey(accountId, one));
  const ofImport = new Set(imports);
  const ofSchedule = new Set(schedules);
  return ({ id, importId }) => {
    const keys = byRow.get(id) ?? [];
    // A key may have gone from one import to another.
    const file = importId === null ? undefined : fileKeyOf(keys, importId, ofSchedule);
    const occurrence = keys.find((one) => one !== file && !ofImport.has(one.importId));
    return {
      file: file?.key,
      occurrence: occurrence && { key: occurrence.key, scheduleId: occurrence.importId },
    };
  };
}

function fileKeyOf(keys: readonly KnownKey[], importId: string, schedules: ReadonlySet<string>): KnownKey | undefined {
  return keys.find((one) => one.importId === importId) ?? keys.findLast((one) => !schedules.has(one.importId));
}
