/** A device that still runs v0.1.0, and devices of today that edit, delete and rename in the same account. */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROTOCOL_VERSION, PushAnswer } from '../../sync/protocol.ts';
import { startDatabase, type TestDatabase } from '../support/backend.ts';
import { wireOf } from '../support/released-wire.ts';
import { type Ask, askPostgres, ReleasedClient } from './support/released-client.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

describe('a device of v0.1.0 among devices of today', () => {
  const today = { id: '00000000-0000-4000-8000-0000000000e1', email: 'eve@example.org' };
  const older = { id: '00000000-0000-4000-8000-0000000000e2', email: 'finn@example.org' };
  const device = crypto.randomUUID();
  let account: string;
  let finn: ReleasedClient;
  let askAsFinn: Ask;
  let askAsEve: Ask;
  let sent = 0;

  beforeAll(async () => {
    for (const { id, email } of [today, older]) await database.createUser(email, id);
    const eve = await database.connectAs(today.id, today.email);
    askAsEve = askPostgres(eve);
    askAsFinn = askPostgres(await database.connectAs(older.id, older.email));
    finn = new ReleasedClient(older.id, askAsFinn, await wireOf('0.1.0'));
    const [made] = await eve`select (public.create_account('Household')).account_id as id`;
    account = made?.id;
    await database.sql`insert into public.memberships (account_id, target, user_id, email, role)
      values (${account}, 'account', ${older.id}, ${older.email}, 'admin')`;
    await finn.pull();
  });

  const START = Date.now() - 3_600_000;
  const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString();
  const transaction = (over: object = {}) => ({
    id: crypto.randomUUID(),
    createdAt: at(0),
    accountId: account,
    amount: 1000,
    date: '2026-11-05',
    description: 'Market',
    type: 'expense',
    category: 'Food',
    notes: '',
    budgetId: null,
    ...over,
  });

  /** Eve's device speaks today's protocol. Answers with the verdict on its one mutation. */
  async function eveDoes(minutes: number, operation: object, over: object = {}) {
    const mutation = { id: crypto.randomUUID(), editedAt: at(minutes), device, number: ++sent, ...over };
    const parameters = {
      p_user: today.id,
      p_schema: PROTOCOL_VERSION,
      p_mutations: [{ ...mutation, operations: [operation] }],
    };
    return v.parse(PushAnswer, await askAsEve('sync_push', parameters)).verdicts[0];
  }
  async function finnDoes(minutes: number, operation: object, id: string = crypto.randomUUID()) {
    const { verdicts } = await finn.push([{ id, editedAt: at(minutes), operations: [operation] }]);
    return verdicts[0];
  }
  const numberOf = async (id: string): Promise<number> => {
    const [row] = await database.sql`select version::int from public.transactions where transaction_id = ${id}`;
    return row?.version;
  };
  const amount = (id: string, seen: unknown, before: number, after: number) => ({
    kind: 'patch',
    table: 'transactions',
    id,
    seen,
    before: { amount: before, type: 'expense' },
    after: { amount: after, type: 'expense' },
  });
  const erase = (id: string, seen?: unknown) => ({
    kind: 'delete',
    table: 'transactions',
    id,
    ...(seen ? { seen } : {}),
  });

  /** A row that both have seen, with its number. */
  async function sharedRow() {
    const row = transaction();
    await eveDoes(0, { kind: 'insert', table: 'transactions', row });
    await finn.pull();
    return { id: row.id, number: await numberOf(row.id) };
  }
  const idsOf = ({ scopes }: Awaited<ReturnType<ReleasedClient['pull']>>) =>
    scopes.flatMap(({ transactions }) => transactions.map(({ id }) => id));
  const noticesOf = async (user: { id: string }) =>
    (await database.sql`select count(*)::int as notices from private.notices where user_id = ${user.id}`)[0]?.notices;

  it('keeps its later edit when a deletion of today arrives afterwards', async () => {
    const { id, number } = await sharedRow();
    expect(await finnDoes(10, amount(id, number, 1000, 2000))).toMatchObject({ status: 'applied' });
    expect(await eveDoes(5, erase(id, { accountId: account, number }))).toMatchObject({ status: 'superseded' });
    expect(idsOf(await finn.pull())).toContain(id);
  });

  it('is told in words that it knows when its own earlier deletion does not stand', async () => {
    const { id, number } = await sharedRow();
    await eveDoes(10, amount(id, { accountId: account, number }, 1000, 2000));
    expect(await finnDoes(5, erase(id))).toMatchObject({ status: 'superseded', by: today.email });
    expect(idsOf(await finn.pull())).toContain(id);
  });

  it('brings a row back with an edit that is later than a deletion of today', async () => {
    const { id, number } = await sharedRow();
    await eveDoes(5, erase(id, { accountId: account, number }));
    expect(await finnDoes(10, amount(id, number, 1000, 3000))).toMatchObject({ status: 'applied' });
    expect((await finn.pull()).scopes[0]?.transactions).toMatchObject([{ id, amount: 3000 }]);
  });

  it('gets the name that a category has meanwhile', async () => {
    await eveDoes(20, {
      kind: 'call',
      name: 'category.rename',
      arguments: { type: 'expense', from: 'Food', to: 'Groceries' },
    });
    const row = transaction({ description: 'Entered before the rename' });
    expect(await finnDoes(15, { kind: 'insert', table: 'transactions', row })).toMatchObject({ status: 'applied' });
    const rows = (await finn.pull()).scopes.flatMap(({ transactions }) => transactions);
    expect(rows.find(({ id }) => id === row.id)).toMatchObject({ category: 'Groceries' });
  });

  it('is sent no notices, and no key of later protocols', async () => {
    const { id, number } = await sharedRow();
    expect(await finnDoes(5, amount(id, number, 1000, 2000))).toMatchObject({ status: 'applied' });
    await eveDoes(10, amount(id, { accountId: account, number }, 1000, 5000));
    expect(await noticesOf(older)).toBeGreaterThan(0);
    const cursors = { protocol: 4, epoch: null, scopes: {} };
    const answer = await askAsFinn('sync_pull', { p_user: older.id, p_cursors: cursors, p_limit: 1000 });
    const keys = v.parse(v.record(v.string(), v.unknown()), answer);
    expect(Object.keys(keys).sort()).toEqual(['budgetRoles', 'epoch', 'invitations', 'scopes', 'serverNow', 'user']);
    const scopes = v.parse(v.array(v.looseObject({ cursor: v.record(v.string(), v.unknown()) })), keys.scopes);
    expect(Object.keys(scopes[0]?.cursor ?? {}).sort()).toEqual(['before', 'grantId', 'version']);
  });

  it('gets the same verdict on a mutation after the ledger was collected, and one of today is refused', async () => {
    const row = { kind: 'insert', table: 'transactions', row: transaction() };
    const id = crypto.randomUUID();
    const first = await finnDoes(5, row, id);
    const forgotten = { id: crypto.randomUUID(), number: ++sent };
    const other = { kind: 'insert', table: 'transactions', row: transaction() };
    expect(await eveDoes(5, other, forgotten)).toMatchObject({ status: 'applied' });
    await database.sql`select public.collect_garbage('-1 second')`;
    expect(await finnDoes(5, row, id)).toEqual(first);
    expect(await eveDoes(5, other, forgotten)).toMatchObject({ status: 'rejected', reason: 'forgotten' });
    await finn.pull();
    expect(Object.values(await finn.heads())).toHaveLength(1);
  });
});
