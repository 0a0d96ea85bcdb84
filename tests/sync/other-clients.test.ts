/** A client that uses only supabase-js writes by the table API, and its changes reach every device (S10, G3, G5). */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { supabaseRemote } from '../../sync/supabase-remote.ts';
import { startTestBackend } from '../support/backend.ts';
import {
  device,
  entered,
  expectLikeAFreshDevice,
  type Member,
  newId,
  untilTheServerIsLaterThan,
} from './support/contract-world.ts';
import { change, makeAccount } from './support/people.ts';
import type { SimulatedDevice } from './support/simulated-device.ts';

let backend: Awaited<ReturnType<typeof startTestBackend>>;
let client: SupabaseClient;
let anna: Member;
let phone: SimulatedDevice;
let home: string;
let scope: string;
const signedIn: SupabaseClient[] = [];
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(async () => {
  await Promise.all(signedIn.map((one) => one.auth.stopAutoRefresh()));
  await backend.stop();
});
beforeEach(async () => {
  client = createClient(backend.url, backend.anonKey, { auth: { persistSession: false } });
  signedIn.push(client);
  const credentials = { email: `anna-${newId()}@example.org`, password: newId() };
  await client.auth.signUp(credentials);
  const { data, error } = await client.auth.signInWithPassword(credentials);
  if (error) throw error;
  anna = { person: { userId: data.user.id, userEmail: credentials.email }, remote: supabaseRemote(client) };
  phone = device(anna);
  home = newId();
  scope = `account:${home}`;
  await phone.commit([makeAccount(home, anna.person)]);
  await phone.sync(anna.remote);
});

/** Writes, and then syncs the device. */
async function write(request: PromiseLike<{ error: unknown }>): Promise<void> {
  expect((await request).error).toBeNull();
  await phone.sync(anna.remote);
}

const transactions = () => client.from('transactions');
const lunch = () => ({
  transaction_id: newId(),
  account_id: home,
  type: 'debit',
  amount: 12.5,
  transaction_date: '2026-03-05',
  description: 'Lunch',
  metadata: { category_name: 'Food', notes: '' },
});

describe('a plain client', () => {
  it('a plain client’s transaction is entered, changed, moved and deleted on every device', async () => {
    const row = lunch();
    await write(transactions().insert(row));
    expect(await phone.rows(scope)).toMatchObject([{ id: row.transaction_id, amount: 1250, category: 'Food' }]);
    await write(transactions().update({ description: 'Dinner' }).eq('transaction_id', row.transaction_id));
    await write(
      transactions().update({ amount: 20, transaction_date: '2026-01-31' }).eq('transaction_id', row.transaction_id),
    );
    expect(await phone.rows(scope)).toMatchObject([{ amount: 2000, date: '2026-01-31', description: 'Dinner' }]);
    const { data: shop } = await client.rpc('create_account', {
      p_account_name: 'Shop',
      p_account_type: 'business',
    });
    const [other] = [shop].flat();
    await write(transactions().update({ account_id: other.account_id }).eq('transaction_id', row.transaction_id));
    expect(await phone.rows(scope)).toEqual([]);
    expect(await phone.balance(`account:${other.account_id}`)).toBe(-2000);
    await expectLikeAFreshDevice(anna, `account:${other.account_id}`, phone);
    await write(transactions().delete().eq('transaction_id', row.transaction_id));
    expect(await phone.balance(`account:${other.account_id}`)).toBe(0);
    await expectLikeAFreshDevice(anna, scope, phone);
  });

  it('a plain client’s category, budget and account are made, changed and deleted on every device', async () => {
    const [category, budget] = [newId(), newId()];
    await write(
      client.from('categories').insert({ category_id: category, account_id: home, name: 'Pets', type: 'expense' }),
    );
    await write(
      client
        .from('budgets')
        .insert({ budget_id: budget, account_id: home, name: 'Dog', amount: 80, category_id: category }),
    );
    expect(await phone.db.categories.get(category)).toMatchObject({ name: 'Pets' });
    expect(await phone.db.budgets.get(budget)).toMatchObject({ name: 'Dog', amount: 8000 });
    await write(client.from('budgets').update({ name: 'Cat', category_id: null }).eq('budget_id', budget));
    await write(client.from('accounts').update({ account_name: 'House' }).eq('account_id', home));
    expect(await phone.db.budgets.get(budget)).toMatchObject({ name: 'Cat', categoryId: null });
    expect(await phone.db.accounts.get(home)).toMatchObject({ name: 'House' });
    await write(client.from('categories').delete().eq('category_id', category));
    await write(client.from('budgets').delete().eq('budget_id', budget));
    expect(await phone.db.categories.get(category)).toBeUndefined();
    expect(await phone.db.budgets.get(budget)).toBeUndefined();
    await write(client.rpc('create_account', { p_account_name: 'Next', p_account_type: 'personal' }));
    await write(client.from('accounts').delete().eq('account_id', home));
    expect(await phone.db.accounts.get(home)).toBeUndefined();
    expect(await phone.db.cursors.get(scope)).toBeUndefined();
  });

  it('[G5] a plain client’s edit merges with an offline edit, and of the same field the later one stands', async () => {
    await phone.commit([entered(home)]);
    await phone.sync(anna.remote);
    const [seen] = await phone.rows(scope);
    if (!seen) throw new Error('nothing arrived');
    await phone.commit([change(seen, { amount: 700, type: 'expense' })], [seen]);
    await write(transactions().update({ transaction_date: '2026-02-01' }).eq('transaction_id', seen.id));
    expect(await phone.rows(scope)).toMatchObject([{ amount: 700, date: '2026-02-01' }]);
    const [merged] = await phone.rows(scope);
    if (!merged) throw new Error('it is gone');
    const id = await phone.commit([change(merged, { category: 'Home' })], [merged]);
    await untilTheServerIsLaterThan(phone);
    await write(
      transactions()
        .update({ metadata: { category_name: 'Gifts', notes: '' } })
        .eq('transaction_id', seen.id),
    );
    expect(await phone.rows(scope)).toMatchObject([{ category: 'Gifts' }]);
    expect(await phone.db.outbox.get({ id })).toMatchObject({ state: 'superseded', verdict: { reason: 'newer' } });
  });

  it('[G7] a balance that a plain client writes has no effect', async () => {
    await write(transactions().insert(lunch()));
    await write(client.from('accounts').update({ balance: 1_000_000 }).eq('account_id', home));
    const { data } = await client.from('accounts').select('balance').eq('account_id', home);
    expect(data).toEqual([{ balance: -12.5 }]);
    expect(await phone.balance(scope)).toBe(-1250);
  });

  it('[S20a] a plain client’s write sends a hint to the devices', async () => {
    const heard = new Promise<string>((resolve, reject) => {
      const stop = anna.remote.subscribe(anna.person.userId, {
        joined: () => void transactions().insert(lunch()).then(undefined, reject),
        down: () => {},
        hint: (hint) => {
          stop();
          resolve(hint.scope);
        },
      });
    });
    expect(await heard).toBe(scope);
  });
});
