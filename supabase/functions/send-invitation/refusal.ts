import type { DatabaseError } from './database.ts';

/** Why nothing was sent: a closed set. */
export type Reason =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'forbidden_user'
  | 'gone'
  | 'self'
  | 'already_member'
  | 'already_invited'
  | 'payload_mismatch'
  | 'settled'
  | 'rate_limited'
  | 'unavailable';

const statusOf: Record<Reason, number> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  forbidden_user: 403,
  gone: 404,
  self: 409,
  already_member: 409,
  already_invited: 409,
  payload_mismatch: 409,
  settled: 409,
  rate_limited: 429,
  unavailable: 503,
};

/** `error` is the reason for programs, and `message` is for people. `waitSeconds` says when to try again. */
export function refuse(reason: Reason, message: string, waitSeconds?: number): Response {
  const headers: Record<string, string> = waitSeconds === undefined ? {} : { 'retry-after': String(waitSeconds) };
  return Response.json({ error: reason, message }, { status: statusOf[reason], headers });
}

/**
 * Turns the database's refusal into ours. The SQLSTATE and the reason in its detail decide, never the words of its
 * message.
 */
export function passOnRefusal({ status, code, details, hint, message }: DatabaseError): Response {
  const reason = reasonOf(status, code, details);
  const waits = reason === 'rate_limited' || reason === 'unavailable';
  return refuse(reason, message, waits && /^\d+$/.test(hint) ? Number(hint) : undefined);
}

function reasonOf(status: number, code: string, details: string): Reason {
  if (status === 401) return 'unauthorized';
  if (/^PT4\d\d$/.test(code)) return isReason(details) ? details : 'invalid';
  if (code === '42501') return 'forbidden';
  if (code === '23503') return 'gone';
  if (/^2[23]/.test(code)) return 'invalid';
  if (status === 429) return 'rate_limited';
  return 'unavailable';
}

function isReason(text: string): text is Reason {
  return Object.hasOwn(statusOf, text);
}
