/**
 * A connection keeps the plans that it made for its first calls. On a young install it made them for empty tables, and
 * PostgreSQL knows nothing of what came since. What a push looks at is counted, never timed.
 */
import type { Sql, TransactionSql } from 'postgres';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importedId } from '#domain/ids/imported-id';
import type { Operation, Patch } from '#domain/mutations/operations';
import { PROTOCOL_VERSION, PullAnswer } from '../../../sync/protocol.ts';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { type PlanWatcher, type Work, watchPlans } from '../../support/executed-plans.ts';
import {
  type Cursors,
  insertAccount,
  makePerson,
  mutation,
  noCursors,
  openAccount,
  type Person,
  transaction,
} from './people.ts';

let database: TestDatabase;
let person: Person;
let accountId: string;
const other = crypto.randomUUID();
let watcher: PlanWatcher;
beforeAll(async () => {
  database = await startDatabase();
  person = await makePerson(database, 'ada');
  accountId = await openAccount(person);
  await person.push(insertAccount(person.id, other, 'Other'));
  watcher = await watchPlans(database);
});
afterAll(async () => {
  await watcher.sql.end();
  await database.stop();
});

const ROWS = 120;

/** Its author has seen everything that there is. */
const ALL = 1_000_000;

const importId = crypto.randomUUID();
const keyOf = (n: number) => n.toString(16).padStart(40, '0');
const idOf = (n: number) => importedId(accountId, keyOf(n));
const rowOf = (n: number) =>
  transaction(accountId, { id: idOf(n), importId, importedText: `POS ${n}`, status: 'cleared', description: `${n}` });

/** What is done to the nth row. Each step goes on with what the step before has left. */
const steps: Record<string, (n: number) => Operation> = {
  'an import': (n) => ({ kind: 'insert', table: 'transactions', row: rowOf(n), key: keyOf(n) }),
  'a change of many rows': (n) => patch(n, { category: 'Food' }, { category: 'Trips' }),
  'the undo of the change': (n) => ({ ...patch(n, { category: 'Trips' }, { category: 'Food' }), undo: true }),
  'a change of status': (n) => patch(n, { status: 'cleared' }, { status: 'open' }),
  'a move to another account': (n) => patch(n, { accountId, budgetId: null }, { accountId: other, budgetId: null }),
  'the undo of the move': (n) => ({
    ...patch(n, { accountId: other, budgetId: null }, { accountId, budgetId: null }),
    seen: { accountId: other, number: ALL },
    undo: true,
  }),
  'a deletion': (n) => ({ kind: 'delete', table: 'transactions', id: idOf(n) }),
  'the undo of the deletion': (n) => ({
    kind: 'restore',
    table: 'transactions',
    row: { ...rowOf(n), status: 'open' },
    undo: true,
  }),
  'the revert of the import': (n) => ({ kind: 'delete', table: 'transactions', id: idOf(n), importId }),
};
const PARTS = 3 + Object.keys(steps).length;

/** A statement may look at each field of each row of its push, and not at all pairs of these rows. */
const MOST_OF_PUSH = 60 * ROWS;
/** Of a table it may read all that is there, with some changes of each row, and not once more for each row. */
const MOST_OF_TABLE = 20 * ROWS * PARTS;

function patch(n: number, before: Patch['before'], after: Patch['after']): Patch {
  return { kind: 'patch', table: 'transactions', id: idOf(n), seen: { accountId, number: ALL }, before, after };
}

const device = crypto.randomUUID();
let sent = 0;

async function push(sql: Sql | TransactionSql, operations: Operation[]): Promise<void> {
  sent += 1;
  const pushed = JSON.stringify([{ ...mutation(...operations), device, number: sent, cursors: {} }]);
  const [row] = await sql`
    select public.sync_push(${person.id}, ${PROTOCOL_VERSION}, ${pushed}::text::jsonb) as answer`;
  expect(row?.answer.verdicts, JSON.stringify(operations[0])).toMatchObject([{ status: 'applied' }]);
}

/** Pulls everything, and returns the cursors after it. */
async function pull(from: Cursors, sql: Sql | TransactionSql = person.sql): Promise<Cursors> {
  let cursors = from;
  for (;;) {
    const asked = JSON.stringify(cursors);
    const [row] = await sql`select public.sync_pull(${person.id}, ${asked}::text::jsonb, 5000) as answer`;
    const { epoch, scopes } = v.parse(PullAnswer, row?.answer);
    cursors = { ...cursors, epoch, scopes: Object.fromEntries(scopes.map(({ scope, cursor }) => [scope, cursor])) };
    if (!scopes.some(({ more }) => more)) return cursors;
  }
}

/** Pushes all parts but the last, and returns the statements that look at too much for the last. It is taken back. */
async function tooMuch(parts: Operation[][]): Promise<[statement: string, rows: number][]> {
  await watcher.act(person.id, async (sql) => {
    for (const operations of parts.slice(0, -1)) await push(sql, operations);
  });
  const work = await watcher.watch(person.id, (sql) => push(sql, parts.at(-1) ?? []));
  expect(work.length).toBeGreaterThan(0);
  const looked = (nodes: Work[]) => {
    const rowsOf = new Map<string, number>();
    for (const { statement, rows } of nodes) rowsOf.set(statement, (rowsOf.get(statement) ?? 0) + rows);
    return [...rowsOf];
  };
  return [
    ...looked(work.filter(({ relation }) => relation === undefined)).filter(([, rows]) => rows > MOST_OF_PUSH),
    ...looked(work.filter(({ relation }) => relation !== undefined)).filter(([, rows]) => rows > MOST_OF_TABLE),
  ];
}

test('the last part of a large push looks at no row once for each row, with plans for empty tables', async () => {
  const row = { id: importId, createdAt: new Date().toISOString(), accountId, fileName: 'bank.csv' } as const;
  await person.push({ kind: 'insert', table: 'imports', row: { ...row, format: 'csv' } });
  await watcher.act(person.id, (sql) => pull(noCursors, sql));
  const found = [];
  for (const [at, [step, operationOf]] of Object.entries(steps).entries()) {
    const parts = Array.from({ length: PARTS - at }, (_, part) =>
      Array.from({ length: ROWS }, (_, n) => operationOf(part * ROWS + n)),
    );
    found.push({ step, tooMuch: await tooMuch(parts) });
  }
  const known = await pull(noCursors);
  const looked = await watcher.watch(person.id, (sql) => pull(known, sql));
  expect(looked.filter(({ rows }) => rows > ROWS)).toEqual([]);
  expect(found).toEqual(Object.keys(steps).map((step) => ({ step, tooMuch: [] })));
});
