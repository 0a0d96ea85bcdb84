import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount, enter, type Household, openHousehold, transfer } from './household.ts';

let household: Household;

beforeAll(async () => {
  household = await openHousehold();
});
afterAll(() => household.close());

/** A change from the subscription: what happened, the transaction's id, and what is known of the row. */
type Heard = [event: string, row: Record<string, unknown>];

/**
 * Subscribes to insert, update and delete of `transactions`. Once changes arrive, resolves with a list that they fill.
 */
async function listen(client: SupabaseClient, channel = client.channel('transactions')): Promise<Heard[]> {
  const heard: Heard[] = [];
  const ready = Promise.withResolvers<null>();
  channel
    .on('postgres_changes', { event: '*', schema: 'public', table: 'transactions' }, (change) => {
      heard.push([change.eventType, change.eventType === 'DELETE' ? change.old : change.new]);
    })
    // The server joins the channel before it listens to the table. This event says that it listens.
    .on('system', {}, ({ status, message }: { status: string; message: string }) => {
      if (status === 'ok') ready.resolve(null);
      else ready.reject(new Error(message));
    })
    .subscribe((status, error) => {
      if (status === 'CHANNEL_ERROR' || status === 'TIMED_OUT') ready.reject(error ?? new Error(status));
    });
  await ready.promise;
  return heard;
}

/** The received changes of this transaction. Other tests write at the same time. */
function about(id: string, heard: Heard[]): Heard[] {
  return heard.filter(([, row]) => row.transaction_id === id);
}

test('a subscription to transactions reports every change to users who may see it, and not to a stranger', async () => {
  const { owner, member, viewer, stranger, accountId } = household;
  const [atOwner, atViewer, atStranger] = [
    await listen(owner.client),
    await listen(viewer.client),
    await listen(stranger.client),
  ];

  const id = await enter(member, accountId, { amount: 12.5 });
  const arrives = async (count: number) => {
    for (const heard of [atOwner, atViewer]) {
      await expect.poll(() => about(id, heard).length, { timeout: 20_000 }).toBe(count);
    }
  };
  await arrives(1);
  await member.client.from('transactions').update({ amount: 13 }).eq('transaction_id', id);
  await arrives(2);
  await member.client.from('transactions').delete().eq('transaction_id', id);
  await arrives(3);
  const told = [
    ['INSERT', expect.objectContaining({ account_id: accountId, type: 'debit', amount: 12.5 })],
    ['UPDATE', expect.objectContaining({ account_id: accountId, amount: 13 })],
    ['DELETE', expect.objectContaining({ transaction_id: id })],
  ];
  for (const heard of [atOwner, atViewer]) expect(about(id, heard)).toEqual(told);

  // Changes come in order. When the stranger hears of their own change, the others would have arrived already.
  const own = await enter(stranger, await createAccount(stranger, 'Elsewhere'));
  await expect.poll(() => about(own, atStranger).length, { timeout: 20_000 }).toBe(1);
  // Hosted Realtime tells everybody of a delete, but only the row's id.
  const foreign = about(id, atStranger);
  expect(foreign.filter(([event, row]) => event !== 'DELETE' || Object.keys(row).length > 1)).toEqual([]);
});

test('a subscription tells who has one side of a transfer that side alone, whatever happens to the other', async () => {
  const { owner, viewer, accountId } = household;
  const elsewhere = await createAccount(owner, 'Secret');
  const [atOwner, atViewer] = [
    await listen(owner.client, owner.client.channel('sides')),
    await listen(viewer.client, viewer.client.channel('sides')),
  ];
  const sides = await transfer(owner, accountId, elsewhere);
  await owner.client.from('transactions').update({ description: 'Secret' }).eq('transaction_id', sides.to);
  // A change is told as the row is then: nothing is left to tell of the row once it is deleted.
  await expect.poll(() => about(sides.to, atOwner).length, { timeout: 20_000 }).toBe(2);
  await owner.client.from('transactions').delete().eq('transaction_id', sides.to);
  await owner.client.from('transactions').update({ description: 'Last' }).eq('transaction_id', sides.from);
  for (const heard of [atOwner, atViewer]) {
    await expect.poll(() => about(sides.from, heard).length, { timeout: 20_000 }).toBe(2);
  }
  expect(about(sides.to, atOwner).map(([event]) => event)).toEqual(['INSERT', 'UPDATE', 'DELETE']);
  // Hosted Realtime tells everybody of a delete, but only the row's id.
  const foreign = about(sides.to, atViewer);
  expect(foreign.filter(([event, row]) => event !== 'DELETE' || Object.keys(row).length > 1)).toEqual([]);
  expect(JSON.stringify(about(sides.from, atViewer))).not.toContain(elsewhere);
});

test('the same subscription works on a private channel, the only kind without public access', async () => {
  const { owner, accountId } = household;
  await owner.client.realtime.setAuth();
  const { data } = await owner.client.auth.getUser();
  const own = owner.client.channel(`user:${data.user?.id}`, { config: { private: true } });
  const heard = await listen(owner.client, own);
  const id = await enter(owner, accountId, { amount: 3 });
  await expect.poll(() => about(id, heard).length, { timeout: 20_000 }).toBe(1);
});
