/**
 * `npm run bench:server [rows]` measures how many full transaction rows a second a client pulls from and pushes to the
 * real backend, over HTTP, with row-level security. The backend is a separate process with its data on disk and every
 * write flushed. The same calls on a database connection show what HTTP and JSON cost. It also measures what a mutation
 * of many rows costs that is decided apart. `--beside <commit>` measures that commit and today's code in turns. Not
 * part of `npm test`.
 */
import { rm } from 'node:fs/promises';
import type { Sql } from 'postgres';
import type { Mutation } from '#domain/mutations/operations';
import { TRANSACTION_DEFAULTS } from '#domain/rows';
import { PROTOCOL_VERSION, type PullCursors } from '../../sync/protocol.ts';
import { LIMITS } from '../../sync/pull.ts';
import { makeDataDir, type SpawnedBackend, spawnBackend } from '../support/backend.ts';
import { reportApart } from './apart.ts';
import { besideOf, measureBeside } from './beside/measure-beside.ts';
import { seedLedger } from './ledger-seed.ts';
import { type Client, openClient, type SentAnswer } from './server-client.ts';
import { spreadOf } from './statistics.ts';

const RUNS = 5;
const CLIENTS = 8;
const ROWS_A_PUSH = 100;
const PUSHES_A_CLIENT = 25;

type Pull = (cursors: PullCursors, limit: number) => Promise<SentAnswer>;

/** Pulls everything that the server has for this user, page by page; returns the number of transactions. */
async function pullEverything(pull: Pull): Promise<number> {
  let cursors: PullCursors = { protocol: PROTOCOL_VERSION, epoch: null, scopes: {} };
  let rows = 0;
  for (;;) {
    const { epoch, scopes } = await pull(cursors, cursors.epoch === null ? LIMITS.first : LIMITS.later);
    rows += scopes.reduce((sum, { transactions }) => sum + (transactions?.id.length ?? 0), 0);
    if (!scopes.some(({ more }) => more)) return rows;
    cursors = { ...cursors, epoch, scopes: Object.fromEntries(scopes.map(({ scope, cursor }) => [scope, cursor])) };
  }
}

function newRows(accountId: string, count: number): Mutation['operations'] {
  return Array.from({ length: count }, (_, n) => ({
    kind: 'insert',
    table: 'transactions',
    row: {
      id: crypto.randomUUID(),
      createdAt: new Date().toISOString(),
      accountId,
      type: 'expense',
      amount: 100 + n,
      date: '2026-11-02',
      description: `Groceries at the corner ${n}`,
      category: 'Food',
      notes: '',
      budgetId: null,
      ...TRANSACTION_DEFAULTS,
    },
  }));
}

const asMutation = (operations: Mutation['operations']): Mutation => ({
  id: crypto.randomUUID(),
  editedAt: new Date().toISOString(),
  operations,
});

/** A hundred rows as one intent (an import), or as a hundred intents (a day offline). */
const shapes = {
  'one mutation of 100 rows': (accountId: string) => [asMutation(newRows(accountId, ROWS_A_PUSH))],
  '100 mutations of a row': (accountId: string) => newRows(accountId, ROWS_A_PUSH).map((row) => asMutation([row])),
};

async function pushAtOnce(clients: Client[], shape: (accountId: string) => Mutation[]): Promise<number> {
  const pushAll = async ({ accountId, push }: Client) => {
    for (let n = 0; n < PUSHES_A_CLIENT; n++) {
      const { verdicts } = await push(shape(accountId));
      if (verdicts.some(({ status }) => status !== 'applied')) throw new Error(JSON.stringify(verdicts));
    }
  };
  await Promise.all(clients.map(pushAll));
  return clients.length * PUSHES_A_CLIENT * ROWS_A_PUSH;
}

/** The same statement without HTTP, as the signed-in user. */
function pullOnConnection(sql: Sql, { userId }: Client): Pull {
  return (cursors, limit) =>
    sql.begin(async (transaction) => {
      const claims = JSON.stringify({ sub: userId, role: 'authenticated' });
      await transaction`select
        set_config('request.jwt.claims', ${claims}, true),
        set_config('role', 'authenticated', true)`;
      const [row] =
        await transaction`select sync_pull(${userId}, ${JSON.stringify(cursors)}::text::jsonb, ${limit}) as answer`;
      return row?.answer;
    });
}

async function report(name: string, run: () => Promise<number>): Promise<void> {
  const rates: number[] = [];
  await run();
  for (let n = 0; n < RUNS; n++) {
    const start = performance.now();
    const rows = await run();
    rates.push((rows / (performance.now() - start)) * 1000);
  }
  const { median, max } = spreadOf(rates);
  console.log(`${name}: median ${Math.round(median)} rows/s (${Math.round(Math.min(...rates))} to ${Math.round(max)})`);
}

async function measure(backend: SpawnedBackend, sql: Sql, count: number): Promise<void> {
  const reader = await openClient(backend, 'reader@example.org');
  await seedLedger(sql, reader.accountId, count);
  await sql`vacuum analyze public.transactions`;
  await report(`sync_pull of ${count} rows over HTTP`, () => pullEverything(reader.pull));
  await report(`sync_pull of ${count} rows on a connection`, () => pullEverything(pullOnConnection(sql, reader)));
  await reportApart(reader);
  const writers = await Promise.all(
    Array.from({ length: CLIENTS }, (_, n) => openClient(backend, `writer${n}@example.org`)),
  );
  for (const [name, shape] of Object.entries(shapes)) {
    await report(`sync_push, ${CLIENTS} clients, ${name}`, () => pushAtOnce(writers, shape));
  }
}

async function measureToday(rows: number): Promise<void> {
  const dataDir = await makeDataDir();
  try {
    const backend = await spawnBackend({ dataDir });
    const sql = backend.connect();
    try {
      await measure(backend, sql, rows);
    } finally {
      await sql.end();
      await backend.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const args = process.argv.slice(2);
const beside = besideOf(args);
if (beside) await measureBeside({ ...beside, only: ['server'] });
else await measureToday(Number(args[0] ?? 100_000));
