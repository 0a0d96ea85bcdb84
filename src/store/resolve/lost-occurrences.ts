/**
 * Occurrences that a restored server lost. A row that a schedule made goes up with its key, because its id is made of
 * that. Skips, and the places that other entries took, are keys alone.
 */
import type { Fate } from '#domain/ids/import-keys';
import { idWithoutKey, importedId } from '#domain/ids/imported-id';
import { changesOccurrence } from '#domain/mutations/occurrence-calls';
import type { Insert, Operation, Patch } from '#domain/mutations/operations';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../database/database.ts';
import type { RowKey } from '../database/records.ts';
import type { KeysOfRow } from '../imports/keys-of-rows.ts';
import { readStoredKeys } from '../imports/stored-keys.ts';
import { transactionsAnywhere } from '../ledger/ledger.ts';
import { isSettled, readOccurrenceKeys } from '../schedules/occurrence-keys.ts';

type TransactionInsert = Extract<Insert, { table: 'transactions' }>;

/** What the addition of a row names: the key that its id is made of, or else that of a file. */
export function keyOfCopy(
  { id, accountId }: Pick<TransactionRow, 'id' | 'accountId'>,
  { file, occurrence }: KeysOfRow,
): Pick<TransactionInsert, 'key' | 'scheduleId' | 'again'> {
  // The user wants it, whatever became of the occurrence since.
  if (occurrence && importedId(accountId, occurrence.key) === id) return { ...occurrence, again: true };
  return file === undefined ? {} : { key: file };
}

/** The link with its line of a file, of a row that a schedule made. */
export function lineOfCopy(row: TransactionRow, { file, occurrence }: KeysOfRow): Patch | null {
  const isOfSchedule = occurrence && importedId(row.accountId, occurrence.key) === row.id;
  if (file === undefined || !isOfSchedule) return null;
  const { id, bankId, importId, importedText } = row;
  const origin = { bankId, importId, importedText };
  const seen = { accountId: row.accountId, number: row.version };
  return { kind: 'patch', table: 'transactions', id, seen, before: origin, after: origin, key: file };
}

/**
 * What the account knew of occurrences beside their rows. `head`: the restored server's. The number of a link is not
 * known, so all of them are copied. Those that stand are dropped once the keys have come.
 */
export async function lostPlaces(db: Database, accountId: string, head: number | null): Promise<Operation[]> {
  const schedules = new Set(await db.schedules.where({ accountId }).primaryKeys());
  if (schedules.size === 0) return [];
  const keys = await readStoredKeys(db, accountId, schedules);
  return [...keys.values()].flatMap(({ key, importId: scheduleId, rowId, fate, made }): Operation[] => {
    if (fate === 'here') {
      if (rowId === null) return [];
      const seen = { accountId, number: head ?? 0 };
      const place = { kind: 'patch', table: 'transactions', id: rowId, seen, before: {}, after: {} } as const;
      return [{ ...place, key, scheduleId }];
    }
    // What was deleted, or went to another account, must not be added again.
    const isLost = fate !== 'reverted' && made > (head ?? 0);
    return isLost ? [{ kind: 'call', name: 'occurrence.skip', arguments: { accountId, scheduleId, key } }] : [];
  });
}

/** The schedule of the occurrence that the operation is about. */
function scheduleIn(operation: Operation): string | undefined {
  if (changesOccurrence(operation)) return operation.arguments.scheduleId;
  return 'scheduleId' in operation ? operation.scheduleId : undefined;
}

/** Whether the schedule of the occurrence still waits to be sent again. The server takes no occurrence before it. */
export async function waitsForSchedule(db: Database, operation: Operation): Promise<boolean> {
  const scheduleId = scheduleIn(operation);
  return scheduleId !== undefined && isLost(db, ['schedules', scheduleId]);
}

/** Whether the schedule is neither here nor to come, so that nothing will be added for it. */
export async function hasNoSchedule(db: Database, operation: Operation): Promise<boolean> {
  const scheduleId = scheduleIn(operation);
  if (scheduleId === undefined || (await db.schedules.get(scheduleId))) return false;
  return !(await waitsForSchedule(db, operation));
}

/** Without its schedule, the row goes up under an id that needs no key. It is the same on each device. */
export async function ofNoSchedule(db: Database, operation: Operation): Promise<Operation> {
  if (operation.kind !== 'insert' || operation.table !== 'transactions') return operation;
  if (!(await hasNoSchedule(db, operation))) return operation;
  const { key, scheduleId, again, row, ...insert } = operation;
  return { ...insert, row: { ...row, id: idWithoutKey(row.id) } };
}

/** Whether a key goes up by itself, without its row. */
export function isKeyAlone(operation: Operation): boolean {
  return changesOccurrence(operation) || (operation.kind === 'patch' && operation.key !== undefined);
}

/** Whether the occurrence has its skip or its entry again, or can have none any more. */
export async function isKeyBack(db: Database, operation: Operation): Promise<boolean> {
  if (await hasNoSchedule(db, operation)) return true;
  if (changesOccurrence(operation)) {
    const { accountId, scheduleId, key } = operation.arguments;
    return isSettled(await fateOf(db, { accountId, scheduleId, key }));
  }
  if (operation.kind !== 'patch' || typeof operation.seen === 'number') return true;
  const { seen, key = '', scheduleId } = operation;
  const { accountId } = seen;
  const ofFile = scheduleId === undefined;
  const fate = ofFile
    ? (await readStoredKeys(db, accountId)).get(key)?.fate
    : await fateOf(db, { accountId, scheduleId, key });
  if (ofFile ? fate === 'here' : isSettled(fate)) return true;
  return !(await hasRow(db, operation)) && !(await isLost(db, ['transactions', operation.id]));
}

/** Whether the row of such a link is here. */
export async function hasRow(db: Database, { id }: Patch): Promise<boolean> {
  return (await transactionsAnywhere(db, [id])).size > 0;
}

async function isLost(db: Database, row: RowKey): Promise<boolean> {
  const ofRow = db.outbox.where('rows').equals(row);
  return (await ofRow.and(({ state }) => state === 'lost').count()) > 0;
}

async function fateOf(
  db: Database,
  { accountId, scheduleId, key }: { accountId: string; scheduleId: string; key: string },
): Promise<Fate | undefined> {
  return (await readOccurrenceKeys(db, accountId, new Set([scheduleId]))).get(key)?.fate;
}
