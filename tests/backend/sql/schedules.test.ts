/** Schedules in the database: other protocols, the table API, and what no device sends. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importedId } from '#domain/ids/imported-id';
import type { Insert, Operation } from '#domain/mutations/operations';
import { occurrenceKey } from '#domain/schedules/occurrence-key';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { addSchedule, occurrence, removeSchedule, scheduled, skip } from '../../sync/support/schedules-world.ts';
import { enter } from './household.ts';
import { join, makeBudget, makePerson, mutation, openAccount, type Person } from './people.ts';

let database: TestDatabase;
let ada: Person;
let ben: Person;
let household: string;
let rent: ReturnType<typeof scheduled>;

beforeAll(async () => {
  database = await startDatabase();
}, 60_000);
afterAll(() => database.stop());
beforeEach(async () => {
  [ada, ben] = await Promise.all([makePerson(database, 'ada'), makePerson(database, 'ben')]);
  household = await openAccount(ada);
  await join(ada, ben, 'member', household);
  rent = scheduled(household);
  await ada.push(addSchedule(rent));
});

/** The answers as they come, so that also what no schema names is seen. */
async function pull(person: Person, protocol: number, known: object = { epoch: null, scopes: {} }) {
  const cursors = JSON.stringify({ ...known, protocol });
  const [row] = await person.sql`select public.sync_pull(${person.id}, ${cursors}::text::jsonb, 1000) as answer`;
  return row?.answer;
}

async function pushUnder(person: Person, protocol: number, operation: object) {
  const mutations = JSON.stringify([{ ...mutation(), operations: [operation] }]);
  const [row] =
    await person.sql`select public.sync_push(${person.id}, ${protocol}, ${mutations}::text::jsonb) as answer`;
  return row?.answer.verdicts[0];
}

const DAY = '2026-02-01';

describe('[S80h] a device of an older protocol', () => {
  test.each([4, 5])(
    'of %i gets no schedules, no keys of occurrences, no tombstones and no notices',
    async (protocol) => {
      const before = await pull(ada, protocol);
      const [{ scope, cursor }] = before.scopes;
      await ada.push(occurrence(rent, DAY), skip(rent, '2026-03-01'));
      const other = scheduled(household);
      await ada.push(addSchedule(other));
      const [row] = (await ada.pull()).scopes[0]?.schedules ?? [];
      const seen = { accountId: household, number: row?.version ?? 0 };
      await ada.push({
        kind: 'patch',
        table: 'schedules',
        id: rent.id,
        seen,
        before: { notes: '' },
        after: { notes: 'a' },
      });
      await database.sql`update memberships set role = 'admin' where user_id = ${ben.id}`;
      const known = { accountId: household, number: 0 };
      expect(await ben.push(removeSchedule(rent.id, known))).toMatchObject({ status: 'applied' });
      const answer = await pull(ada, protocol, { epoch: before.epoch, scopes: { [scope]: cursor } });
      const [one] = answer.scopes;
      expect(Object.keys(one)).not.toContain('schedules');
      expect(one.removals).toEqual([]);
      expect(one.keys ?? []).toEqual([]);
      expect(answer.notices ?? []).toEqual([]);
      expect(one.transactions.id).toEqual([importedId(household, occurrenceKey(rent.id, DAY))]);
      expect((await pull(ada, 6)).notices).toMatchObject([{ table: 'schedules', kind: 'deleted' }]);
    },
  );

  test.each([4, 5])('of %i gets them once when it is a newer one', async (protocol) => {
    await ada.push(occurrence(rent, DAY));
    const early = await enter(ada, household);
    const before = await pull(ada, protocol);
    const [{ scope, cursor }] = before.scopes;
    await ada.push(skip(rent, '2026-03-01'));
    const under5 = await pull(ada, protocol, { epoch: before.epoch, scopes: { [scope]: cursor } });
    const upgraded = await pull(ada, 6, { epoch: before.epoch, scopes: { [scope]: under5.scopes[0].cursor } });
    const [one] = upgraded.scopes;
    expect(one).toMatchObject({ reset: false, transactions: null });
    expect(one.schedules).toMatchObject([{ id: rent.id, description: 'Rent' }]);
    expect(one.keys.flatMap(({ keys }: { keys: string[] }) => keys).sort()).toEqual(
      [DAY, '2026-03-01'].map((day) => occurrenceKey(rent.id, day)).sort(),
    );
    expect(one.cursor).toMatchObject({ protocol: 6, keys: one.head });
    const again = await pull(ada, 6, { epoch: before.epoch, scopes: { [scope]: one.cursor } });
    expect(again.scopes[0]).toMatchObject({ schedules: [], keys: [], transactions: null });
    expect(early).toBeDefined();
  });

  test.each([4, 5])('of %i names no schedule in a push', async (protocol) => {
    const { scheduleId: _, ...unnamed } = occurrence(rent, DAY);
    const tried = [addSchedule(scheduled(household)), removeSchedule(rent.id), skip(rent, DAY), occurrence(rent, DAY)];
    for (const operation of tried) {
      expect(await pushUnder(ada, protocol, operation)).toMatchObject({ status: 'rejected', reason: 'invalid' });
    }
    expect(await pushUnder(ada, protocol, unnamed)).toMatchObject({ status: 'rejected', reason: 'invalid' });
    const [{ count } = { count: 0 }] = await database.sql`
      select (select count(*) from schedules where account_id = ${household})::int
        + (select count(*) from import_keys where account_id = ${household})::int as count`;
    expect(count).toBe(1);
  });
});

