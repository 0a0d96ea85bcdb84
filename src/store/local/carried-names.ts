/** Under which ids and keys transactions come along. Pure. */
import { idWithoutKey, importedId } from '#domain/ids/imported-id';
import type { Insert } from '#domain/mutations/operations';
import type { TransactionRow } from '#domain/rows';
import type { CarryOver } from '../session/carry-overs.ts';
import type { Contents } from './contents.ts';

interface CarriedName {
  id: string;
  /** What the addition names. */
  named: Pick<Extract<Insert, { table: 'transactions' }>, 'key' | 'scheduleId'>;
  /** What the row is linked to besides. */
  link: { key: string; scheduleId?: string } | null;
}

/**
 * A row keeps its id, but for one that is made of a key: that id belongs to an account and comes with its key. Of a
 * schedule that is gone nothing will be added.
 */
export function namesIn(
  { keys, schedules }: Pick<Contents, 'keys' | 'schedules'>,
  into: CarryOver['into'],
): (row: Pick<TransactionRow, 'id' | 'accountId'>) => CarriedName {
  const standing = new Set(schedules.map(({ id }) => id));
  return ({ id, accountId }) => {
    const target = into[accountId] ?? accountId;
    const { file, occurrence: known } = keys.get(id) ?? {};
    const occurrence = known && standing.has(known.scheduleId) ? known : null;
    const isMadeOf = (key: string) => id === importedId(accountId, key);
    if (occurrence && isMadeOf(occurrence.key)) {
      const link = file === undefined ? null : { key: file };
      return { id: importedId(target, occurrence.key), named: occurrence, link };
    }
    if (file === undefined) return { id: idWithoutKey(id), named: {}, link: occurrence };
    return { id: isMadeOf(file) ? importedId(target, file) : idWithoutKey(id), named: { key: file }, link: occurrence };
  };
}
