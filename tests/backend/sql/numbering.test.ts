import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROTOCOL_VERSION } from '../../../sync/protocol.ts';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { makeDevice } from './device.ts';
import { insertTransaction, makePerson, mutation, openAccount, type Person, transaction } from './people.ts';

let database: TestDatabase;
let ada: Person;

beforeAll(async () => {
  database = await startDatabase();
  ada = await makePerson(database, 'ada');
}, 60_000);
afterAll(() => database.stop());

/** All numbers of an account's log that a row or a tombstone has, in order. */
async function numbers(accountId: string): Promise<number[]> {
  const rows = await database.sql<{ version: number }[]>`
    select version::int from (
      select version from accounts where account_id = ${accountId}
      union all select version from transactions where account_id = ${accountId}
      union all select version from categories where account_id = ${accountId}
      union all select version from memberships where account_id = ${accountId}
      union all select version from private.removals where account_id = ${accountId} and kind = 'transaction') numbered
    order by version`;
  return rows.map((row) => row.version);
}

describe('numbers', () => {
  test('12 people write at once without a gap in numbers, and a device that pulls misses no row', async () => {
    const accountId = await openAccount(ada);
    await database.sql`delete from categories where account_id = ${accountId}`;
    await database.sql`delete from private.removals where account_id = ${accountId}`;
    const start = (await numbers(accountId)).length;
    const [before] =
      await database.sql`select version::int as head from private.account_log where account_id = ${accountId}`;
    const writers = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => database.connectAs(ada.id, `writer-${n}@example.org`)),
    );
    const device = makeDevice(ada);
    let writing = true;
    const reading = (async () => {
      while (writing) await device.pull(50);
      await device.pullAll();
    })();
    await Promise.all(
      writers.map(async (sql, n) => {
        for (let round = 0; round < 10; round += 1) {
          if (n % 3 === 0) {
            // Any client of the table API writes like this.
            await sql`insert into transactions (account_id, type, amount, transaction_date)
              select ${accountId}, 'credit', 1, '2026-11-01' from generate_series(1, 5)`;
          } else {
            const rows = JSON.stringify([mutation(...Array.from({ length: 5 }, () => insertTransaction(accountId)))]);
            await sql`select sync_push(${ada.id}, ${PROTOCOL_VERSION}, ${rows}::text::jsonb)`;
          }
        }
      }),
    );
    writing = false;
    await reading;
    const stored =
      await database.sql`select transaction_id as id from transactions where account_id = ${accountId} order by 1`;
    expect(stored).toHaveLength(600);
    expect(device.ids(`account:${accountId}`)).toEqual(stored.map((row) => row.id));
    const taken = (await numbers(accountId)).slice(start);
    expect(taken).toEqual(Array.from({ length: 600 }, (_, n) => before?.head + n + 1));
  });

  test('12 people who push across the same accounts in any order never run into a deadlock', async () => {
    const accounts = await Promise.all(['One', 'Two', 'Three', 'Four'].map((name) => openAccount(ada, name)));
    const writers = await Promise.all(Array.from({ length: 12 }, () => database.connectAs(ada.id, ada.email)));
    const codes = await Promise.all(
      writers.map(async (sql, n) => {
        const failures: string[] = [];
        for (let round = 0; round < 15; round += 1) {
          const order = n % 2 ? accounts : accounts.toReversed();
          const rows = JSON.stringify(order.map((id) => mutation(insertTransaction(id))));
          await sql`select sync_push(${ada.id}, ${PROTOCOL_VERSION}, ${rows}::text::jsonb)`.catch(
            (error: { code: string }) => failures.push(error.code),
          );
        }
        return failures;
      }),
    );
    expect(codes.flat()).toEqual([]);
    for (const id of accounts) {
      const [row] = await database.sql`select balance from accounts where account_id = ${id}`;
      expect(row).toEqual({ balance: '-2250.00' });
    }
  });

  test('a push whose row moved while it waited for the log is sent back for a retry', async () => {
    const [from, to] = [await openAccount(ada, 'From'), await openAccount(ada, 'To')];
    const row = transaction(from);
    await ada.push({ kind: 'insert', table: 'transactions', row });
    const other = await database.connectAs(ada.id, ada.email);
    await other`begin`;
    await other`update transactions set account_id = ${to} where transaction_id = ${row.id}`;
    const waiting = ada
      .push({ kind: 'delete', table: 'transactions', id: row.id })
      .catch((error: { code: string }) => error.code);
    await waitingForLock();
    await other`commit`;
    expect(await waiting).toBe('40001');
    expect(await ada.push({ kind: 'delete', table: 'transactions', id: row.id })).toMatchObject({ status: 'applied' });
  });

  test('a pull shows one moment: while a transaction moves to and fro, each pull has it exactly once', async () => {
    const [one, two] = [await openAccount(ada, 'One'), await openAccount(ada, 'Two')];
    const row = transaction(one);
    await ada.push({ kind: 'insert', table: 'transactions', row });
    const other = await database.connectAs(ada.id, ada.email);
    let moving = true;
    const moves = (async () => {
      for (let n = 0; moving; n += 1) {
        await other`update transactions set account_id = ${n % 2 ? one : two} where transaction_id = ${row.id}`;
      }
    })();
    const seen: number[] = [];
    for (let n = 0; n < 60; n += 1) {
      const { scopes } = await ada.pull();
      seen.push(scopes.flatMap((scope) => scope.transactions).filter(({ id }) => id === row.id).length);
    }
    moving = false;
    await moves;
    expect(new Set(seen)).toEqual(new Set([1]));
  });

  test('a mutation that arrives twice at the same moment is done once', async () => {
    const accountId = await openAccount(ada);
    const second = await database.connectAs(ada.id, ada.email);
    const entry = JSON.stringify([mutation(insertTransaction(accountId))]);
    const answers = await Promise.all(
      [ada.sql, second].map(
        (sql) => sql`select sync_push(${ada.id}, ${PROTOCOL_VERSION}, ${entry}::text::jsonb) -> 'verdicts' as verdicts`,
      ),
    );
    expect(answers[0]?.[0]?.verdicts).toEqual(answers[1]?.[0]?.verdicts);
    const [row] = await database.sql`select count(*)::int from transactions where account_id = ${accountId}`;
    expect(row).toEqual({ count: 1 });
  });

  test('a mutation decided in two accounts at once is done in one, and sends the other push back', async () => {
    const [here, there] = [await openAccount(ada, 'Here'), await openAccount(ada, 'There')];
    const { id } = mutation();
    const other = await database.connectAs(ada.id, ada.email);
    const entry = JSON.stringify([{ ...mutation(insertTransaction(here)), id }]);
    await other`begin`;
    await other`select sync_push(${ada.id}, ${PROTOCOL_VERSION}, ${entry}::text::jsonb)`;
    const again = { ...mutation(insertTransaction(there)), id };
    const waiting = ada.pushAll([again]).catch((error: { code: string }) => error.code);
    await waitingForLock();
    await other`commit`;
    expect(await waiting).toBe('40001');
    expect(await numbers(there)).toEqual([1]);
    expect((await ada.pushAll([again])).verdicts).toMatchObject([{ reason: 'payload_mismatch' }]);
  });

  test('a statement over many rows writes the log once, and a refused mutation takes no number', async () => {
    const accountId = await openAccount(ada);
    const head = async () =>
      (await database.sql`select version::int as head from private.account_log where account_id = ${accountId}`)[0]
        ?.head;
    const before = await head();
    await ada.push(insertTransaction(accountId), insertTransaction(accountId, { amount: 0 }));
    expect(await head()).toBe(before);
    await ada.sql`insert into transactions (account_id, type, amount, transaction_date) values
      (${accountId}, 'debit', 1, '2026-11-01'), (${accountId}, 'debit', 2, '2026-11-02')`;
    expect(await head()).toBe(before + 2);
  });

  test('a write that changes nothing on the wire takes no number', async () => {
    const accountId = await openAccount(ada);
    const row = transaction(accountId);
    await ada.push({ kind: 'insert', table: 'transactions', row });
    const before = await numbers(accountId);
    await ada.sql`update transactions set description = description, metadata = metadata || '{"source": "import"}'
      where transaction_id = ${row.id}`;
    await ada.sql`update accounts set balance = 0 where account_id = ${accountId}`;
    expect(await numbers(accountId)).toEqual(before);
  });
});

/** Waits until some connection waits for a row lock. */
async function waitingForLock(): Promise<void> {
  for (;;) {
    const rows = await database.sql`select from pg_stat_activity where wait_event_type = 'Lock'`;
    if (rows.length > 0) return;
  }
}
