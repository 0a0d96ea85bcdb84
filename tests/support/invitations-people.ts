/** People who use the backend over HTTP with plain supabase-js, as any other client would. */
import { join } from 'node:path';
import { createClient, FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js';
import type { Sql } from 'postgres';
import * as v from 'valibot';
import type { Call } from '#domain/mutations/operations';
import type { Verdict } from '#domain/mutations/verdicts';
import { createMailOutbox, type StoredMail } from '../../supabase/embedded/mail/mail.ts';

import { PROTOCOL_VERSION, PushAnswer } from '../../sync/protocol.ts';

/** What the people of these tests need from a backend. */
export type Served = { url: string; anonKey: string; dataDir: string };

export type Caller = { id: string; email: string; client: SupabaseClient };

const password = 'correct horse';

export function visitor(backend: Served): SupabaseClient {
  return createClient(backend.url, backend.anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
}

/** A new, logged-in user. On loopback the backend confirms addresses by itself. */
export async function signUp(backend: Served, name: string): Promise<Caller> {
  return enterAs(backend, newEmail(name));
}

/** As `signUp`, with an address that may have been invited. */
export async function enterAs(backend: Served, email: string): Promise<Caller> {
  const client = visitor(backend);
  const { data, error } = await client.auth.signUp({ email, password });
  if (error || !data.user) throw error ?? new Error('Nobody signed up.');
  return { id: data.user.id, email, client };
}

/** As `signUp`, on a backend with a mail server, as if the user had opened the link of its mail. */
export async function signUpConfirmed(backend: Served & { sql: Sql }, name: string): Promise<Caller> {
  const person = await signUp(backend, name);
  await backend.sql`update auth.users set email_confirmed_at = now() where id = ${person.id}`;
  const { error } = await person.client.auth.signInWithPassword({ email: person.email, password });
  if (error) throw error;
  return person;
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

/** An address that nobody has yet. */
export const newEmail = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@example.org`;

/**
 * A new user who was invited to the account or budget and accepted, as their device would. Without an id, it is the
 * inviter's newest target.
 */
export async function letIn(
  backend: Served,
  inviter: Caller,
  target: 'account' | 'budget',
  targetId: string | null,
  role: string,
): Promise<Caller> {
  const guest = await signUp(backend, 'guest');
  const answer = await invoke(
    inviter.client,
    invitationTo(guest.email, target, targetId ?? (await newest(inviter, target)), role),
  );
  const verdict = await push(guest, 'invitation.accept', { id: answer.body.invitation_id });
  if (verdict.status !== 'applied') throw new Error(JSON.stringify([answer, verdict]));
  return guest;
}

async function newest({ client }: Caller, target: 'account' | 'budget'): Promise<string> {
  const rows = client.from(`${target}s`).select('*').order('created_at', { ascending: false }).limit(1).single();
  const { data, error } = await rows;
  if (error) throw error;
  return data[`${target}_id`];
}

/** Sends one named command through sync_push; returns its verdict. */
export async function push(
  { id, client }: Caller,
  name: Call['name'],
  args: Record<string, unknown>,
): Promise<Verdict> {
  const mutation = {
    id: crypto.randomUUID(),
    editedAt: new Date().toISOString(),
    operations: [{ kind: 'call', name, arguments: args }],
  };
  const given = { p_user: id, p_schema: PROTOCOL_VERSION, p_mutations: [mutation] };
  const { data, error } = await client.rpc('sync_push', given);
  if (error) throw error;
  const [verdict] = v.parse(PushAnswer, data).verdicts;
  if (!verdict) throw new Error('The mutation got no verdict.');
  return verdict;
}

export type Answer = { status: number; body: Record<string, unknown>; retryAfter: string | null };

/** Calls `functions.invoke` as the specification's screens do. Returns the response, refusal or not. */
export async function invoke(client: SupabaseClient, body: Record<string, unknown>): Promise<Answer> {
  const { data, error } = await client.functions.invoke('send-invitation', { body });
  if (error === null) return { status: 200, body: data, retryAfter: null };
  if (!(error instanceof FunctionsHttpError)) throw error;
  const response: Response = error.context;
  return { status: response.status, body: await response.json(), retryAfter: response.headers.get('retry-after') };
}

/** Exactly the specification's payload. */
export function invitationTo(email: string, target: 'account' | 'budget', targetId: string, role = 'viewer') {
  return { email, name: '', role, target, targetId };
}

/** The mails in the mail outbox for this address, newest first. */
export async function mailsTo(backend: Served, email: string): Promise<StoredMail[]> {
  const mails = await createMailOutbox(join(backend.dataDir, 'outbox')).list();
  return mails.filter(({ to }) => to === email);
}
