/** The people of the contract suite. Each has a separate plain supabase-js client. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { inject } from 'vitest';
import type { Credentials, PersonRole } from './backend.ts';

export interface Person extends Credentials {
  id: string;
  client: SupabaseClient;
}

const backend = inject('backend');

/** The client forgets its session when the test ends, and shares it with nobody. */
const separately = { auth: { persistSession: false, autoRefreshToken: false } };

/** A client without a signed-in user. */
export function connect(): SupabaseClient {
  return createClient(backend.url, backend.anonKey, separately);
}

/** A signed-in user: one of the given users, a new one from the service key, or one who just signed up. */
export async function signIn(role: PersonRole): Promise<Person> {
  const credentials = backend.users?.[role] ?? (await makeUser(role));
  const client = connect();
  const { data, error } = await client.auth.signInWithPassword(credentials);
  if (error) throw error;
  await client.realtime.setAuth();
  return { ...credentials, id: data.user.id, client };
}

/** Closes these people's connections, and removes the users that the service key made for the test. */
export async function dismiss(...people: Person[]): Promise<void> {
  for (const { id, client } of people) {
    await client.removeAllChannels();
    if (backend.serviceKey === null || backend.users !== null) continue;
    const { error } = await createClient(backend.url, backend.serviceKey, separately).auth.admin.deleteUser(id);
    if (error) throw error;
  }
}

/** An address that nobody has yet. */
export function newAddress(name: string): string {
  return `contract-${name}-${crypto.randomUUID().slice(0, 8)}@example.org`;
}

async function makeUser(role: PersonRole): Promise<Credentials> {
  const credentials = { email: newAddress(role), password: `Correct-horse-${crypto.randomUUID()}` };
  if (backend.serviceKey !== null) {
    const { auth } = createClient(backend.url, backend.serviceKey, separately);
    const { error } = await auth.admin.createUser({ ...credentials, email_confirm: true });
    if (error) throw error;
    return credentials;
  }
  const { data, error } = await connect().auth.signUp(credentials);
  if (error) throw error;
  if (!data.session) {
    throw new Error('This backend confirms addresses by mail: give CONTRACT_SERVICE_KEY or CONTRACT_USERS.');
  }
  return credentials;
}
