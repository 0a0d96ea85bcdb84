/** Which entries go to the server together. Nothing here reads the database. */
import type { OutboxEntry } from '../database/records.ts';

/** An entry with more operations is as large as many entries. */
const MANY_OPERATIONS = 20;

/** Whether the entry is as large as many. To read hundreds of these would take longer than to send one. */
export function isLarge({ operations }: Pick<OutboxEntry, 'operations'>): boolean {
  return operations.length > MANY_OPERATIONS;
}

/** How much of a request the entries take: their operations. */
export function sizeOf(entries: readonly Pick<OutboxEntry, 'operations'>[]): number {
  return entries.reduce((sum, { operations }) => sum + operations.length, 0);
}

/** The first of these entries, as many as fit into a request of this size. One always does. */
export function fitting(entries: readonly OutboxEntry[], size: number): OutboxEntry[] {
  let left = size;
  const end = entries.findIndex(({ operations }, at) => {
    left -= operations.length;
    return at > 0 && left < 0;
  });
  return end === -1 ? [...entries] : entries.slice(0, end);
}

/** Whether nothing has happened to the entry since it was made. */
export function isFresh({ state, holdUntil, failedAt, attempts }: OutboxEntry): boolean {
  return state === 'pending' && holdUntil === undefined && failedAt === undefined && attempts === 0;
}

/** Whether the entry only adds transactions. The order of such entries does not matter. */
export function isAddition({ operations }: Pick<OutboxEntry, 'operations'>): boolean {
  return operations.every((operation) => operation.kind === 'insert' && operation.table === 'transactions');
}

/** The accounts of the transactions that the entry adds. */
export function accountsOf({ operations }: Pick<OutboxEntry, 'operations'>): string[] {
  const named = operations.flatMap((one) =>
    one.kind === 'insert' && one.table === 'transactions' ? [one.row.accountId] : [],
  );
  return [...new Set(named)];
}
