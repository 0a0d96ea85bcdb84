import * as v from 'valibot';
import { actAsCaller, type CallDatabase, DatabaseError, Sent } from './database.ts';
import { type Invited, writeInvitation } from './invitation-mail.ts';
import type { SendMail } from './mail-api.ts';
import { Payload } from './payload.ts';
import { passOnRefusal, refuse } from './refusal.ts';

export type HandlerOptions = {
  supabaseUrl: string;
  /** The key for callers that send no `apikey` of their own. */
  supabaseKey: string;
  /** The app's own address, for the link in the mail. */
  siteUrl: string;
  sendMail: SendMail;
};

/** Most bytes of a payload. */
const limit = 16 * 1024;

/**
 * Invites somebody to an account or a budget and mails them.
 *
 * Takes `POST {email, name, role, target, targetId, id?, user?}` or `{resend: true, id, user?}` with the caller's
 * access token. Responds with 200 `{invitation_id, account_id, version, status: 'sent' | 'already_sent', mail?:
 * 'failed'}`. The invitation stands even when its mail could not go; the same request then tries the mail again.
 * Refuses with `{error, message}`, see refusal.ts.
 */
export function createHandler(options: HandlerOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const response =
      request.method === 'OPTIONS' ? new Response(null, { status: 204 }) : await answer(options, request);
    for (const [name, value] of Object.entries(crossOrigin(request))) response.headers.set(name, value);
    return response;
  };
}

/** Any page may call. The token decides, and browsers do not send it by themselves as they send cookies. */
function crossOrigin(request: Request): Record<string, string> {
  const asked = request.headers.get('access-control-request-headers');
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST, OPTIONS',
    'access-control-allow-headers': asked ?? 'authorization, x-client-info, apikey, content-type',
    'access-control-expose-headers': 'retry-after',
    'access-control-max-age': '86400',
  };
}

async function answer(options: HandlerOptions, request: Request): Promise<Response> {
  if (request.method !== 'POST') return refuse('invalid', 'This function takes POST requests only.');
  if (!request.headers.has('authorization')) return refuse('unauthorized', 'Please log in first.');
  const payload = v.safeParse(Payload, await readJson(request));
  if (!payload.success) return refuse('invalid', explain(payload.issues));
  const call = actAsCaller(request, options.supabaseUrl, options.supabaseKey);
  try {
    const sent = v.parse(Sent, await write(call, payload.output));
    return Response.json(await mail(options, call, sent));
  } catch (error) {
    if (error instanceof DatabaseError) return passOnRefusal(error);
    throw error;
  }
}

function write(call: CallDatabase, payload: Payload): Promise<unknown> {
  const p_user = payload.user ?? null;
  if ('resend' in payload) return call('resend_invitation', { p_id: payload.id, p_user });
  const { id = crypto.randomUUID(), email, name, role, target, targetId } = payload;
  return call('send_invitation', {
    p_email: email,
    p_name: name,
    p_role: role,
    p_target: target,
    p_target_id: targetId,
    p_id: id,
    p_user,
  });
}

async function mail(options: HandlerOptions, call: CallDatabase, { mail, ...sent }: Sent) {
  if (mail === null) return sent;
  const gone = await deliver(options, mail).then(
    () => true,
    (error: unknown) => {
      report('invitation.mail_failed', error);
      return false;
    },
  );
  // The mail was sent, whether or not the database can be told. A repetition carries the same key.
  await call('invitation_mailed', { p_mail: mail.id, p_mailed: gone }).catch((error: unknown) => {
    report('invitation.mail_not_noted', error);
  });
  return gone ? sent : { ...sent, mail: 'failed' };
}

async function deliver({ siteUrl, sendMail }: HandlerOptions, invited: Invited & { id: string }): Promise<void> {
  if (siteUrl === '') throw new Error('SITE_URL is not set.');
  await sendMail(writeInvitation(invited, siteUrl), invited.id);
}

/** Writes one JSON object a line, as the embedded backend logs. None of these errors quotes what people entered. */
function report(event: string, error: unknown): void {
  const reason = error instanceof Error ? error.message : typeof error;
  console.error(JSON.stringify({ at: new Date().toISOString(), event, reason }));
}

async function readJson(request: Request): Promise<unknown> {
  const text = await request.text();
  if (text.length > limit) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Uses the specification's own words where it has some. */
function explain(issues: readonly v.BaseIssue<unknown>[]): string {
  const [field] = issues.map((issue) => v.getDotPath(issue)).filter((path) => path !== null);
  if (field === 'email') return 'Please enter a valid email address.';
  return field === undefined ? 'The request is not an invitation.' : `The field ${field} is not valid.`;
}
