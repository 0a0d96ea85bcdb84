/** Stores what a push response says of the entries that were sent. It writes the outbox only (S10b). */
import type { Verdict } from '#domain/mutations/verdicts';
import type { Database } from '#store/database/database';
import type { OutboxEntry } from '#store/database/records';
import { rebase } from '#store/optimistic/rebase';
import { breakBatch } from '#store/outbox/batches';
import { divide } from '#store/outbox/not-taken';
import { isCopyElsewhere, lostAgain } from '#store/resolve/lost-again';

/** What becomes of an entry that was decided. */
interface Decision {
  seq: number;
  /** Null when nothing of it is left. */
  entry: OutboxEntry | null;
  /** What was not taken of it, where its transactions were decided apart. */
  rest?: Omit<OutboxEntry, 'seq'>;
}

type Seen = ReadonlyMap<string, NonNullable<OutboxEntry['content']>[number]>;

/**
 * Stores the verdicts on entries that were sent and have none yet (S3). A rejected entry comes off the rows (S4c). Over
 * a superseded one, what stands is laid (S4b). Both keep their content (S4d). What was not taken of an entry goes to
 * one of its own (S72b). Returns how many entries were decided.
 */
export async function recordVerdicts(
  db: Database,
  sent: Pick<OutboxEntry, 'seq'>[],
  verdicts: Verdict[],
): Promise<number> {
  const byId = new Map(verdicts.map((verdict) => [verdict.id, verdict]));
  return db.transaction('rw', db.tables, async () => {
    await breakBatch(db, sent);
    const found = await db.outbox.bulkGet(sent.map((entry) => entry.seq));
    const known = found.filter((entry) => entry !== undefined);
    const decided = known.flatMap((entry): Decision[] => {
      const given = byId.get(entry.id);
      if (!given || entry.verdict) return [];
      const verdict = knownVerdict(entry, given);
      if (isCopyElsewhere(entry, verdict)) return [{ seq: entry.seq, entry: lostAgain(entry) }];
      return [decisionOn(entry, verdict)];
    });
    const refused = decided.flatMap(({ entry, rest }) => rest ?? (entry && entry.state !== 'applied' ? entry : []));
    if (refused.length === 0) {
      await write(db, decided);
      return decided.length;
    }
    const rows = refused.flatMap((entry) => entry.rows);
    await rebase(db, rows, async ({ entries, seen }) => {
      const kept = decided.map(({ seq, entry, rest }) => ({
        seq,
        entry: entry && keepContent(entry, seen),
        ...(rest && { rest: keepContent(rest, seen) }),
      }));
      await write(db, kept);
      const now = new Map(kept.map(({ seq, entry }) => [seq, entry]));
      return entries.flatMap((entry) => {
        const next = now.get(entry.seq);
        return next === undefined ? entry : (next ?? []);
      });
    });
    return decided.length;
  });
}

function decisionOn(entry: OutboxEntry, verdict: Verdict): Decision {
  const { seq } = entry;
  const divided = verdict.status === 'applied' && verdict.notTaken ? divide(entry, verdict) : null;
  if (divided) return { seq, entry: divided.taken, rest: divided.rest };
  return { seq, entry: { ...entry, state: verdict.status, verdict } };
}

async function write(db: Database, decided: readonly Decision[]): Promise<void> {
  await db.outbox.bulkPut(decided.flatMap(({ entry }) => entry ?? []));
  const rests = decided.flatMap(({ rest }) => rest ?? []);
  if (rests.length > 0) await db.outbox.bulkAdd(rests);
  const gone = decided.flatMap(({ seq, entry }) => (entry ? [] : seq));
  if (gone.length > 0) await db.outbox.bulkDelete(gone);
}

/** What the refusal of an entry means that has reached its end already. Any other verdict is as it came. */
function knownVerdict({ id, goneIsDone, divided }: OutboxEntry, verdict: Verdict): Verdict {
  const reason = verdict.status === 'rejected' ? verdict.reason : null;
  // An invitation that never reached the server needs no revocation (S28e).
  if (reason === 'gone' && goneIsDone) return { id, status: 'applied', versions: {} };
  // The server still knows the whole mutation (S72g).
  if (reason === 'payload_mismatch' && divided) return divided;
  return verdict;
}

/** Keeps the rows as a refused entry made them, for the user who resolves it (S4d). */
function keepContent<Entry extends Omit<OutboxEntry, 'seq'>>(entry: Entry, seen: Seen): Entry {
  if (entry.state === 'applied') return entry;
  const rows = entry.rows.flatMap(([table, id]) => seen.get(`${table} ${id}`) ?? []);
  return rows.length > 0 ? { ...entry, content: rows } : entry;
}
