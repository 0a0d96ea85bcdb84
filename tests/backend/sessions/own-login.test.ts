/** What the sign-in settings ask for: the list of one's sessions, the end of one or of all others, and the deletion. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOpenSessions } from '../../../supabase/embedded/auth/open-sessions.ts';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';

const password = 'correct horse battery';
let backend: TestBackend;
let email: string;
beforeAll(async () => {
  backend = await startTestBackend();
}, 60_000);
beforeEach(async () => {
  email = await signUp();
});
afterAll(() => backend.stop());

function connect(browser = 'Node'): SupabaseClient {
  const headers = { 'user-agent': browser };
  const auth = { persistSession: false, autoRefreshToken: false };
  return createClient(backend.url, backend.anonKey, { auth, global: { headers } });
}

async function signUp(): Promise<string> {
  const address = `${crypto.randomUUID()}@example.org`;
  const { error } = await connect().auth.signUp({ email: address, password });
  if (error) throw error;
  return address;
}

async function signIn(browser?: string, address = email): Promise<SupabaseClient> {
  const client = connect(browser);
  const { error } = await client.auth.signInWithPassword({ email: address, password });
  if (error) throw error;
  return client;
}

async function openAccount(client: SupabaseClient): Promise<string> {
  const { data, error } = await client.rpc('get_or_create_default_account', {});
  if (error) throw error;
  return data;
}

type Listed = { id: string; startedAt: string; usedAt: string; userAgent: string | null; isThis: boolean };

async function list(client: SupabaseClient): Promise<Listed[]> {
  const { data, error } = await client.rpc('my_sessions', {});
  if (error) throw error;
  return data;
}

const idOf = async (client: SupabaseClient) => (await list(client)).find(({ isThis }) => isThis)?.id ?? '';
const isOpen = async (client: SupabaseClient) => (await client.auth.refreshSession()).error === null;

/** Makes all sessions of the user begin that many minutes earlier. */
async function age(minutes: number): Promise<void> {
  await backend.sql`update auth.sessions set created_at = now() - make_interval(mins => ${minutes}),
    updated_at = now() - make_interval(mins => ${minutes}), refreshed_at = null
    where user_id = (select id from auth.users where email = ${email})`;
}

const userExists = async () => (await backend.sql`select from auth.users where email = ${email}`).length === 1;

describe('the list of sessions', () => {
  test('names each one’s browser and last use, and marks the caller’s own', async () => {
    const phone = await signIn('Phone/1.0');
    await phone.rpc('sync_heads', {});
    const laptop = await signIn('Laptop/2.0');
    const sessions = (await list(laptop)).filter(({ userAgent }) => userAgent !== null);
    expect(sessions.map(({ userAgent, isThis }) => [userAgent, isThis])).toEqual([
      ['Phone/1.0', false],
      ['Laptop/2.0', true],
    ]);
    for (const { startedAt, usedAt } of sessions) {
      expect(Date.parse(usedAt)).toBeGreaterThanOrEqual(Date.parse(startedAt));
      expect(Math.abs(Date.now() - Date.parse(usedAt))).toBeLessThan(60_000);
    }
  });

  test('notes the browser also of a session that realtime has just seen, and of another one later', async () => {
    const isOpen = createOpenSessions(backend.sql);
    const id = await idOf(await signIn('Phone/1.0'));
    const named = async () =>
      (await backend.sql`select user_agent as name from auth.sessions where id = ${id}`)[0]?.name;
    expect(await isOpen(id)).toBe(true);
    expect(await isOpen(id, 'Laptop/2.0')).toBe(true);
    expect(await named()).toBe('Laptop/2.0');
    expect(await isOpen(id, `Phone/1.1 ${'x'.repeat(1000)}`)).toBe(true);
    expect(await named()).toHaveLength(500);
  });

  test('notes a use every ten minutes, and no more often', async () => {
    let time = Date.now();
    const isOpen = createOpenSessions(backend.sql, () => time);
    const id = await idOf(await signIn('Phone/1.0'));
    const used = async () => {
      time += 9 * 60_000;
      await backend.sql`update auth.sessions set updated_at = '2026-01-01' where id = ${id}`;
      await isOpen(id, 'Phone/1.0');
      const [row] = await backend.sql`select updated_at > '2026-01-02' as noted from auth.sessions where id = ${id}`;
      return row?.noted;
    };
    expect([await used(), await used(), await used()]).toEqual([true, false, true]);
  });

  test('has nobody else’s sessions', async () => {
    const stranger = await signIn('Stranger/1.0', await signUp());
    const own = await signIn();
    const ids = (await list(own)).map(({ id }) => id);
    expect(ids).not.toContain(await idOf(stranger));
  });
});