describe('what no device sends', () => {
  test('[S80b] an occurrence that is deleted or restored by its key is refused', async () => {
    const added = occurrence(rent, DAY);
    await ada.push(added);
    const { scheduleId, key, row } = added;
    const { id } = row;
    for (const odd of [
      { kind: 'delete', table: 'transactions', id, scheduleId },
      { kind: 'delete', table: 'transactions', id, scheduleId, key },
      { kind: 'restore', table: 'transactions', row, scheduleId, key },
      { kind: 'patch', table: 'transactions', id, seen: 0, before: {}, after: {}, scheduleId },
    ]) {
      expect(await pushUnder(ada, 6, odd)).toMatchObject({ status: 'rejected', reason: 'invalid' });
    }
    const [stands] = await database.sql`select fate from import_keys where key = ${key ?? ''}`;
    expect(stands).toEqual({ fate: 'here' });
  });

  test('[S80b] additions that name a schedule and no key are refused, be they many', async () => {
    const mutations = [DAY, '2026-03-01'].map((day) => {
      const { key: _, row, ...unkeyed } = occurrence(rent, day);
      return mutation({ ...unkeyed, row: { ...row, id: crypto.randomUUID() } });
    });
    const { verdicts } = await ada.pushAll(mutations);
    expect(verdicts).toMatchObject([{ reason: 'invalid' }, { reason: 'invalid' }]);
  });

  test('[S75b] a push waits for another one in the account that it names, also where it changes nothing', async () => {
    await ada.push(skip(rent, DAY));
    const seen = { accountId: household, number: 1e9 };
    const same = { notes: '' };
    const patch = { kind: 'patch', table: 'schedules', id: rent.id, seen, before: same, after: same } as const;
    for (const operation of [skip(rent, DAY), patch]) {
      await ben.sql`begin`;
      await enter(ben, household);
      const later = ada.push(operation);
      const first = await Promise.race([later, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))]);
      await ben.sql`commit`;
      expect(first).toBe('waits');
      expect(await later).toMatchObject({ status: 'applied' });
    }
  });

  test('[S80d] a skip without an account, a schedule or a key is refused', async () => {
    const { arguments: given } = { arguments: { accountId: household, scheduleId: rent.id, key: 'a'.repeat(40) } };
    for (const over of [{ accountId: null }, { scheduleId: null }, { key: null }, { key: 'x' }, { accountId: 'no' }]) {
      for (const name of ['occurrence.skip']) {
        const call = { kind: 'call', name, arguments: { ...given, ...over } };
        expect(await pushUnder(ada, 6, call)).toMatchObject({ status: 'rejected' });
      }
    }
    const [row] = await database.sql`select count(*)::int from import_keys where account_id = ${household}`;
    expect(row).toEqual({ count: 0 });
  });

  test('[S80a] fields that the server sets are ignored or refused', async () => {
    const row = { ...scheduled(household), userId: ada.id, version: 7 };
    const forged: Insert = { kind: 'insert', table: 'schedules', row };
    expect(await ben.push(forged)).toMatchObject({ status: 'applied' });
    const [made] = await database.sql`select created_by, version from schedules where schedule_id = ${row.id}`;
    expect(made).toMatchObject({ created_by: ben.id });
    for (const field of ['version', 'createdAt', 'userEmail', 'id', 'accountId']) {
      const patch = {
        kind: 'patch',
        table: 'schedules',
        id: row.id,
        seen: { accountId: household, number: 1e9 },
        before: { [field]: null },
        after: { [field]: field === 'version' ? 9 : crypto.randomUUID() },
      };
      expect(await pushUnder(ben, 6, patch)).toMatchObject({ status: 'rejected', reason: 'invalid' });
    }
  });
});

