import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount, enter, type Household, openHousehold } from './household.ts';

let household: Household;

beforeAll(async () => {
  household = await openHousehold();
});
afterAll(() => household.close());

/** A change as the subscription tells it: what happened, and the transaction's id with what is known of the row. */
type Heard = [event: string, row: Record<string, unknown>];

/** Subscribes to insert, update and delete of `transactions`; resolves, when changes are being told, with the list that fills. */
async function listen(client: SupabaseClient): Promise<Heard[]> {
  const heard: Heard[] = [];
  const ready = Promise.withResolvers<null>();
  client
    .channel('transactions')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'transactions' }, (change) => {
      heard.push([change.eventType, change.eventType === 'DELETE' ? change.old : change.new]);
    })
    // The channel is joined before the server listens to the table; this says that it does.
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

/** Of what was heard, what is about this transaction; other tests write at the same time. */
function about(id: string, heard: Heard[]): Heard[] {
  return heard.filter(([, row]) => row.transaction_id === id);
}

test('a subscription to transactions tells insert, update and delete to those who may see them, and no stranger', async () => {
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

  // Changes come in their order, so once the stranger hears of their own they would have heard of the others.
  const own = await enter(stranger, await createAccount(stranger, 'Elsewhere'));
  await expect.poll(() => about(own, atStranger).length, { timeout: 20_000 }).toBe(1);
  // Hosted Realtime tells everybody of a delete, but nothing except the row's id.
  const foreign = about(id, atStranger);
  expect(foreign.filter(([event, row]) => event !== 'DELETE' || Object.keys(row).length > 1)).toEqual([]);
});
