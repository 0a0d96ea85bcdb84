/**
 * Runs: what was added with nothing else between goes to the server together, and one record says what became of a batch of it. A
 * write for each entry, before and after it is sent, takes longer than the server does. The entries of a run stand in the
 * outbox as they were entered, `pending`; who reads entries puts the two together (`asTheyStand`). An entry that was written
 * since is as it says itself.
 *
 * It knows nothing of what may be sent when (sending.ts).
 */
import * as v from 'valibot';
import type { Verdict } from '#domain/verdicts';
import type { Database } from './database.ts';
import type { OutboxEntry } from './outbox.ts';

/** The pending entries from one `seq` to another, both included. */
const Run = v.object({
  from: v.number(),
  to: v.number(),
  /** Account to number, once all of the run was applied; null while it is in flight. */
  versions: v.nullable(v.record(v.string(), v.number())),
});
export type Run = v.InferOutput<typeof Run>;

const KEY = 'runs';

export async function readRuns(db: Database): Promise<Run[]> {
  const stored = await db.meta.get(KEY);
  // Entries of a record that cannot be read are sent again, and the server says once more what it said (S3).
  const runs = v.safeParse(v.array(Run), stored?.value);
  return runs.success ? runs.output : [];
}

async function writeRuns(db: Database, runs: Run[]): Promise<void> {
  if (runs.length > 0) await db.meta.put({ key: KEY, value: runs });
  else await db.meta.delete(KEY);
}

/** The run that speaks for a pending entry, if one does. */
export function runOf(runs: Run[], seq: number): Run | undefined {
  return runs.find(({ from, to }) => from <= seq && seq <= to);
}

/** The entries with what their runs say of them. */
export function asTheyStand(runs: Run[], entries: OutboxEntry[]): OutboxEntry[] {
  return entries.map((entry) => {
    const run = entry.state === 'pending' ? runOf(runs, entry.seq) : undefined;
    if (!run) return entry;
    const sent = { ...entry, attempts: entry.attempts + 1 };
    if (!run.versions) return { ...sent, state: 'in_flight' };
    const versions = Object.fromEntries(accountsOf(entry).map((id) => [id, run.versions?.[id] ?? 0]));
    return { ...sent, state: 'applied', verdict: { id: entry.id, status: 'applied', versions } };
  });
}

/** Whether the entry may be of a run: it only adds transactions, and nothing has happened to it yet. */
export function isPlain({ state, operations, holdUntil, failedAt, attempts }: OutboxEntry): boolean {
  if (state !== 'pending' || holdUntil !== undefined || failedAt !== undefined || attempts > 0) return false;
  return operations.every((operation) => operation.kind === 'insert' && operation.table === 'transactions');
}

function accountsOf({ operations }: OutboxEntry): string[] {
  const named = operations.flatMap((one) =>
    one.kind === 'insert' && one.table === 'transactions' ? [one.row.accountId] : [],
  );
  return [...new Set(named)];
}

/** Notes that these entries, between whose numbers no other waits, are in flight. Answers with them as they then stand. */
export async function startRun(db: Database, runs: Run[], entries: OutboxEntry[]): Promise<OutboxEntry[]> {
  if (entries.length === 0) return [];
  const run = { ...boundsOf(entries), versions: null };
  await writeRuns(db, [...runs, run]);
  return asTheyStand([run], entries);
}

/**
 * Notes the verdicts on entries of a run that is in flight, when all of them were applied and those on one account under one
 * number. Otherwise answers with false, and each verdict has to be noted by itself.
 */
export async function noteApplied(db: Database, entries: OutboxEntry[], verdicts: Verdict[]): Promise<boolean> {
  const versions = commonVersions(entries, verdicts);
  if (!versions) return false;
  return db.transaction('rw', db.meta, async () => {
    const runs = await readRuns(db);
    const { from, to } = boundsOf(entries);
    const run = runOf(runs, from);
    if (!run || run.versions || run.to < to) return false;
    await writeRuns(db, [...without(runs, from, to), { from, to, versions }]);
    return true;
  });
}

function commonVersions(entries: OutboxEntry[], verdicts: Verdict[]): Run['versions'] {
  const byId = new Map(verdicts.map((verdict) => [verdict.id, verdict]));
  const common: Record<string, number> = {};
  for (const entry of entries) {
    const verdict = byId.get(entry.id);
    const accounts = accountsOf(entry);
    if (verdict?.status !== 'applied' || Object.keys(verdict.versions).length !== accounts.length) return null;
    for (const id of accounts) {
      const version = verdict.versions[id];
      if (version === undefined || (common[id] ?? version) !== version) return null;
      common[id] = version;
    }
  }
  return common;
}

/** Writes into those of the entries that are of a run in flight what that says, for something is to be said of each alone. */
export async function breakRun(db: Database, entries: Pick<OutboxEntry, 'seq'>[]): Promise<void> {
  if (entries.length > 0) await breakRunsWithin(db, boundsOf(entries));
}

async function breakRunsWithin(db: Database, { from, to }: Pick<Run, 'from' | 'to'>): Promise<void> {
  await db.transaction('rw', db.outbox, db.meta, async () => {
    const runs = await readRuns(db);
    const broken = runs.filter((run) => !run.versions && run.from <= to && from <= run.to);
    if (broken.length === 0) return;
    for (const run of broken) {
      const reach = [Math.max(from, run.from), Math.min(to, run.to)] as const;
      const entries = await db.outbox
        .where('seq')
        .between(...reach, true, true)
        .toArray();
      await db.outbox.bulkPut(asTheyStand([run], entries));
    }
    await writeRuns(db, without(runs, from, to));
  });
}

/** What a page that is gone, or another tab, left in flight. */
export async function breakRunsInFlight(db: Database): Promise<void> {
  await breakRunsWithin(db, { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY });
}

/** Runs in flight end where these numbers begin, and go on after them. */
function without(runs: Run[], from: number, to: number): Run[] {
  return runs.flatMap((run) => {
    if (run.versions || run.to < from || to < run.from) return run;
    const before = { ...run, to: from - 1 };
    const after = { ...run, from: to + 1 };
    return [before, after].filter((part) => part.from <= part.to);
  });
}

function boundsOf(entries: Pick<OutboxEntry, 'seq'>[]): { from: number; to: number } {
  const [from, to] = [entries[0]?.seq ?? 0, entries.at(-1)?.seq ?? 0];
  return { from, to };
}

/** Takes entries out of the outbox, given in order, a request for those that follow each other; and the runs of which nothing is left. */
export async function closeEntries(db: Database, seqs: number[]): Promise<void> {
  for (const { from, to } of stretches(seqs)) await db.outbox.where('seq').between(from, to, true, true).delete();
  const runs = await readRuns(db);
  if (runs.length === 0) return;
  const left = await Promise.all(
    runs.map(({ from, to }) => db.outbox.where('seq').between(from, to, true, true).count()),
  );
  await writeRuns(
    db,
    runs.filter((_, n) => left[n] !== 0),
  );
}

/** Numbers that follow each other, in order. */
export function stretches(seqs: number[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const seq of seqs) {
    const last = found.at(-1);
    if (last && last.to + 1 === seq) last.to = seq;
    else found.push({ from: seq, to: seq });
  }
  return found;
}

/** Each entry says for itself what became of it. */
export async function forgetRuns(db: Database): Promise<void> {
  await db.meta.delete(KEY);
}