describe('ending sessions', () => {
  test('ends the one that was chosen, and no other', async () => {
    const [here, lost, there] = [await signIn(), await signIn(), await signIn()];
    const { data } = await here.rpc('end_session', { p_id: await idOf(lost) });
    expect(data).toBe(true);
    expect([await isOpen(here), await isOpen(lost), await isOpen(there)]).toEqual([true, false, true]);
  });

  test('does not end somebody else’s, and says the same as of none', async () => {
    const stranger = await signIn(undefined, await signUp());
    const here = await signIn();
    const answers = [
      await here.rpc('end_session', { p_id: await idOf(stranger) }),
      await here.rpc('end_session', { p_id: crypto.randomUUID() }),
    ];
    expect(answers.map(({ data }) => data)).toEqual([false, false]);
    expect(await isOpen(stranger)).toBe(true);
  });

  test('ends all others through the auth service', async () => {
    const [here, there] = [await signIn(), await signIn()];
    expect((await here.auth.signOut({ scope: 'others' })).error).toBeNull();
    expect([await isOpen(here), await isOpen(there)]).toEqual([true, false]);
    expect(await list(here)).toHaveLength(1);
  });
});

describe('deleting the own login', () => {
  test('removes the user, their accounts and sessions, and their name from the auth service’s own log', async () => {
    const [here, there] = [await signIn(), await signIn()];
    await openAccount(here);
    const [user] = await backend.sql<{ id: string }[]>`select id from auth.users where email = ${email}`;
    const id = user?.id ?? '';
    expect((await here.rpc('delete_my_login', {})).error).toBeNull();
    expect(await userExists()).toBe(false);
    expect(await backend.sql`select from public.accounts where owner_id = ${id}`).toEqual([]);
    expect(await backend.sql`select from auth.sessions where user_id = ${id}`).toEqual([]);
    expect(await backend.sql`select from auth.audit_log_entries where strpos(payload::text, ${email}) > 0`).toEqual([]);
    expect([await isOpen(here), await isOpen(there)]).toEqual([false, false]);
    await expect.poll(async () => (await there.rpc('sync_heads', {})).status, { timeout: 10_000 }).toBe(401);
    expect((await connect().auth.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials');
  });

  test('needs a log-in of the last ten minutes, so a device that was left open deletes nothing', async () => {
    const device = await signIn();
    await age(11);
    await device.auth.refreshSession();
    const { error, status } = await device.rpc('delete_my_login', {});
    expect([status, error?.details]).toEqual([403, 'log_in_again']);
    expect(await userExists()).toBe(true);
  });

  test('is refused while others use an account of the user, and works when they are out', async () => {
    const owner = await signIn();
    const accountId = await openAccount(owner);
    const guest = await signUp();
    const [membership] = await backend.sql<{ id: string }[]>`
      insert into public.memberships (account_id, target, user_id, email, role)
      select ${accountId}, 'account', u.id, u.email, 'viewer' from auth.users u where u.email = ${guest}
      returning membership_id as id`;
    const { error, status } = await owner.rpc('delete_my_login', {});
    expect([status, error?.details]).toEqual([409, 'shared_accounts']);
    expect(await userExists()).toBe(true);
    await owner.from('memberships').delete().eq('membership_id', membership?.id);
    expect((await owner.rpc('delete_my_login', {})).error).toBeNull();
    expect(await userExists()).toBe(false);
  });

  test('takes a membership along and leaves the account of the others as it is', async () => {
    const owner = await signIn(undefined, await signUp());
    const accountId = await openAccount(owner);
    await backend.sql`insert into public.memberships (account_id, target, user_id, email, role)
      select ${accountId}, 'account', u.id, u.email, 'member' from auth.users u where u.email = ${email}`;
    expect((await (await signIn()).rpc('delete_my_login', {})).error).toBeNull();
    expect(await backend.sql`select from public.memberships where account_id = ${accountId}`).toEqual([]);
    expect((await owner.from('accounts').select('account_id').eq('account_id', accountId)).data).toHaveLength(1);
  });
});
