/** People who use the backend over HTTP with plain supabase-js, as any other client of it would. */
import { join } from 'node:path';
import { createClient, FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js';
import { createOutbox, type StoredMail } from '../../supabase/embedded/mail.ts';

/** What the people of these tests need of a backend. */
export type Served = { url: string; anonKey: string; dataDir: string };

export type Caller = { id: string; email: string; client: SupabaseClient };

const password = 'correct horse';

export function visitor(backend: Served): SupabaseClient {
  return createClient(backend.url, backend.anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
}

/** Somebody new who is logged in; the backend confirms addresses by itself on loopback. */
export async function signUp(backend: Served, name: string): Promise<Caller> {
  return enterAs(backend, `${name}-${crypto.randomUUID().slice(0, 8)}@example.org`);
}

/** As `signUp`, with an address that somebody may have been invited by. */
export async function enterAs(backend: Served, email: string): Promise<Caller> {
  const client = visitor(backend);
  const { data, error } = await client.auth.signUp({ email, password });
  if (error || !data.user) throw error ?? new Error('Nobody signed up.');
  return { id: data.user.id, email, client };
}

export async function openAccount({ client }: Caller, name = 'Household'): Promise<string> {
  const { data, error } = await client.rpc('create_account', { p_account_name: name, p_account_type: 'personal' });
  if (error) throw error;
  return [data].flat()[0].account_id;
}

/** A budget over all categories of the account; returns its id. */
export async function openBudget({ client }: Caller, accountId: string, name = 'Groceries'): Promise<string> {
  const row = { name, amount: 100, account_id: accountId, category_id: null };
  const { data, error } = await client.from('budgets').insert(row).select().single();
  if (error) throw error;
  return data.budget_id;
}

export type Answer = { status: number; body: Record<string, unknown>; retryAfter: string | null };

/** `functions.invoke` as the specification's screens do it; the answer, whether it is a refusal or not. */
export async function invoke(client: SupabaseClient, body: Record<string, unknown>): Promise<Answer> {
  const { data, error } = await client.functions.invoke('send-invitation', { body });
  if (error === null) return { status: 200, body: data, retryAfter: null };
  if (!(error instanceof FunctionsHttpError)) throw error;
  const response: Response = error.context;
  return { status: response.status, body: await response.json(), retryAfter: response.headers.get('retry-after') };
}

/** The specification's payload, and nothing else. */
export function invitationTo(email: string, target: 'account' | 'budget', targetId: string, role = 'viewer') {
  return { email, name: '', role, target, targetId };
}

/** What the outbox holds for this address, newest first. */
export async function mailsTo(backend: Served, email: string): Promise<StoredMail[]> {
  const mails = await createOutbox(join(backend.dataDir, 'outbox')).list();
  return mails.filter(({ to }) => to === email);
}
