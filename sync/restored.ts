/** What a response of a restored server does besides (S18, S29). */
import type { Database } from '#store/database/database';
import type { OutboxEntry } from '#store/database/records';
import { forgetBatches } from '#store/outbox/batches';
import { keepLost } from '#store/resolve/lost';
import { forgottenDeletions } from '#store/resolve/own-deletions';
import type { PullResponse } from './read-answer.ts';
import type { Asked } from './requests.ts';

/** Copies the rows that the restored server no longer has: those above each log's floor (S29). */
export async function keepWhatWasLost(
  db: Database,
  asked: Asked,
  response: PullResponse,
  asOf: string | null,
): Promise<void> {
  const now = new Date(response.serverNow).toISOString();
  // Versions before this one did not keep the time of the last response.
  const times = { now, asOf: asOf ?? now };
  for (const cursor of asked.cursors.values()) {
    const scope = response.scopes.find((one) => one.scope === cursor.scope);
    await keepLost(db, cursor, scope?.floor ?? null, times);
  }
}

/**
 * What this device deleted and the restored server has again, as entries that delete it again (S29l). `places`: where
 * the transactions of entries stand.
 */
export async function deleteAgain(
  db: Database,
  asked: Asked,
  response: PullResponse,
  places: Map<string, unknown[]>,
): Promise<OutboxEntry[]> {
  const floors = new Map(response.scopes.map(({ accountId, floor }) => [accountId, floor]));
  const entries = await forgottenDeletions(db, asked.cursors.values(), floors);
  for (const [, id] of entries.flatMap(({ rows }) => rows)) if (!places.has(id)) places.set(id, []);
  return entries;
}

/** The restored server may have lost its verdicts, so these entries go again under their ids (S18). */
export async function sendAgain(db: Database, entries: OutboxEntry[]): Promise<OutboxEntry[]> {
  const again = entries.map((entry): OutboxEntry => {
    if (entry.state !== 'applied' && entry.state !== 'superseded') return entry;
    const { verdict, ...undecided } = entry;
    return { ...undecided, state: 'in_flight' };
  });
  await db.outbox.bulkPut(again);
  await forgetBatches(db);
  return again;
}
