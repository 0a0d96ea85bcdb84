/**
 * How much one request may carry on this line, to this server (S60). The sizes are a row, so they outlive the cycle and
 * the page: a page that starts again on a slow line would otherwise repeat every failure.
 */
import * as v from 'valibot';
import type { Database } from '#store/database/database';
import { dropMeta, readMeta, writeMeta } from '#store/database/meta';

/** A response within so many milliseconds counts as quick, and a larger request may follow. */
export const QUICK_MS = 2000;
/** A response that takes longer counts as slow, and a smaller request follows. It is half of a push's time limit. */
export const SLOW_MS = 15_000;

const Count = v.pipe(v.number(), v.integer(), v.minValue(1));
/** Both are null while the usual sizes fit. */
const Throughput = v.object({
  /** Operations of a batch. */
  operations: v.nullable(Count),
  /** Rows that a pull asks for. */
  rows: v.nullable(Count),
});
type Throughput = v.InferOutput<typeof Throughput>;

export const THROUGHPUT = 'line';

export async function readThroughput(db: Database): Promise<Throughput> {
  return (await readMeta(db, THROUGHPUT, Throughput)) ?? { operations: null, rows: null };
}

/** After a request of this size took too long or failed for its size: the next is at most half as large (S60a). */
export async function shrink(db: Database, what: keyof Throughput, size: number): Promise<void> {
  const half = Math.max(1, Math.floor(size / 2));
  await change(db, (throughput) => ({ ...throughput, [what]: Math.min(throughput[what] ?? half, half) }));
}

/** After a quick response to a request of this size: the next may be twice as large, up to the usual size (S60b). */
export async function grow(db: Database, what: keyof Throughput, size: number, usual: number): Promise<void> {
  await change(db, (throughput) => {
    const known = throughput[what];
    // A response to a request from before the last failure tells nothing.
    if (known === null || size > known) return throughput;
    return { ...throughput, [what]: known * 2 < usual ? known * 2 : null };
  });
}

async function change(db: Database, next: (throughput: Throughput) => Throughput): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const throughput = await readThroughput(db);
    const changed = next(throughput);
    if (changed.operations === throughput.operations && changed.rows === throughput.rows) return;
    if (changed.operations === null && changed.rows === null) await dropMeta(db, THROUGHPUT);
    else await writeMeta(db, THROUGHPUT, changed);
  });
}
