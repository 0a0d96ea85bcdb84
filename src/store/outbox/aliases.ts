/**
 * A rename that is open is an alias, and so is a merge. It writes no transaction: readers lay it over the names as they
 * read them. So it takes as long for a hundred thousand rows as for one, and leaves nothing behind when it leaves the
 * outbox.
 */

import { isRename } from '#domain/mutations/renames';
import type { TransactionType } from '#domain/rows';
import type { Database } from '../database/database.ts';
import type { OutboxEntry } from '../database/records.ts';
import { isOpen } from './outbox.ts';

export interface Alias {
  /** The entry's place in the order of entries. A name that was given later means what it says. */
  seq: number;
  accounts: readonly string[];
  type: TransactionType;
  from: string;
  to: string;
}

/** The open renames, in the order of entry. A live query that reads them runs again when they change. */
export async function readAliases(db: Database): Promise<Alias[]> {
  const multiRow = await db.outbox.where('wide').equals(1).toArray();
  return aliasesOf(multiRow.filter(isOpen).sort((a, b) => a.seq - b.seq));
}

/** The renames among these open entries, which come in order. */
export function aliasesOf(entries: readonly Pick<OutboxEntry, 'seq' | 'operations' | 'renamesIn'>[]): Alias[] {
  return entries.flatMap(({ seq, operations, renamesIn: accounts }) =>
    operations.flatMap((operation) => {
      if (!accounts || !isRename(operation)) return [];
      const { type, from, to } = operation.arguments;
      return { seq, accounts, type, from, to };
    }),
  );
}
