import type { IncomingMessage } from 'node:http';
import { type Answer, json } from '../http/answers.ts';
import { networksOf } from '../http/caller-address.ts';
import { limits } from '../http/limits.ts';
import { giveTryBack, takeTry } from '../http/network-tries.ts';
import { authLimitOf, type RequestLimit } from '../http/rate-limit.ts';
import { readBody } from '../http/read-body.ts';
import type { Route } from '../http/route.ts';
import { fromWeb, toWeb } from '../http/web-exchange.ts';
import { answerAdmin, isAdmin } from './admin-users.ts';
import { type AuthBody, namelessBody, readAuthBody } from './auth-body.ts';
import { type AuthRouteOptions, type Call, type Context, tooMany, tooManyAtOnce } from './auth-call.ts';
import { authRefusal } from './auth-refusal.ts';
import { mailboxOf } from './email-spelling.ts';
import { answerAsNew, isKnownAddress, isToBeConfirmed } from './known-address.ts';
import { completeSignIn, openLink } from './links.ts';
import { createPasswordPlaces } from './password-places.ts';
import { createPasswordTries } from './password-tries.ts';
import { changePassword, signIn } from './passwords.ts';
import { findUser, hashAlike } from './same-work.ts';
import { passwordFloor, queryFloor, startFloor } from './time-floor.ts';

/** /auth/v1: the library's auth service, with our limits in front. */
export function createAuthRoute(options: AuthRouteOptions): Route {
  const tries = createPasswordTries(options.limiter, options.authLimits, options.log);
  const places = createPasswordPlaces();
  return (request, url) => answerAuth({ ...options, tries, places }, request, url);
}

async function answerAuth(context: Context, request: IncomingMessage, url: URL): Promise<Answer> {
  const bytes = await readBody(request, limits.smallBytes.most);
  // A provider may send the browser back with a form, which names no e-mail.
  const read = url.pathname === '/auth/v1/callback' ? { body: namelessBody(bytes) } : readAuthBody(bytes);
  if ('refusal' in read) return read.refusal;
  const { body } = read;
  const ask = async (path = url.pathname) =>
    passOn(context, request, path === url.pathname ? url : new URL(path, url), body);
  return answerDoor(context, { request, url, networks: networksOf(context.callerAddress(request)), body, ask });
}

async function answerDoor(context: Context, call: Call): Promise<Answer> {
  const { request, url, ask } = call;
  const method = request.method ?? 'GET';
  if (isAdmin(url.pathname)) return answerAdmin(context, call);
  const closed = refuseClosed(url.pathname, call.body);
  if (closed) return closed;
  const limit = authLimitOf(method, url.pathname, url.search, call.body.email);
  if (limit === 'signIn' && url.pathname === '/auth/v1/token') return signIn(context, call);
  const wait = limit === null ? 0 : await countCall(context, call, limit);
  if (wait > 0) return tooMany(wait);
  switch (`${method} ${url.pathname}`) {
    case 'POST /auth/v1/token':
      return refresh(call);
    case 'POST /auth/v1/signup':
      return signUp(context, call);
    case 'POST /auth/v1/recover':
    case 'POST /auth/v1/resend':
      return mailBehind(context, call);
    case 'POST /auth/v1/verify':
    case 'GET /auth/v1/verify':
      return openLink(context, call);
    case 'GET /auth/v1/callback':
    case 'POST /auth/v1/callback':
      return completeSignIn(context, call);
    case 'PUT /auth/v1/user':
      return Object.hasOwn(call.body.fields, 'password') ? changePassword(context, call) : ask();
    default:
      return ask();
  }
}

/** Refuses endpoints of the library that no screen uses. They would be ways round the guarded ones. */
function refuseClosed(path: string, { fields }: AuthBody): Answer | null {
  if (path === '/auth/v1/otp' || path === '/auth/v1/magiclink') {
    return authRefusal(
      422,
      'otp_disabled',
      'Signing in by a link alone is not offered. Ask for a new password instead.',
    );
  }
  const named = ['email', 'phone', 'token'].some((name) => fields[name] !== undefined);
  if (path !== '/auth/v1/verify' || !named) return null;
  return authRefusal(400, 'validation_failed', 'Only the token_hash and type should be provided');
}

/** Returns the seconds to wait. A network that has to wait does not use up the mails of the e-mail that it names. */
async function countCall(context: Context, { networks, body }: Call, limit: RequestLimit): Promise<number> {
  const { limiter, authLimits } = context;
  const wait = await takeTry(limiter, networks, { name: limit, limit: authLimits[limit] });
  if (wait > 0 || !body.email || (limit !== 'mail' && limit !== 'signUp')) return wait;
  // This counts whether or not somebody has the address: a sign-up sends a mail either way.
  return limiter.take('mail to', mailboxOf(body.email), authLimits.mail);
}

/**
 * The library renews a session in several steps. It fails when a log-out removes the session between two of them. Asked
 * again, it says so itself, as the hosted service does.
 */
async function refresh({ ask }: Call): Promise<Answer> {
  const answer = await ask();
  return answer.status === 500 ? ask() : answer;
}

async function signUp(context: Context, { networks, body, ask }: Call): Promise<Answer> {
  let floor = async () => {};
  const answer = await context.places.run(networks, async () => {
    floor = startFloor(passwordFloor);
    const given = await ask();
    if (isKnownAddress(given)) await hashAlike(body.password ?? '');
    return given;
  });
  if (answer === null) {
    const { limiter, authLimits } = context;
    await giveTryBack(limiter, networks, { name: 'signUp', limit: authLimits.signUp });
    if (body.email) await limiter.giveBack('mail to', mailboxOf(body.email), authLimits.mail);
    return tooManyAtOnce();
  }
  if (isKnownAddress(answer)) {
    const recovery = await ask('/auth/v1/recover');
    await floor();
    return recovery.status < 500 ? (answerAsNew(body.fields) ?? answer) : recovery;
  }
  if (isToBeConfirmed(answer)) await floor();
  return answer;
}

/**
 * Answers recovery and resending alike and at once. The library never sends the mail of a sign-up or of a new address
 * again. For a sign-up, the mail for a new password takes its place, because it confirms the address too. A new address
 * can be asked for again.
 */
async function mailBehind(context: Context, { url, body, ask }: Call): Promise<Answer> {
  const kind = url.pathname === '/auth/v1/recover' ? 'recovery' : body.fields.type;
  if (!body.email || (kind !== 'recovery' && kind !== 'signup' && kind !== 'email_change')) return ask();
  const floor = startFloor(queryFloor);
  const user = await findUser(context.sql, body.email);
  if (user && kind !== 'email_change' && !(kind === 'signup' && user.confirmed)) {
    context.behind.later(async () => {
      const { status } = await ask('/auth/v1/recover');
      if (status >= 500) context.log('auth.later.failed', { status });
    });
  }
  await floor();
  return json(200, {});
}

async function passOn(context: Context, request: IncomingMessage, url: URL, body: AuthBody): Promise<Answer> {
  return context.sessionGuards(request, url, body, async (itsUrl, bytes) =>
    fromWeb(await context.library(toWeb(request, itsUrl, bytes), context.callerAddress(request))),
  );
}
