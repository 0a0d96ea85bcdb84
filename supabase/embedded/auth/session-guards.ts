import type { IncomingMessage } from 'node:http';
import type { Sql } from 'postgres';
import * as v from 'valibot';
import { type Answer, json } from '../http/answers.ts';
import type { MailSender } from '../mail/mail.ts';
import type { Secrets } from '../secrets.ts';
import type { AuthBody } from './auth-body.ts';
import { authRefusal } from './auth-refusal.ts';
import { askOldMailbox, confirmEmailChange, isSomebodyElses, waitForKnownAddress } from './email-change.ts';
import { endOtherSessions, refuseNewPassword } from './password-change.ts';
import { renewSession } from './refresh-rotation.ts';
import { type SignedInCaller, signedInCaller } from './signed-in-caller.ts';
import { queryFloor, startFloor } from './time-floor.ts';

export type SessionGuardOptions = {
  sql: Sql;
  secrets: Secrets;
  mail: MailSender;
  /** Sends after the response, as the library's mails go. */
  mailLater: MailSender;
  siteUrl: string;
  /** Whether addresses are confirmed by mail here. If not, there is no mailbox to ask. */
  confirmByMail: boolean;
};

type PassOn = (url: URL, bytes: Buffer) => Promise<Answer>;

/** Hands a request to the library with `passOn`, unchanged or changed, or answers it itself. */
export type SessionGuards = (request: IncomingMessage, url: URL, body: AuthBody, passOn: PassOn) => Promise<Answer>;

/** Guards sessions where the auth library leaves them open. The guards stand in front of it. */
export function createSessionGuards(options: SessionGuardOptions): SessionGuards {
  return async (request, url, body, passOn) => {
    switch (url.pathname) {
      case '/auth/v1/token':
        return guardToken(options, url, body, passOn);
      case '/auth/v1/user':
        return request.method === 'PUT' ? guardUser(options, request, url, body, passOn) : passOn(url, body.bytes);
      case '/auth/v1/verify':
        // The library also verifies by GET, but no mail of ours links there.
        if (request.method !== 'POST') return { status: 405, headers: { allow: 'POST' }, body: '' };
        return options.confirmByMail ? guardVerify(options, url, body, passOn) : passOn(url, body.bytes);
      case '/auth/v1/reauthenticate':
        // This endpoint mails a code that the library never asks for. The code would sign in anybody who guesses it.
        return authRefusal(422, 'reauthentication_not_valid', 'Give the present password, or sign in again');
      default:
        return passOn(url, body.bytes);
    }
  };
}

/** The library reads a query in other ways than URLSearchParams does. So it gets a query that has only one reading. */
async function guardToken({ sql }: SessionGuardOptions, url: URL, body: AuthBody, passOn: PassOn): Promise<Answer> {
  const grants = url.searchParams.getAll('grant_type');
  const [grant = ''] = grants;
  if (grants.length !== 1 || !['password', 'refresh_token', 'pkce'].includes(grant)) {
    return authRefusal(400, 'invalid_grant', 'unsupported_grant_type');
  }
  const plain = new URL(`/auth/v1/token?grant_type=${grant}`, url);
  if (grant !== 'refresh_token') return passOn(plain, body.bytes);
  return renewSession(sql, body, (renewal) => passOn(plain, renewal));
}

const PresentPassword = v.object({ current_password: v.string() });
/** Ours alone: a hosted project always ends the other sessions with a new password. */
const KeepsSessions = v.object({ keep_other_sessions: v.literal(true) });

async function guardUser(
  options: SessionGuardOptions,
  request: IncomingMessage,
  url: URL,
  body: AuthBody,
  passOn: PassOn,
): Promise<Answer> {
  const { fields, bytes } = body;
  const changes = (name: string) => Object.hasOwn(fields, name);
  if (!changes('password') && !changes('email')) return passOn(url, bytes);
  const caller = signedInCaller(request, options.secrets);
  // The library refuses this in its own words, and has nothing to change.
  if (caller === null) return passOn(url, Buffer.from('{}'));
  if (changes('password')) {
    const present = v.is(PresentPassword, fields) ? fields.current_password : undefined;
    const refusal = await refuseNewPassword(options.sql, caller, present);
    if (refusal) return refusal;
  }
  const asksMailboxes = changes('email') && options.confirmByMail;
  const answer = await (asksMailboxes ? changeEmail(options, caller, url, body, passOn) : passOn(url, bytes));
  if (answer.status !== 200) return answer;
  if (changes('password') && !v.is(KeepsSessions, fields)) await endOtherSessions(options.sql, caller);
  if (asksMailboxes) await askOldMailbox(options, caller.userId);
  return answer;
}

/** Begins a change of the address. The response and its time are the same for an address that somebody else has. */
async function changeEmail(
  options: SessionGuardOptions,
  { userId }: SignedInCaller,
  url: URL,
  { email, fields, bytes }: AuthBody,
  passOn: PassOn,
): Promise<Answer> {
  const floor = startFloor(queryFloor);
  let answer: Answer;
  if (email !== null && (await isSomebodyElses(options.sql, userId, email))) {
    const { email: _, ...others } = fields;
    answer = await passOn(url, Buffer.from(JSON.stringify(others)));
    if (answer.status === 200) {
      await waitForKnownAddress(options, userId, email);
      // With nothing to change, the library answers with the user as it is now.
      answer = await passOn(url, Buffer.from('{}'));
    }
  } else {
    answer = await passOn(url, bytes);
  }
  await floor();
  return answer;
}

const Link = v.object({ type: v.literal('email_change'), token_hash: v.string() });
const OfEmailChange = v.object({ type: v.literal('email_change') });

async function guardVerify({ sql }: SessionGuardOptions, url: URL, body: AuthBody, passOn: PassOn): Promise<Answer> {
  const { fields, bytes } = body;
  if (!v.is(OfEmailChange, fields)) return passOn(url, bytes);
  const link = v.safeParse(Link, fields);
  switch (link.success ? await confirmEmailChange(sql, link.output.token_hash) : 'unknown') {
    case 'whole':
      return passOn(url, bytes);
    case 'half':
      return json(200, {
        code: '200',
        msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
      });
    case 'taken':
      return authRefusal(422, 'email_exists', 'A user with this email address has already been registered');
    case 'unknown':
      return authRefusal(403, 'otp_expired', 'Email link is invalid or has expired');
  }
}
