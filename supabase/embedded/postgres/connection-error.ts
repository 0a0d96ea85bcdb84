import type { ErrorAnswer } from '../rest/postgrest-error.ts';

/** postgres.js's own codes, and the system's codes for an absent server. The server's SQLSTATEs are not among them. */
const codes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT', // the socket of a server that ended
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * Whether the database could not be reached or was lost on the way. The request may or may not have been carried out.
 */
export function isConnectionError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.has(error.code);
}

/** SQLSTATE 08006, connection_failure: clients may try again. */
export const connectionFailure: ErrorAnswer = {
  status: 503,
  body: { code: '08006', details: null, hint: null, message: 'The database cannot be reached now' },
};
