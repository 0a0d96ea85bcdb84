import type { IncomingMessage } from 'node:http';
import { type Claims, InvalidJwt } from '../auth/jwt.ts';
import type { Secrets } from '../secrets.ts';
import { type Answer, json } from './answers.ts';
import { InvalidApiKey, identifyCaller } from './caller.ts';

type Checked = { ok: true; claims: Claims } | { ok: false; refusal: Answer };

/** The caller's claims, or the response that refuses the caller: 401 in PostgREST's form. */
export function checkCaller(secrets: Secrets, request: IncomingMessage): Checked {
  try {
    return { ok: true, claims: identifyCaller(keyOf(request), header(request, 'authorization'), secrets) };
  } catch (error) {
    if (error instanceof InvalidApiKey) {
      return { ok: false, refusal: hangUp(unauthorized('PGRST301', error.message)) };
    }
    if (!(error instanceof InvalidJwt)) throw error;
    const refusal =
      error.reason === 'expired' ? unauthorized('PGRST303', 'JWT expired') : unauthorized('PGRST301', error.message);
    return { ok: false, refusal };
  }
}

/**
 * Refuses a request without one of the API keys, in the form in which the library refuses the others. Null when it has
 * one.
 */
export function refuseWithoutKey(secrets: Secrets, request: IncomingMessage): Answer | null {
  try {
    identifyCaller(
      keyOf(request) ?? header(request, 'authorization')?.replace(/^Bearer\s+/i, '') ?? null,
      null,
      secrets,
    );
    return null;
  } catch (error) {
    if (!(error instanceof InvalidApiKey)) throw error;
    const message = 'No API key found in request';
    return hangUp(json(401, { message, hint: 'No `apikey` request header or url param was found.' }));
  }
}

/** The server closes the connection of a caller without a key. */
function hangUp(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, connection: 'close' } };
}

function keyOf(request: IncomingMessage): string | null {
  return (
    header(request, 'apikey') ?? URL.parse(request.url ?? '', 'http://localhost')?.searchParams.get('apikey') ?? null
  );
}

function unauthorized(code: string, message: string): Answer {
  return json(401, { code, message, details: null, hint: null });
}

function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
}
