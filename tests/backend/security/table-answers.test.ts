/** The table API: small requests make no large answers, and nothing in a request takes long to parse. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../supabase/embedded/http/limits.ts';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';
import { type Caller, openAccount, signUp } from '../../support/invitations-people.ts';
import { entryOf } from './scene.ts';

let backend: TestBackend;
let ada: Caller;
let household: string;
let token: string;

/** Ada's rows have more notes together than one answer holds. */
const notes = 9000;
const rows = Math.ceil((1.5 * limits.answerBytes.most) / notes);

beforeAll(async () => {
  backend = await startTestBackend();
  ada = await signUp(backend, 'ada');
  household = await openAccount(ada);
  token = (await ada.client.auth.getSession()).data.session?.access_token ?? '';
  await backend.sql`
    insert into public.transactions (account_id, type, amount, transaction_date, created_by, metadata)
    select ${household}, 'debit', 1, '2026-03-31', ${ada.id}, jsonb_build_object('notes', repeat('n', ${notes}))
    from generate_series(1, ${rows})`;
}, 60_000);
afterAll(() => backend.stop());

type Asked = { method?: string; headers?: Record<string, string>; body?: string };

async function ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}) {
  const answer = await fetch(`${backend.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: backend.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  return { status: answer.status, code: /"code":"(\w+)"/.exec(text)?.[1] ?? null, text };
}

const times = (count: number, item: (n: number) => string, between = ',') =>
  Array.from({ length: count }, (_, n) => item(n)).join(between);

const writes = { prefer: 'return=representation' };
const entry = () => JSON.stringify(entryOf(household, 'Tea'));

describe('a select', () => {
  const repeated: [string, string, Asked?][] = [
    ['under other names', 'transactions?select=a:notes,b:notes'],
    ['with casts', 'transactions?select=a:notes::text,b:notes::varchar'],
    ['in quotes', 'transactions?select=notes,b:"notes"'],
    ['by arrows', 'transactions?select=a:metadata->notes,b:metadata->>notes'],
    ['in an embedded table', 'accounts?select=transactions(a:notes,b:notes)'],
    ['of an embedded table', 'accounts?select=a:transactions(notes),b:transactions(notes)'],
    ['of an embedded table, inside of itself', 'accounts?select=transactions(accounts(transactions(notes)))'],
    ['of the requested table', 'transactions?select=accounts(transactions(notes))'],
    ['after an insert', 'transactions?select=a:notes,b:notes', { method: 'POST', headers: writes, body: '{}' }],
    ['after an update', 'transactions?select=a:notes,b:notes', { method: 'PATCH', headers: writes, body: '{}' }],
    ['after a deletion', 'transactions?select=a:notes,b:notes', { method: 'DELETE', headers: writes }],
    ['of a function', 'rpc/create_account?select=a:account_name,b:account_name', { method: 'POST', body: '{}' }],
    ['in an order', 'transactions?order=notes.asc,notes.desc'],
    ['in the columns of an insert', 'transactions?columns=notes,"notes"', { method: 'POST', body: '{}' }],
    ['as CSV', 'transactions?select=a:notes,b:notes', { headers: { accept: 'text/csv' } }],
  ];
  test.each(repeated)('names nothing twice %s', async (_how, path, asked) => {
    expect(await ask(path, asked)).toMatchObject({ status: 400, code: 'PT400' });
  });

  test.each([
    ['columns', (count: number) => `transactions?select=${times(count, (n) => `c${n}`)}`],
    ['columns of an embedded table', (count: number) => `accounts?select=t(${times(count - 1, (n) => `c${n}`)})`],
    ['columns of an order', (count: number) => `transactions?order=${times(count + 1, (n) => `c${n}`)}`],
  ])('names at most forty %s', async (_what, path) => {
    const most = limits.selectItems.most;
    expect(await ask(path(most))).toMatchObject({ status: 400, code: 'PT400' });
    // There are no such columns, which is for the library to say.
    expect(await ask(path(most - 1))).not.toMatchObject({ code: 'PT400' });
  });

  test('that people write goes on', async () => {
    const { client } = ada;
    const read = [
      client.from('transactions').select('*').limit(1),
      client.from('transactions').select('id:transaction_id, amount, accounts(account_name, balance)').limit(1),
      client.from('accounts').select('*, transactions(transaction_id, amount), budgets(*), categories(name)'),
      client.from('transactions').select('metadata->notes, other:metadata->>budget_id').order('amount').limit(1),
      client.from('transactions').insert(entryOf(household, 'Tea')).select().single(),
      client
        .from('transactions')
        .insert([entryOf(household, 'Tea'), entryOf(household, 'Bread')])
        .select('amount'),
      client
        .from('transactions')
        .select('*')
        .in('transaction_id', times(300, () => crypto.randomUUID()).split(',')),
      client.from('transactions').select('*').or('and(amount.gt.1,amount.lt.2),description.ilike.*tea*').limit(1),
    ];
    for (const query of read) expect((await query).error).toBeNull();
  });
});

describe('an answer', () => {
  const tooLarge = { status: 413, code: 'PT413' };

  test.each<[string, string, Asked?]>([
    ['of rows', 'transactions?select=notes'],
    ['as CSV', 'transactions?select=notes', { headers: { accept: 'text/csv' } }],
    ['of one embedded row', 'accounts?select=transactions(notes)'],
    [
      'as one object',
      'accounts?select=transactions(notes)',
      { headers: { accept: 'application/vnd.pgrst.object+json' } },
    ],
    ['of updated rows', 'transactions?type=eq.debit', { method: 'PATCH', headers: writes, body: '{"amount":2}' }],
    ['of deleted rows', 'transactions?type=eq.debit', { method: 'DELETE', headers: writes }],
  ])('%s beyond 4 MB is refused, and says to read in parts', async (_what, path, asked) => {
    const answer = await ask(path, asked);
    expect(answer).toMatchObject(tooLarge);
    expect(answer.text).toContain('Read it in parts');
  });

  test('that is refused has changed nothing', async () => {
    const path = `transactions?account_id=eq.${household}&amount=eq.1`;
    const asked = { method: 'PATCH', headers: writes, body: '{"amount":7}' };
    expect(await ask(path, asked)).toMatchObject(tooLarge);
    expect(await backend.sql`select from public.transactions where amount = 7`).toHaveLength(0);
  });

  test('that is read in parts is whole', async () => {
    const found = new Set<string>();
    for (let from = 0; from < rows; from += 200) {
      const { data, error } = await ada.client
        .from('transactions')
        .select('transaction_id, notes')
        .gte('notes', 'n')
        .order('transaction_id')
        .range(from, from + 199);
      expect(error).toBeNull();
      for (const row of data ?? []) found.add(row.transaction_id);
    }
    expect(found.size).toBe(rows);
  });

  test('of a write counts what it returns, not the whole rows', async () => {
    const path = `transactions?account_id=eq.${household}&select=transaction_id`;
    expect(await ask(path, { method: 'PATCH', headers: writes, body: '{"amount":3}' })).toMatchObject({ status: 200 });
  });

  test('has no more columns than before', async () => {
    const inserted = await ask('transactions?select=amount', { method: 'POST', headers: writes, body: entry() });
    expect(inserted.text).toBe('[{"amount":5}]');
    const path = 'transactions?description=eq.Tea&limit=1';
    const whole = JSON.parse((await ask(path)).text)[0];
    const updated = await ask(`transactions?transaction_id=eq.${whole.transaction_id}`, {
      method: 'PATCH',
      headers: writes,
      body: '{"amount":6}',
    });
    expect(Object.keys(JSON.parse(updated.text)[0])).toEqual(Object.keys(whole));
  });
});

describe('a query', () => {
  const nested = (depth: number) => `transactions?or=(${'or('.repeat(depth)}amount.gt.1${')'.repeat(depth)})`;

  test.each<[string, string]>([
    ['brackets that are nested too deep', nested(3700)],
    ['brackets that are nested deeper than sixteen times', nested(limits.queryDepth.most)],
    ['brackets in a filter of an embedded table', `transactions?accounts.${nested(100).split('?')[1]}`],
    ['nested tables', `transactions?select=${'a('.repeat(50)}b${')'.repeat(50)}`],
    ['arrows in a filter', `transactions?${'metadata'}${times(700, () => '->a', '')}=eq.1`],
    ['thousands of values', `transactions?amount=in.(${times(6000, () => '1')})`],
    ['hundreds of filters', `transactions?${times(1000, () => 'amount=gt.1', '&')}`],
  ])('with %s is refused before it is parsed', async (_what, path) => {
    expect(await ask(path)).toMatchObject({ status: 400, code: 'PT400' });
  });

  test('with brackets that are nested sixteen times is parsed', async () => {
    expect(await ask(`${nested(limits.queryDepth.most - 1)}&limit=1&select=amount`)).not.toMatchObject({
      code: 'PT400',
    });
  });
});

describe('a body of another form than JSON', () => {
  const send = (type: string, body: string) =>
    ask('transactions', { method: 'POST', headers: { 'content-type': type }, body });

  test.each([
    ['a table', 'text/csv', times(limits.bodyValues.most + 1, () => 'a')],
    ['a table with many columns and empty lines', 'text/csv', `${times(500, () => 'a')}${'\n'.repeat(200)}`],
    ['a table that begins like JSON', 'text/csv', `{"${times(limits.bodyValues.most + 1, () => 'a')}`],
    ['fields', 'application/x-www-form-urlencoded', times(limits.bodyValues.most + 1, () => 'a', '&')],
  ])('has at most as many values as JSON: %s', async (_what, type, body) => {
    expect(await send(type, body)).toMatchObject({ status: 413, code: 'PT413' });
  });

  test('goes on when it is small', async () => {
    const line = `${household},debit,9,2026-03-31`;
    const { status } = await send('text/csv', `account_id,type,amount,transaction_date\n${line}\n${line}`);
    expect(status).toBe(201);
  });
});
