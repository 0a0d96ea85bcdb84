/**
 * The calls of the sign-in settings. Loaded with their dialog. Every function throws an AuthFailure and nothing else.
 * Sessions and the deletion are functions of the database, which a hosted project has, too.
 */
import * as v from 'valibot';
import { type Auth, failure } from './auth-client.ts';
import { AuthFailure, type AuthReason } from './auth-failure.ts';

const LoginSession = v.object({
  id: v.string(),
  /** Both times are ISO texts with an offset. */
  startedAt: v.string(),
  usedAt: v.string(),
  userAgent: v.nullable(v.string()),
  /** The session of this device. */
  isThis: v.boolean(),
});
export type LoginSession = v.InferOutput<typeof LoginSession>;

/** Milliseconds that a call may take. A deletion may be long. */
const LIMIT_MS = { call: 20_000, deletion: 70_000 };

/**
 * Sets a new password. Returns how many other sessions are open after it: a hosted project ends them whatever was asked
 * for. Null when the server does not tell.
 */
export async function changePassword(
  auth: Auth,
  { present, next, keepOthers }: { present: string; next: string; keepOthers: boolean },
): Promise<number | null> {
  const change = { password: next, current_password: present, ...(keepOthers && { keep_other_sessions: true }) };
  const { error } = await auth.service.updateUser(change);
  if (error) throw failure(error);
  const sessions = await listSessions(auth).catch(() => null);
  return sessions?.filter(({ isThis }) => !isThis).length ?? null;
}

/** What has become of a new address. */
export type EmailChange =
  /** The address has changed already. */
  | 'changed'
  /** The links of mails confirm it. */
  | 'mailed'
  /** The same, but the server has no mail server: the mail lies in its own mail outbox. */
  | 'kept_on_server';

const Settings = v.object({ mailer_autoconfirm: v.boolean() });

export async function changeEmail(auth: Auth, email: string): Promise<EmailChange> {
  const { data, error } = await auth.service.updateUser({ email }, { emailRedirectTo: location.origin });
  if (error) throw failure(error);
  if (data.user.email?.toLowerCase() === email.toLowerCase()) return 'changed';
  return (await sendsMails(auth)) ? 'mailed' : 'kept_on_server';
}

async function sendsMails({ config }: Auth): Promise<boolean> {
  const answer = await fetch(`${config.supabaseUrl}/auth/v1/settings`, { headers: { apikey: config.supabaseKey } })
    .then((response) => response.json())
    .catch(() => null);
  const settings = v.safeParse(Settings, answer);
  return !settings.success || !settings.output.mailer_autoconfirm;
}

/** The open sessions, in the order in which they began. Null when this server has no list. */
export async function listSessions(auth: Auth): Promise<LoginSession[] | null> {
  const response = await ask(auth, 'my_sessions', {});
  if (response.status === 404) return null;
  if (!response.ok) throw await refusalOf(response);
  const sessions = v.safeParse(v.array(LoginSession), await response.json().catch(() => null));
  if (!sessions.success) throw new AuthFailure('server');
  return sessions.output;
}

/** A session that has ended meanwhile counts as ended. */
export async function endSession(auth: Auth, id: string): Promise<void> {
  const response = await ask(auth, 'end_session', { p_id: id });
  if (!response.ok) throw await refusalOf(response);
}

export async function endOtherSessions(auth: Auth): Promise<void> {
  const { error } = await auth.service.signOut({ scope: 'others' });
  if (error) throw failure(error);
}

/**
 * Deletes the signed-in user. The password logs in once more, because the server asks for a log-in of a moment ago. Its
 * limits on wrong passwords count. Without a password, this device's own log-in must be that recent.
 */
export async function deleteLogin(auth: Auth, who: { email: string; password: string | null }): Promise<void> {
  const { email, password } = who;
  const limit = LIMIT_MS.deletion;
  if (password === null) {
    const response = await againInRing(() => ask(auth, 'delete_my_login', {}, limit));
    if (!response.ok) throw await refusalOf(response);
    return;
  }
  const passing = auth.passingService();
  const { data, error } = await passing.signInWithPassword({ email, password });
  if (error) throw failure(error);
  const send = post(auth, 'delete_my_login', {}, limit);
  const response = await againInRing(() => send(data.session.access_token).catch(unreachable));
  if (response.ok) return;
  await passing.signOut({ scope: 'local' });
  throw await refusalOf(response);
}

const Deadlock = v.object({ code: v.literal('40P01') });

/** Sends once more if the deletion and a push of another device waited for each other: the server has undone one. */
async function againInRing(send: () => Promise<Response>): Promise<Response> {
  const response = await send();
  if (response.ok) return response;
  const refusal = await response
    .clone()
    .json()
    .catch(() => null);
  return v.is(Deadlock, refusal) ? send() : response;
}

/** Calls a function of the database as the user of this device. */
export function ask(auth: Auth, name: string, body: object, limit = LIMIT_MS.call): Promise<Response> {
  return auth.data.authorize(post(auth, name, body, limit)).catch(unreachable);
}

function unreachable(cause: unknown): never {
  throw new AuthFailure('unreachable', '', { cause });
}

function post({ config }: Auth, name: string, body: object, limit: number): (token: string) => Promise<Response> {
  const { supabaseUrl, supabaseKey } = config;
  return (token) =>
    fetch(`${supabaseUrl}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey: supabaseKey, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(limit),
    });
}

/** The table API's refusal: the reason is in the details (`private.refuse`). */
const Refusal = v.object({ details: v.nullable(v.string()), message: v.string() });

const REASON_OF_DETAIL: Record<string, AuthReason> = {
  log_in_again: 'log_in_again',
  shared_accounts: 'shared_accounts',
};

/** Why the database refused a call. */
export async function refusalOf(response: Response): Promise<AuthFailure> {
  const { status } = response;
  const refusal = v.safeParse(Refusal, await response.json().catch(() => null));
  if (status === 429) return new AuthFailure('too_many_attempts');
  if (!refusal.success || status >= 500) return new AuthFailure('server');
  const { details, message } = refusal.output;
  return new AuthFailure(REASON_OF_DETAIL[details ?? ''] ?? 'refused', message);
}
