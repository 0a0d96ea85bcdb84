import { createClient } from '@supabase/supabase-js';
import { afterEach, expect, test } from 'vitest';
import type { Log } from '../../supabase/embedded/log.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';

let backend: TestBackend;
afterEach(() => backend.stop());

test('a running backend marks invitations that ran out, time and again, and says so in one line a run', async () => {
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
  expect(lines[0]).toEqual({ event: 'garbage.collected', removals: 0 });
});
