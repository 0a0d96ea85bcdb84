/**
 * Ada shares her account with a member and has invited somebody. Mallory has an account of her own and no access to
 * Ada's. Every text of Ada's carries a mark, so a leak shows wherever it comes from.
 */
import type { SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { expect } from 'vitest';
import { PROTOCOL_VERSION } from '../../../sync/protocol.ts';
import type { TestBackend } from '../../support/backend.ts';
import {
  type Caller,
  invitationTo,
  invoke,
  letIn,
  newEmail,
  openAccount,
  openBudget,
  signUp,
} from '../../support/invitations-people.ts';

const MARK = 'known to Ada only';

export type Scene = {
  ada: Caller;
  mallory: SupabaseClient;
  malloryId: string;
  /** Ada's account. */
  account: string;
  category: string;
  budget: string;
  entry: string;
  membership: string;
  invitation: string;
  /** Mallory's own rows. */
  own: { account: string; category: string; entry: string };
};

/** A transaction as a client may enter it. */
export const entryOf = (account_id: string, description: string) => ({
  account_id,
  description,
  type: 'debit',
  amount: 5,
  transaction_date: '2026-03-31',
});

async function insertOne(client: SupabaseClient, table: string, row: object, key: string): Promise<string> {
  const { data, error } = await client.from(table).insert(row).select(key).single();
  if (error) throw error;
  return v.parse(v.record(v.string(), v.string()), data)[key] ?? '';
}

async function settle(client: SupabaseClient, account: string, text: string) {
  const category = await insertOne(
    client,
    'categories',
    { account_id: account, name: text, type: 'expense' },
    'category_id',
  );
  return { category, entry: await insertOne(client, 'transactions', entryOf(account, text), 'transaction_id') };
}

export async function makeScene(backend: TestBackend): Promise<Scene> {
  const ada = await signUp(backend, 'ada');
  const account = await openAccount(ada, MARK);
  await openAccount(ada, `${MARK}, too`);
  const budget = await openBudget(ada, account, MARK);
  const guest = await letIn(backend, ada, 'account', account, 'member');
  const { body } = await invoke(ada.client, invitationTo(newEmail('eve'), 'account', account, 'admin'));
  const [member] = await backend.sql`select membership_id as id from public.memberships where user_id = ${guest.id}`;
  const mallory = await signUp(backend, 'mallory');
  const own = await openAccount(mallory, 'Own');
  return {
    ada,
    mallory: mallory.client,
    malloryId: mallory.id,
    account,
    budget,
    ...(await settle(ada.client, account, MARK)),
    membership: member?.id,
    invitation: v.parse(v.string(), body.invitation_id),
    own: { account: own, ...(await settle(mallory.client, own, 'Own')) },
  };
}

/** Everything of Ada's, as the database has it. */
async function lookAtAdas(backend: TestBackend, scene: Scene): Promise<unknown> {
  const id = scene.account;
  return Promise.all([
    backend.sql`select * from public.accounts where owner_id = ${scene.ada.id} order by 1`,
    backend.sql`select * from public.transactions where account_id = ${id} order by 1`,
    backend.sql`select * from public.categories where account_id = ${id} order by 1`,
    backend.sql`select * from public.budgets where account_id = ${id} order by 1`,
    backend.sql`select * from public.memberships where account_id = ${id} order by 1`,
    backend.sql`select * from public.invitations where account_id = ${id} order by 1`,
    backend.sql`select * from private.account_log where account_id = ${id}`,
    backend.sql`select epoch from private.server`,
  ]);
}

export type Attempt = [title: string, run: (s: Scene) => PromiseLike<{ data: unknown; error: unknown }>];

/** A push of one mutation in a device's form. Unlike a device's push, it may say anything. */
export const push = (s: Scene, operation: object, p_user = s.malloryId) =>
  s.mallory.rpc('sync_push', {
    p_user,
    p_schema: PROTOCOL_VERSION,
    p_mutations: [{ id: crypto.randomUUID(), editedAt: new Date().toISOString(), operations: [operation] }],
  });

/** Runs an attempt. It changes nothing of Ada's, and returns nothing that she wrote. */
export async function expectInVain(backend: TestBackend, scene: Scene, run: Attempt[1]): Promise<void> {
  const before = await lookAtAdas(backend, scene);
  const { data } = await run(scene);
  expect(JSON.stringify(data ?? null)).not.toContain(MARK);
  expect(await lookAtAdas(backend, scene)).toEqual(before);
}
