import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import type { Log } from '../../../supabase/embedded/log.ts';
import { createMailOutbox } from '../../../supabase/embedded/mail/mail.ts';
import { PROTOCOL_VERSION } from '../../../sync/protocol.ts';
import { makeDataDir, startTestBackend, type TestBackend } from '../../support/backend.ts';

let backend: TestBackend;
afterEach(() => backend.stop());

test('a running backend marks expired invitations again and again, and logs one line a run', async () => {
  const lines: unknown[] = [];
  const log: Log = (event, fields) => {
    if (event.startsWith('garbage.')) lines.push({ event, ...fields });
  };
  backend = await startTestBackend({ log, garbageSchedule: { first: 0, every: 20 } });
  const ada = createClient(backend.url, backend.anonKey, { auth: { persistSession: false } });
  await ada.auth.signUp({ email: 'ada@example.org', password: 'correct horse' });
  const account = await ada.rpc('create_account', { p_account_name: 'Household' });
  const invitation = await ada
    .from('invitations')
    .insert({ email: 'eve@example.org', account_id: account.data.account_id, target: 'account' })
    .select('invitation_id, status')
    .single();
  expect(invitation.data?.status).toBe('pending');
  await backend.sql`update public.invitations set expires_at = now()`;

  const status = async () => (await ada.from('invitations').select('status').single()).data?.status;
  await expect.poll(status).toBe('expired');
  expect(lines.length).toBeGreaterThan(1);
  expect(lines[0]).toEqual({ event: 'garbage.collected', removals: 0, mails: 0, tokens: 0 });
});

test('mails leave the mail outbox after 14 days', async () => {
  const dataDir = await makeDataDir();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const folder = join(dataDir, 'outbox');
  const daysAgo = (days: number) => () => new Date(Date.now() - days * 24 * 60 * 60_000);
  const mail = { to: 'eve@example.org', subject: 'You are invited', html: '<p>Come in</p>' };
  await createMailOutbox(folder, daysAgo(13.9)).send(mail);
  await createMailOutbox(folder, daysAgo(14.1)).send(mail);
  backend = await startTestBackend({ dataDir, garbageSchedule: { first: 0, every: 20 } });
  await expect.poll(async () => (await readdir(folder)).length).toBe(1);
  await backend.sql`select pg_sleep(0.2)`;
  const [left] = await createMailOutbox(folder).list();
  expect(Date.parse(left?.at ?? '')).toBeGreaterThan(daysAgo(14)().getTime());
});

test('refresh tokens that were spent 30 days ago are deleted, and the device stays signed in', async () => {
  backend = await startTestBackend({ garbageSchedule: { first: 1000, every: 20 } });
  const client = createClient(backend.url, backend.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data } = await client.auth.signUp({ email: 'ada@example.org', password: 'correct horse' });
  let token = data.session?.refresh_token ?? '';
  const renew = async () => (await client.auth.refreshSession({ refresh_token: token })).data.session;
  for (const _hour of [1, 2, 3, 4]) token = (await renew())?.refresh_token ?? '';
  const count = async () => (await backend.sql`select count(*)::int as n from auth.refresh_tokens`)[0]?.n;
  expect(await count()).toBe(5);
  await backend.sql`update auth.refresh_tokens set updated_at = now() - interval '29 days'`;
  await backend.sql`update auth.refresh_tokens set updated_at = now() - interval '31 days' where revoked`;
  // The last spent one stays, for a device whose response was lost.
  await expect.poll(count).toBe(2);
  expect(await renew()).not.toBeNull();
});

test('what the server remembers of mutations, changes and notices leaves it after a year', async () => {
  backend = await startTestBackend({ garbageSchedule: { first: 0, every: 20 } });
  const ada = createClient(backend.url, backend.anonKey, { auth: { persistSession: false } });
  const { data } = await ada.auth.signUp({ email: 'ada@example.org', password: 'correct horse' });
  const account = (await ada.rpc('create_account', { p_account_name: 'Household' })).data.account_id;
  const [id, device] = [crypto.randomUUID(), crypto.randomUUID()];
  const push = (number: number, ...operations: object[]) =>
    ada.rpc('sync_push', {
      p_user: data.user?.id,
      p_schema: PROTOCOL_VERSION,
      p_mutations: [{ id: crypto.randomUUID(), editedAt: new Date().toISOString(), device, number, operations }],
    });
  await push(1, {
    kind: 'insert',
    table: 'transactions',
    row: {
      id,
      createdAt: new Date().toISOString(),
      accountId: account,
      amount: 100,
      date: '2026-11-01',
      description: 'Market',
      type: 'expense',
      category: 'Food',
      notes: '',
      budgetId: null,
    },
  });
  await push(2, { kind: 'delete', table: 'transactions', id, seen: { accountId: account, number: 1000 } });
  const tables = ['mutation_ledger', 'changes', 'removals'];
  // Those of the account's own making.
  await backend.sql`delete from private.changes where kind = 'addition'`;
  const counts = async () =>
    Promise.all(
      tables.map(async (table) => (await backend.sql.unsafe(`select count(*)::int as n from private.${table}`))[0]?.n),
    );
  expect(await counts()).toEqual([2, 1, 1]);
  for (const table of tables) await backend.sql.unsafe(`update private.${table} set at = at - interval '364 days'`);
  await backend.sql`select pg_sleep(0.2)`;
  expect(await counts()).toEqual([2, 1, 1]);
  for (const table of tables) await backend.sql.unsafe(`update private.${table} set at = at - interval '2 days'`);
  await expect.poll(counts).toEqual([0, 0, 0]);
  expect(await backend.sql`select collected::int from private.devices`).toEqual([{ collected: 2 }]);
});