describe('a schedule in the table API', () => {
  test('[S80a, S80i] has the rights and checks of a push, and a number for devices', async () => {
    const [row] = await ben.sql`insert into schedules (account_id, type, amount, category_name, rhythm, start_date)
      values (${household}, 'credit', 12.5, 'Food', 'month 1 workday last', '2026-11-02') returning schedule_id as id`;
    const pulled = (await ada.pull()).scopes[0]?.schedules.find(({ id }) => id === row?.id);
    expect(pulled).toMatchObject({ type: 'income', amount: 1250, mode: 'remind', userId: ben.id });
    const [edited] = await ben.sql`
      update schedules set amount = 13 where schedule_id = ${row?.id} returning version::int`;
    expect(edited?.version).toBeGreaterThan(pulled?.version ?? 0);
    await expect(ben.sql`update schedules set rhythm = 'daily' where schedule_id = ${row?.id}`).rejects.toMatchObject({
      code: '23514',
    });
    const guest = await makePerson(database, 'eve');
    await join(ada, guest, 'admin', household, await makeBudget(ada, household, null));
    const taken = ada.sql`update schedules set created_by = ${guest.id} where schedule_id = ${row?.id}`;
    await expect(taken).rejects.toMatchObject({ code: '42501' });
    expect(await guest.sql`select * from schedules`).toEqual([]);
    await ben.sql`delete from schedules where schedule_id = ${row?.id}`;
    expect((await ada.pull()).scopes[0]?.schedules.map(({ id }) => id)).toEqual([rent.id]);
  });
});

describe('[S80f] a user who is deleted', () => {
  test('leaves schedules without a maker, and nothing that names them', async () => {
    const row = scheduled(household);
    await ben.push(addSchedule(row));
    const gone = scheduled(household);
    await ben.push(addSchedule(gone));
    await ben.push(removeSchedule(gone.id));
    await database.sql`update memberships set role = 'admin' where user_id = ${ben.id}`;
    const seen = { accountId: household, number: 1e9 };
    const take = (before: string, after: string): Operation => ({
      kind: 'patch',
      table: 'schedules',
      id: row.id,
      seen,
      before: { userId: before },
      after: { userId: after },
    });
    expect(await ada.push(take(ben.id, ada.id))).toMatchObject({ status: 'applied' });
    expect(await ben.push(take(ada.id, ben.id))).toMatchObject({ status: 'applied' });
    const number = (await ada.pull()).scopes[0]?.head ?? 0;
    await database.sql`delete from auth.users where id = ${ben.id}`;
    const answer = (await ada.pull()).scopes[0];
    const left = answer?.schedules.find(({ id }) => id === row.id);
    expect(left).toMatchObject({ userId: null, userEmail: null });
    expect(left?.version).toBeGreaterThan(number);
    const [named] = await database.sql`select count(*)::int from private.changes
      where strpos(before::text, ${ben.id}) > 0 or strpos(before::text, ${ben.email}) > 0`;
    expect(named).toEqual({ count: 0 });
  });

  test('[S69f, S80a] nobody reads the past of a schedule as history', async () => {
    await ben.push(addSchedule(scheduled(household)));
    const [row] = await ada.sql`select account_activity(${household}) as answer`;
    expect(JSON.stringify(row?.answer)).not.toContain('schedules');
  });
});
