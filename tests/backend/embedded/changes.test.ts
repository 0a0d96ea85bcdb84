import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.stop());

const connect = () => createClient(backend.url, backend.anonKey, { auth: { persistSession: false } });

async function signUp(name: string): Promise<SupabaseClient> {
  const client = connect();
  await client.auth.signUp({ email: `${name}@example.org`, password: 'correct horse' });
  return client;
}

/** Subscribes to every change of `transactions`. Resolves with a list that fills as changes come. */
async function hear(client: SupabaseClient): Promise<unknown[]> {
  const heard: unknown[] = [];
  await client.realtime.setAuth();
  const channel = client
    .channel('entries')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'transactions' }, (change) =>
      heard.push([change.eventType, change.eventType === 'DELETE' ? change.old : change.new]),
    );
  const status = await new Promise((resolve) => channel.subscribe(resolve));
  if (status !== 'SUBSCRIBED') throw new Error(`The server said ${status}`);
  return heard;
}

test('those who may see a transaction hear when another client adds and deletes it, and strangers do not', async () => {
  const [ada, eve] = [await signUp('ada'), await signUp('eve')];
  const otherDevice = connect();
  await otherDevice.auth.signInWithPassword({ email: 'ada@example.org', password: 'correct horse' });
  const openAccount = async (client: SupabaseClient): Promise<unknown> =>
    (await client.rpc('create_account', { p_account_name: 'Household' })).data.account_id;
  const [hers, eves] = [await openAccount(ada), await openAccount(eve)];
  const [heardByAda, heardByEve] = [await hear(ada), await hear(eve)];

  const enter = async (client: SupabaseClient, account_id: unknown, description: string): Promise<string> => {
    const entry = { account_id, description, type: 'debit', amount: 12.5, transaction_date: '2026-03-31' };
    return (await client.from('transactions').insert(entry).select('transaction_id').single()).data?.transaction_id;
  };
  const bread = await enter(otherDevice, hers, 'Bread');
  const tea = await enter(eve, eves, 'Tea');

  const told = (transaction_id: string, description: string) => [
    'INSERT',
    expect.objectContaining({ transaction_id, description, amount: 12.5 }),
  ];
  // Changes come in order. So when Eve has heard of hers, she would have heard of Ada's.
  await expect.poll(() => heardByEve).toEqual([told(tea, 'Tea')]);
  await expect.poll(() => heardByAda).toEqual([told(bread, 'Bread')]);

  await otherDevice.from('transactions').delete().eq('transaction_id', bread);
  await expect.poll(() => heardByAda.at(-1)).toEqual(['DELETE', { transaction_id: bread }]);
  for (const client of [ada, eve]) await client.removeAllChannels();
});
