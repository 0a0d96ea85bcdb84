/** What docs/self-hosting.md says of deleting a user. */
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.stop());

const apart = { auth: { persistSession: false, autoRefreshToken: false } };
const connect = (key: string) => createClient(backend.url, key, apart);

async function signUp(name: string) {
  const client = connect(backend.anonKey);
  const email = `${name}@example.org`;
  const { data, error } = await client.auth.signUp({ email, password: 'correct horse battery' });
  if (error) throw error;
  return { id: data.user?.id ?? '', email, token: data.session?.access_token ?? '', client };
}

/** As the guide's `curl` sends it. */
function ask(method: string, path: string, key: string, token = key) {
  const headers = { apikey: key, authorization: `Bearer ${token}` };
  return fetch(`${backend.url}/auth/v1/admin/users${path}`, { method, headers });
}

test('the secret key lists people and deletes one, with the accounts that they owned', async () => {
  const [ada, ben] = [await signUp('ada'), await signUp('ben')];
  const { error } = await ada.client.rpc('create_account', { p_account_name: 'Ada', p_account_type: 'personal' });
  expect(error).toBeNull();
  const { users } = await (await ask('GET', '', backend.serviceRoleKey)).json();
  expect(users).toMatchObject([
    { id: ada.id, email: ada.email },
    { id: ben.id, email: ben.email },
  ]);
  expect((await ask('DELETE', `/${ada.id}`, backend.serviceRoleKey)).status).toBe(200);
  const { data } = await connect(backend.serviceRoleKey).auth.admin.listUsers();
  expect(data.users.map(({ id }) => id)).toEqual([ben.id]);
  const [left] = await backend.sql`select count(*)::int as accounts from public.accounts where owner_id = ${ada.id}`;
  expect(left).toEqual({ accounts: 0 });
  expect((await ada.client.auth.getUser()).error).not.toBeNull();
  expect((await ask('DELETE', `/${ada.id}`, backend.serviceRoleKey)).status).toBe(404);
});

test('nobody else does: not with the key of the app, nor signed in', async () => {
  const cleo = await signUp('cleo');
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', `/${cleo.id}`],
  ] as const) {
    expect((await ask(method, path, backend.anonKey)).status).toBe(403);
    expect((await ask(method, path, backend.anonKey, cleo.token)).status).toBe(403);
    expect((await ask(method, path, 'sb_secret_guessed')).status).toBe(401);
  }
  expect((await cleo.client.auth.getUser()).data.user?.id).toBe(cleo.id);
});

test('a soft deletion is refused, because it would leave what the user entered', async () => {
  const dave = await signUp('dave');
  const { error } = await connect(backend.serviceRoleKey).auth.admin.deleteUser(dave.id, true);
  expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  expect((await connect(backend.serviceRoleKey).auth.admin.deleteUser(dave.id)).error).toBeNull();
});
