/**
 * Settles mutations where no server does: in the demo, and in the database of somebody without a login. Each counts as
 * applied at once. An entry behind an Undo can still be taken back.
 */

import { liveQuery } from 'dexie';
import { accountScope } from '#domain/ids/scopes';
import type { Database } from '../database/database.ts';
import type { OutboxEntry } from '../database/records.ts';
import { dropKeys } from '../imports/keys-of-account.ts';
import { settleKeys } from '../imports/replayed-keys.ts';
import { dropLedger } from '../ledger/ledger.ts';
import { writeShownNames } from '../ledger/written-names.ts';
import { deleteBasesBut } from '../optimistic/bases.ts';
import { settleOccurrences } from '../schedules/occurrence-keys.ts';

/** Settles every new mutation, until the returned function is called. */
export function settleHere(db: Database): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settleAndPlan = async () => {
    clearTimeout(timer);
    const next = await settle(db, new Date());
    if (next) timer = setTimeout(() => void settleAndPlan(), Math.max(0, Date.parse(next) - Date.now()) + 1);
  };
  const following = liveQuery(() => db.outbox.count()).subscribe((count) => {
    if (count > 0) void settleAndPlan();
  });
  return () => {
    clearTimeout(timer);
    following.unsubscribe();
  };
}

/**
 * Takes entries out of the outbox, and does what a pull would do for them: renamed transactions get the new name, and
 * the pages of a deleted account go. Renames wait for entries behind an Undo, whose rows would come back under the old
 * name. Returns when the next delayed entry is due, ISO.
 */
export async function settle(db: Database, now: Date): Promise<string | null> {
  const tables = [db.outbox, db.bases, db.scheduleBases, db.importKeys, db.schedules, ...db.ledger];
  return db.transaction('rw', tables, async () => {
    const at = now.toISOString();
    const entries = await db.outbox.toArray();
    const delayed = entries.filter(({ holdUntil }) => holdUntil !== undefined && holdUntil > at);
    const due = entries.filter((entry) => !delayed.includes(entry) && (delayed.length === 0 || !entry.renamesIn));
    for (const scope of new Set(due.flatMap(({ renamesIn = [] }) => renamesIn.map(accountScope)))) {
      await writeShownNames(db, scope);
    }
    await settleKeys(db, due);
    await settleOccurrences(db, due);
    for (const id of due.flatMap(deletedAccounts)) {
      await dropLedger(db, accountScope(id));
      await dropKeys(db, id);
    }
    await db.outbox.bulkDelete(due.map(({ seq }) => seq));
    const left = entries.filter((entry) => !due.includes(entry));
    await deleteBasesBut(db, left);
    return delayed.map(({ holdUntil = at }) => holdUntil).sort()[0] ?? null;
  });
}

function deletedAccounts({ operations }: OutboxEntry): string[] {
  return operations.flatMap((one) => (one.kind === 'delete' && one.table === 'accounts' ? [one.id] : []));
}
