/** Stores what a push response says of the entries that were sent. It writes the outbox only (S10b). */
import type { Verdict } from '#domain/verdicts';
import type { Database } from '#store/database/database';
import type { OutboxEntry } from '#store/database/records';
import { rebase } from '#store/optimistic/rebase';
import { breakBatch } from '#store/outbox/batches';
import { loadPart } from './load-part.ts';

/**
 * Stores the verdicts on entries that were sent and have none yet (S3). An entry that was not applied comes off the
 * rows (S4c) and keeps its content (S4d). Returns how many entries were decided.
 */
export async function recordVerdicts(
  db: Database,
  sent: Pick<OutboxEntry, 'seq'>[],
  verdicts: Verdict[],
): Promise<number> {
  const byId = new Map(verdicts.map((verdict) => [verdict.id, verdict]));
  const isRefusedTwin = verdicts.some((one) => one.status === 'rejected' && one.reason === 'duplicate');
  // Hardly any device needs this module, and a Dexie transaction cannot wait for an import.
  const again = isRefusedTwin ? await loadPart(import('#store/resolve/lost-again')) : null;
  return db.transaction('rw', db.tables, async () => {
    await breakBatch(db, sent);
    const found = await db.outbox.bulkGet(sent.map((entry) => entry.seq));
    const known = found.filter((entry) => entry !== undefined);
    const decided = known.flatMap((entry): OutboxEntry[] => {
      const given = byId.get(entry.id);
      if (!given || entry.verdict) return [];
      const verdict = asWanted(entry, given) ? { id: entry.id, status: 'applied' as const, versions: {} } : given;
      return [
        again?.isCopyElsewhere(entry, verdict) ? again.lostAgain(entry) : { ...entry, state: verdict.status, verdict },
      ];
    });
    const refused = decided.filter((entry) => entry.state !== 'applied');
    if (refused.length === 0) {
      await db.outbox.bulkPut(decided);
      return decided.length;
    }
    const rows = refused.flatMap((entry) => entry.rows);
    await rebase(db, rows, async ({ entries, seen }) => {
      const now = new Map(decided.map((entry) => [entry.seq, keepContent(entry, seen)]));
      await db.outbox.bulkPut([...now.values()]);
      return entries.map((entry) => now.get(entry.seq) ?? entry);
    });
    return decided.length;
  });
}

/** An invitation that never reached the server needs no revocation (S28e). */
function asWanted({ goneIsDone }: OutboxEntry, verdict: Verdict): boolean {
  return goneIsDone !== undefined && verdict.status === 'rejected' && verdict.reason === 'gone';
}

/** Keeps the rows as a refused entry made them, for the user who resolves it (S4d). */
function keepContent(entry: OutboxEntry, seen: Map<string, NonNullable<OutboxEntry['content']>[number]>): OutboxEntry {
  if (entry.state === 'applied') return entry;
  const rows = entry.rows.flatMap(([table, id]) => seen.get(`${table} ${id}`) ?? []);
  return rows.length > 0 ? { ...entry, content: rows } : entry;
}
