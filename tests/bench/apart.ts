/**
 * What a push of many rows costs when it is decided apart, as a ratio to the same mutation that is decided whole: with
 * nothing refused, with one row in a hundred that is gone, and with one in a hundred that raises. The ways take turns,
 * so that a busy machine is busy for all of them. A push holds the lock of its account as long as it takes.
 */
import type { Mutation, Operation } from '#domain/mutations/operations';
import { TRANSACTION_DEFAULTS } from '#domain/rows';
import type { Client } from './server-client.ts';
import { spreadOf } from './statistics.ts';

const ROWS = 500;
const REFUSED = ROWS / 100;
const RUNS = 7;
const SEEN = Number.MAX_SAFE_INTEGER;
const LONG = 'x'.repeat(2001);

type Kind = 'added' | 'changed' | 'ticked' | 'deleted';
type Way = { name: string; apart: boolean; refused: 'none' | 'usual' | 'other' };

const WAYS: readonly Way[] = [
  { name: 'whole', apart: false, refused: 'none' },
  { name: 'apart', apart: true, refused: 'none' },
  { name: 'apart, one in a hundred gone', apart: true, refused: 'usual' },
  { name: 'apart, one in a hundred raises', apart: true, refused: 'other' },
];

/** Prints the medians and their ratios to the mutation that is decided whole. */
export async function reportApart(client: Client): Promise<void> {
  for (const kind of ['added', 'changed', 'ticked', 'deleted'] as const) {
    const times = new Map(WAYS.map(({ name }): [string, number[]] => [name, []]));
    for (let run = 0; run < RUNS; run++) {
      for (const way of WAYS) times.get(way.name)?.push(await timeOf(client, kind, way));
    }
    const medians = [...times].map(([name, all]) => [name, spreadOf(all).median] as const);
    const whole = medians[0]?.[1] ?? 1;
    const told = medians.map(([name, ms]) => `${name} ${Math.round(ms)} ms (${(ms / whole).toFixed(2)})`);
    console.log(`sync_push of ${ROWS} rows ${kind}: ${told.join('; ')}`);
  }
}

async function timeOf({ accountId, push }: Client, kind: Kind, { apart, refused }: Way): Promise<number> {
  const rows = Array.from({ length: ROWS }, () => newRow(accountId));
  if (kind !== 'added') await push([mutationOf(rows.map(insertOf))]);
  const operations = rows.map((row, at) => operationOf(kind, row, at % (ROWS / REFUSED) === 50 ? refused : 'none'));
  const start = performance.now();
  const { verdicts } = await push([{ ...mutationOf(operations), ...(apart && { apart: true }) }]);
  const took = performance.now() - start;
  const [verdict] = verdicts;
  const untaken = verdict?.status === 'applied' ? (verdict.notTaken?.length ?? 0) : null;
  if (untaken !== (refused === 'none' || (kind === 'deleted' && refused === 'other') ? 0 : REFUSED))
    throw new Error(JSON.stringify(verdict));
  return took;
}

function operationOf(kind: Kind, row: Row, refused: Way['refused']): Operation {
  const named = { table: 'transactions', id: refused === 'usual' ? crypto.randomUUID() : row.id } as const;
  const seen = { accountId: row.accountId, number: SEEN };
  if (kind === 'deleted') return { kind: 'delete', ...named, seen };
  const long = refused === 'other' ? { description: LONG } : {};
  if (kind === 'added') {
    const accountId = refused === 'usual' ? crypto.randomUUID() : row.accountId;
    return insertOf({ ...row, ...long, accountId });
  }
  const after = kind === 'changed' ? { category: 'Home' } : { status: 'cleared', reconciliationId: null };
  return { kind: 'patch', ...named, seen, before: {}, after: { ...after, ...long } };
}

type Row = ReturnType<typeof newRow>;

const newRow = (accountId: string) => ({
  id: crypto.randomUUID(),
  createdAt: new Date().toISOString(),
  accountId,
  type: 'expense' as const,
  amount: 100,
  date: '2026-11-02',
  description: 'Groceries at the corner',
  category: 'Food',
  notes: '',
  budgetId: null,
  ...TRANSACTION_DEFAULTS,
});

const insertOf = (row: Row): Operation => ({ kind: 'insert', table: 'transactions', row });

const mutationOf = (operations: Operation[]): Mutation => ({
  id: crypto.randomUUID(),
  editedAt: new Date().toISOString(),
  operations,
});
