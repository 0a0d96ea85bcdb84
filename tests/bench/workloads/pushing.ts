/** B7: pushes offline entries. B6 for RxDB: its replication brings the rows to a fresh device. */
import { join } from 'node:path';
import * as v from 'valibot';
import { PROTOCOL_VERSION } from '../../../sync/protocol.ts';
import { type Figures, OURS } from '../figures.ts';
import type { Pages } from '../pages.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { callPage } from './page-call.ts';

const Pushed = v.object({ entered: v.number(), pushed: v.number(), settled: v.number() });

/** Entries at most. Nobody makes more offline. RxDB sends one request a row, so more would take minutes. */
const MOST = 10_000;

export async function measurePushing(size: number, pages: Pages, folder: string, figures: Figures): Promise<void> {
  const count = Math.min(size, MOST);
  const ledger = await openLedger(100, folder, pages.url);
  try {
    // Making ten thousand entries one by one takes most of the time.
    const runs = count > 1_000 ? 2 : 3;
    const own: v.InferOutput<typeof Pushed>[] = [];
    const bare: number[] = [];
    for (let n = 0; n < runs; n++) {
      own.push(
        await call(ledger, pages, join(folder, `push-${n}-${size}`), 'engines/pushing', 'pushOffline', count, Pushed),
      );
      bare.push(
        await call(ledger, pages, join(folder, `bare-${n}-${size}`), 'engines/pushing', 'pushBare', count, v.number()),
      );
    }
    const add = (what: string, who: string, measured: number[]) =>
      figures.add({ workload: 'B7', size: count, what, who, measured });
    add(
      'entries pushed',
      OURS,
      own.map((one) => one.pushed),
    );
    add('entries pushed', 'bare calls', bare);
    add(
      'pushed and come back',
      OURS,
      own.map((one) => one.settled),
    );
    add(
      'entering one, offline',
      OURS,
      own.map((one) => one.entered / count),
    );
    const rxdb = await call(
      ledger,
      pages,
      join(folder, `rxdb-${size}`),
      'peers/rxdb-sync',
      'pushWithRxdb',
      count,
      v.number(),
    );
    add('entries pushed', 'RxDB', [rxdb]);
  } finally {
    await ledger.backend.stop();
  }
}

/** RxDB pulls the same rows from its own table in the same backend. */
export async function measureRxdbPull(ledger: Ledger, pages: Pages, folder: string, figures: Figures): Promise<void> {
  const { size } = ledger;
  await ledger.backend.sql`
    insert into public.peer_transactions
      (id, "accountId", type, amount, date, description, category, "createdAt", _modified)
    select transaction_id, account_id, type, amount * 100, transaction_date, description, category_name, now(),
      now() - row_number() over () * interval '1 millisecond'
    from public.transactions`;
  const elapsed = await call(
    ledger,
    pages,
    join(folder, `rxdb-pull-${size}`),
    'peers/rxdb-sync',
    'pullWithRxdb',
    size,
    v.number(),
  );
  figures.add({ workload: 'B6', size, what: 'whole history', who: 'RxDB', measured: [elapsed] });
}

function call<T>(
  { backend, owner, accountId }: Ledger,
  pages: Pages,
  profile: string,
  page: string,
  name: string,
  count: number,
  schema: v.GenericSchema<unknown, T>,
): Promise<T> {
  const reached = { url: backend.url, anonKey: backend.anonKey, ...owner, accountId, protocol: PROTOCOL_VERSION };
  return callPage(`${pages.url}/${page}.html`, profile, { name, args: [reached, count] }, schema);
}
