/** Honest devices of each release and of today at the limits of the server: they wait or ask, and lose nothing. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Operation } from '#domain/mutations/operations';
import { limits } from '../../supabase/embedded/http/limits.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { type Sent, sendRaw } from '../support/raw-request.ts';
import { type EngineUser, engines, signUpWith } from './support/released-engine.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({ addressFactor: 1 });
});
afterAll(() => backend.stop());

const MINUTE = 60_000;

describe.each(engines)('a device of $version', (engine) => {
  let anna: EngineUser;
  let phone: ReturnType<EngineUser['device']>;
  let home: string;
  let scope: string;
  /** How far the clock of the phone was moved on, in milliseconds. */
  let later: number;
  beforeEach(async () => {
    later = 0;
    anna = await signUpWith(engine, backend);
    phone = anna.device(() => Date.now() + later);
    home = crypto.randomUUID();
    scope = `account:${home}`;
    await phone.commit([anna.account(home)]);
    await phone.sync(anna.remote);
  });

  const waiting = async () => (await phone.db.outbox.toArray()).map(({ state }) => state);
  const onServer = async (accountId: string) => {
    const [row] = await backend.sql`
      select count(*)::int as n from public.transactions where account_id = ${accountId}`;
    return row?.n;
  };
  const enterMany = async (count: number) => {
    for (let n = 0; n < count; n += 1) await phone.commit([anna.entry(home)]);
  };

  /** v0.1.0 knows no splits, so there it is forty-one renames. Later releases send each such rename alone. */
  const enterRenames = async () => {
    await phone.commit([anna.category(home, 'Food')]);
    await enterMany(200);
    await phone.sync(anna.remote);
    for (let n = 0; n < 41; n += 1) {
      const [from, to] = n % 2 === 0 ? ['Food', 'Meals'] : ['Meals', 'Food'];
      await phone.commit([{ kind: 'call', name: 'category.rename', arguments: { type: 'expense', from, to } }]);
    }
  };
  const enterSplits = async () => {
    for (let n = 0; n < 200; n += 1) {
      const lines = Array.from({ length: 50 }, () => ({
        id: crypto.randomUUID(),
        category: 'Food',
        cents: 2,
        note: '',
      }));
      await phone.commit([anna.entry(home, { amount: 100, category: 'Split', lines })]);
    }
  };

  it('[S7a, S75a] sends an outbox that weighs too much in halves, to its end', async () => {
    const isFirst = engine.version === 'v0.1.0';
    await (isFirst ? enterRenames() : enterSplits());
    await phone.sync(anna.remote);
    expect(anna.statuses).toContain(413);
    expect(await waiting()).toEqual([]);
    const names = (await phone.rows(scope)).map(({ category }) => category);
    expect(names).toEqual(Array(200).fill(isFirst ? 'Meals' : 'Split'));
    expect(await onServer(home)).toBe(200);
  });

  it('[S4d, S75c, G1] keeps what is beyond a quota, sends the rest, and brings it in by “Try again”', async () => {
    const [before] = await backend.sql`
      select pg_get_functiondef('private.person_limits'::regproc) as definition`;
    await backend.sql.unsafe(`
      create or replace function private.person_limits(out accounts integer, out rows bigint, out bytes bigint)
      language sql immutable as $$ select 3, 5::bigint, 4100::bigint $$`);
    try {
      await enterMany(5);
      await phone.sync(anna.remote);
      await enterMany(3);
      const shop = crypto.randomUUID();
      await phone.commit([anna.account(shop)]);
      await phone.sync(anna.remote);
      expect(await onServer(home)).toBe(5);
      expect(await phone.db.accounts.get(shop)).toMatchObject({ id: shop });
      const refused = await engine.entriesToSettle(phone.db);
      const verdict = { status: 'rejected', reason: 'invalid' };
      expect(refused).toHaveLength(3);
      for (const entry of refused) {
        expect(entry).toMatchObject({ state: 'rejected', verdict, content: [{ row: { accountId: home } }] });
      }
      expect(engine.REFUSALS.invalid).toMatch(/^[A-Z].+\.$/);
    } finally {
      await backend.sql.unsafe(before?.definition);
    }
    for (const { id } of await engine.entriesToSettle(phone.db)) {
      await engine.retryEntry(phone.db, id, new Date());
    }
    await phone.sync(anna.remote);
    expect(await waiting()).toEqual([]);
    expect(await phone.rows(scope)).toHaveLength(8);
    expect(await onServer(home)).toBe(8);
  });

  it('[S7a, S75b] sends 500 contributions that a budget’s guest made offline', async () => {
    const host = await signUpWith(engine, backend);
    const [theirs, budget] = [crypto.randomUUID(), crypto.randomUUID()];
    const hosts = host.device();
    await hosts.commit([host.account(theirs)]);
    await hosts.sync(host.remote);
    const { userId, userEmail } = anna.person;
    await backend.sql`insert into public.budgets (budget_id, account_id, name, amount)
      values (${budget}, ${theirs}, 'Trip', 80)`;
    await backend.sql`insert into public.memberships (account_id, target, budget_id, user_id, email, role)
      values (${theirs}, 'budget', ${budget}, ${userId}, ${userEmail}, 'member')`;
    await phone.sync(anna.remote);
    for (let n = 0; n < 500; n += 1) {
      await phone.commit([anna.entry(theirs, { type: 'income', budgetId: budget })]);
    }
    await phone.sync(anna.remote);
    expect(anna.statuses).toContain(413);
    expect(await waiting()).toEqual([]);
    expect(await phone.rows(`budget:${budget}`)).toHaveLength(500);
    expect(await onServer(theirs)).toBe(500);
  });

  it('[S33a, G1] waits when it hears 429 in the middle of a sync, and goes on', async () => {
    await enterMany(700);
    const path = '/rest/v1/rpc/sync_heads';
    const headers = { apikey: backend.anonKey, authorization: `Bearer ${anna.token}`, 'content-length': '9' };
    const others: Sent[] = [];
    const { 'content-length': _, ...whole } = headers;
    const next = async () => {
      others.push(await sendRaw(backend.url, { path, headers }));
      return (await fetch(backend.url + path, { method: 'POST', headers: whole })).status;
    };
    const answered = anna.statuses.length;
    let passed = 0;
    /** Others take every place of this user, once the requests before have given theirs back. */
    const takePlaces = async () => {
      await expect.poll(() => anna.statuses.length - answered).toBe(passed);
      for (let n = 1; n < limits.requestsPerUser.most; n += 1) await next();
      await expect.poll(next).toBe(429);
    };
    let taking: Promise<void> | null = null;
    anna.before = async () => {
      if (anna.statuses.length === answered) passed += 1;
      else taking ??= takePlaces();
      await taking;
    };
    await expect(phone.sync(anna.remote)).rejects.toMatchObject({ reason: 'retryable', waitMs: 2000 });
    expect(anna.statuses).toContain(429);
    expect((await waiting()).length).toBeGreaterThan(0);
    for (const { socket } of others) socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await phone.sync(anna.remote);
    expect(await waiting()).toEqual([]);
    expect(await phone.rows(scope)).toHaveLength(700);
    expect(await onServer(home)).toBe(700);
  });

  it('[S14] pulls 200 accounts to the end', async () => {
    for (let n = 1; n < limits.personAccounts.most; n += 1) {
      const id = crypto.randomUUID();
      await phone.commit([anna.account(id)]);
      await phone.commit([anna.entry(id)]);
    }
    await phone.sync(anna.remote);
    const tablet = anna.device();
    await tablet.sync(anna.remote);
    expect(await tablet.db.accounts.count()).toBe(limits.personAccounts.most);
    const scopes = (await tablet.db.accounts.toArray()).map(({ id }) => `account:${id}`);
    let rows = 0;
    for (const one of scopes) rows += (await tablet.rows(one)).length;
    expect(rows).toBe(limits.personAccounts.most - 1);
  });

  it('[S28b, S33c, G1] keeps an invitation after five mails of a day, and sends it the next', async () => {
    const name = crypto.randomUUID();
    for (let n = 0; n < 6; n += 1) {
      const draft = {
        id: crypto.randomUUID(),
        email: `${name}+${n}@example.org`,
        name: 'Ben',
        role: 'viewer' as const,
        target: 'account' as const,
        targetId: home,
        createdAt: new Date().toISOString(),
      };
      const send: Operation = { kind: 'call', name: 'invitation.send', arguments: draft };
      await phone.commit([send]);
    }
    await phone.commit([anna.entry(home)]);
    const invitations = async () =>
      (await backend.sql`select from public.invitations where account_id = ${home}`).length;
    await phone.sync(anna.remote);
    expect(anna.statuses).toContain(429);
    expect([await invitations(), await onServer(home)]).toEqual([5, 1]);
    expect(await waiting()).toEqual(['pending']);
    expect(await engine.entriesToSettle(phone.db)).toEqual([]);
    await backend.sql`update private.invitation_mails set granted_at = granted_at - interval '1 day',
      claimed_at = claimed_at - interval '1 day', mailed_at = mailed_at - interval '1 day'`;
    later = 61 * MINUTE;
    await phone.sync(anna.remote);
    expect(await waiting()).toEqual([]);
    expect(await invitations()).toBe(6);
  });
});
