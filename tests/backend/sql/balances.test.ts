import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROTOCOL_VERSION } from '../../../sync/protocol.ts';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import fc from '../../support/random.ts';
import { insertTransaction, makePerson, mutation, openAccount, type Person, transaction } from './people.ts';

let database: TestDatabase;
let ada: Person;
let accounts: string[];

beforeAll(async () => {
  database = await startDatabase();
  ada = await makePerson(database, 'ada');
  accounts = [await openAccount(ada, 'One'), await openAccount(ada, 'Two')];
}, 60_000);
afterAll(() => database.stop());

const account = fc.nat(1).map((n) => n);
const amount = fc.integer({ min: 1, max: 99_999_999_999 });
const type = fc.constantFrom('income', 'expense');
const step = fc.oneof(
  fc.record({ what: fc.constant('add' as const), account, amount, type }),
  fc.record({ what: fc.constant('edit' as const), nth: fc.nat(), amount, type }),
  fc.record({ what: fc.constant('move' as const), nth: fc.nat(), account }),
  fc.record({ what: fc.constant('delete' as const), nth: fc.nat() }),
  fc.record({ what: fc.constant('many' as const), account, amount }),
);

async function take(ids: string[], done: typeof step extends fc.Arbitrary<infer Step> ? Step : never): Promise<void> {
  const accountId = 'account' in done ? (accounts[done.account] ?? '') : '';
  if (done.what === 'add') {
    const row = transaction(accountId, { amount: done.amount, type: done.type === 'income' ? 'income' : 'expense' });
    ids.push(row.id);
    await ada.push({ kind: 'insert', table: 'transactions', row });
    return;
  }
  if (done.what === 'many') {
    await ada.push(
      insertTransaction(accountId, { amount: done.amount }),
      insertTransaction(accountId, { amount: done.amount, type: 'income' }),
    );
    return;
  }
  const id = ids[done.nth % ids.length];
  if (!id) return;
  if (done.what === 'edit') {
    await ada.sql`update transactions set amount = ${done.amount}::bigint / 100.0,
      type = ${done.type === 'income' ? 'credit' : 'debit'} where transaction_id = ${id}`;
  } else if (done.what === 'move') {
    await ada.sql`update transactions set account_id = ${accountId} where transaction_id = ${id}`;
  } else {
    await ada.push({ kind: 'delete', table: 'transactions', id });
  }
}

describe('balances', () => {
  test('after any history of writes by push and by table, each equals the sum of its rows to the cent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const ids: string[] = [];
        for (const done of steps) await take(ids, done);
        const rows = await database.sql`
          select a.balance, coalesce((select sum(case type when 'credit' then amount else -amount end)
            from transactions t where t.account_id = a.account_id), 0) as recount from accounts a`;
        for (const row of rows) expect(Number(row.balance)).toBe(Number(row.recount));
      }),
      { numRuns: 20 },
    );
  });

  test('a balance that a client writes is recomputed', async () => {
    const accountId = await openAccount(ada, 'Three');
    await ada.push(insertTransaction(accountId, { amount: 500, type: 'income' }));
    const [row] =
      await ada.sql`update accounts set balance = 1000000 where account_id = ${accountId} returning balance`;
    expect(row).toEqual({ balance: '5.00' });
  });

  test('one statement over many rows writes the balance of an account once', async () => {
    const accountId = await openAccount(ada, 'Four');
    const writes = await ada.sql.begin(async (sql) => {
      const before = await accountWrites(sql);
      await sql`insert into transactions (account_id, type, amount, transaction_date)
        select ${accountId}, 'credit', 1, '2026-11-01' from generate_series(1, 100)`;
      return (await accountWrites(sql)) - before;
    });
    expect(writes).toBe(1);
  });

  test('one push of many mutations writes an account’s balance once, also when some are refused', async () => {
    const [accountId, other] = [await openAccount(ada, 'Five'), await openAccount(ada, 'Six')];
    const rows = Array.from({ length: 20 }, () => transaction(accountId, { amount: 100, type: 'income' }));
    await ada.pushAll(rows.map((row) => mutation({ kind: 'insert', table: 'transactions', row })));
    const patches = rows.map(({ id }, n) => {
      const after = n % 2 ? { amount: 300, type: 'income' } : { accountId: other };
      const before = n % 2 ? { amount: 100, type: 'income' } : { accountId };
      return mutation({ kind: 'patch', table: 'transactions', id, seen: 999, before, after });
    });
    const [first] = rows;
    const refused = mutation(
      { kind: 'delete', table: 'transactions', id: first?.id ?? '' },
      insertTransaction(accountId, { amount: 0 }),
    );
    const pushed = JSON.stringify([...patches, refused]);
    const writes = await ada.sql.begin(async (sql) => {
      const before = await accountWrites(sql);
      await sql`select sync_push(${ada.id}, ${PROTOCOL_VERSION}, ${pushed}::text::jsonb)`;
      return (await accountWrites(sql)) - before;
    });
    expect(writes).toBe(2);
    const balances =
      await ada.sql`select balance from accounts where account_id in (${accountId}, ${other}) order by account_name`;
    expect(balances.map((row) => row.balance)).toEqual(['30.00', '10.00']);
  });
});

async function accountWrites(sql: TransactionSql): Promise<number> {
  const [row] = await sql`select n_tup_upd::int as writes from pg_stat_xact_user_tables where relname = 'accounts'`;
  return row?.writes;
}
