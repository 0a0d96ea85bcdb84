/** A signed-in user of the real backend, who calls it as every client does: supabase-js over HTTP. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { InferInput } from 'valibot';
import type { Mutation } from '#domain/mutations/operations';
import { PROTOCOL_VERSION, type PullAnswer, type PullCursors, type PushAnswer } from '../../sync/protocol.ts';

type Reached = { url: string; anonKey: string };

/** The wire format, which differs from the device's. */
export type SentAnswer = InferInput<typeof PullAnswer>;

export interface Client {
  userId: string;
  accountId: string;
  pull(cursors: PullCursors, limit: number): Promise<SentAnswer>;
  push(mutations: Mutation[]): Promise<PushAnswer>;
}

/** Signs up and opens the default account. */
export async function openClient({ url, anonKey }: Reached, email: string): Promise<Client> {
  const client = connect({ url, anonKey });
  const { data, error } = await client.auth.signUp({ email, password: 'correct horse battery' });
  if (error) throw error;
  if (!data.user) throw new Error(`${email} was not signed up`);
  return calling(client, data.user.id);
}

/** A user who has signed up already. */
export async function signedInClient(
  reached: Reached,
  credentials: { email: string; password: string },
): Promise<Client> {
  const client = connect(reached);
  const { data, error } = await client.auth.signInWithPassword(credentials);
  if (error) throw error;
  return calling(client, data.user.id);
}

function connect({ url, anonKey }: Reached): SupabaseClient {
  return createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
}

async function calling(client: SupabaseClient, userId: string): Promise<Client> {
  return {
    userId,
    accountId: await call<string>(client, 'get_or_create_default_account', {}),
    pull: (cursors, limit) => call(client, 'sync_pull', { p_user: userId, p_cursors: cursors, p_limit: limit }),
    push: (mutations) =>
      call(client, 'sync_push', { p_user: userId, p_schema: PROTOCOL_VERSION, p_mutations: mutations }),
  };
}

/** The response as JSON.parse returns it. Checking it costs the device, not the server. */
async function call<T>(client: SupabaseClient, name: string, parameters: object): Promise<T> {
  const { data, error } = await client.rpc(name, parameters);
  if (error) throw new Error(JSON.stringify(error));
  return data;
}
