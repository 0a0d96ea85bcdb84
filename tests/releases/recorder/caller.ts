/** Somebody who calls a running install over HTTP, as a device does. */
import { createClient } from '@supabase/supabase-js';
import type { Mutation, Operation, Seen } from '#domain/mutations/operations';
import { PROTOCOL_VERSION } from '../../../sync/protocol.ts';
import type { Recorded } from '../recorded.ts';

export const PASSWORD = 'correct horse battery';

interface Install {
  url: string;
  anonKey: string;
}

export type Caller = Awaited<ReturnType<typeof signUp>>;

export function connect({ url, anonKey }: Install) {
  return createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
}

export async function signUp(install: Install, name: string) {
  const client = connect(install);
  const email = `${name}@example.org`;
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD });
  if (error || !data.session) throw error ?? new Error('no session');
  const { refresh_token: refreshToken, user } = data.session;
  return { id: user.id, email, refreshToken, client, device: crypto.randomUUID(), made: 0 };
}

export function known({ id, email, refreshToken }: Caller) {
  return { id, email, refreshToken };
}

export async function openAccount({ client }: Caller, name: string): Promise<string> {
  const { data, error } = await client.rpc('create_account', { p_account_name: name, p_account_type: 'personal' });
  if (error) throw error;
  return [data].flat()[0].account_id;
}

export async function openBudget({ client }: Caller, account: string): Promise<string> {
  const categories = await client.from('categories').select('category_id').eq('account_id', account).eq('name', 'Food');
  const row = { name: 'Food', amount: 400, account_id: account, category_id: categories.data?.[0]?.category_id };
  const { data, error } = await client.from('budgets').insert(row).select('budget_id').single();
  if (error) throw error;
  return data.budget_id;
}

export async function invite(
  { client }: Caller,
  email: string,
  role: string,
  target: 'account' | 'budget',
  targetId: string,
): Promise<string> {
  const body = { email, name: '', role, target, targetId };
  const { data, error } = await client.functions.invoke('send-invitation', { body });
  if (error) throw error;
  return String(data.invitation_id);
}

/** Made on the caller's device, which numbers what it sends. */
export function mutation(caller: Caller, operations: Operation[], at = new Date()): Mutation {
  const { device } = caller;
  return { id: crypto.randomUUID(), editedAt: at.toISOString(), device, number: ++caller.made, operations };
}

export async function send({ id, client }: Caller, mutations: Mutation[]): Promise<{ status: string }[]> {
  const given = { p_user: id, p_schema: PROTOCOL_VERSION, p_mutations: mutations };
  const { data, error } = await client.rpc('sync_push', given);
  if (error) throw error;
  return data.verdicts;
}

export function push(caller: Caller, ...operations: Operation[]): Promise<void> {
  return pushWhole(caller, mutation(caller, operations));
}

export async function pushWhole(caller: Caller, whole: Mutation): Promise<void> {
  const [verdict] = await send(caller, [whole]);
  if (verdict?.status !== 'applied') throw new Error(JSON.stringify(verdict));
}

/** Everything; what a device then holds, and what it says of where it stands. */
export async function pull({ id, client }: Caller): Promise<{ cursors: Recorded['cursors']; answer: unknown }> {
  const nothing = { protocol: PROTOCOL_VERSION, epoch: null, scopes: {} };
  const { data, error } = await client.rpc('sync_pull', { p_user: id, p_cursors: nothing, p_limit: 1000 });
  if (error) throw error;
  const scopes = data.scopes.map(({ scope, cursor }: { scope: string; cursor: unknown }) => [scope, cursor]);
  return {
    cursors: { protocol: PROTOCOL_VERSION, epoch: data.epoch, scopes: Object.fromEntries(scopes) },
    answer: data,
  };
}

const KEYS = { accounts: 'account_id', transactions: 'transaction_id', categories: 'category_id' };

/** Where the caller sees this row of the account now. */
export async function seenBy(
  { client }: Caller,
  table: keyof typeof KEYS,
  accountId: string,
  id: string,
): Promise<Seen> {
  const { data, error } = await client.from(table).select('version').eq(KEYS[table], id).single();
  if (error) throw error;
  return { accountId, number: data.version };
}
