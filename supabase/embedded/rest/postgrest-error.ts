import postgres from 'postgres';
import type { Claims } from '../auth/jwt.ts';

/** An error response of the table API, as PostgREST sends it and supabase-js hands it on. */
export type ErrorAnswer = {
  status: number;
  body: { code: string; details: string | null; hint: string | null; message: string };
};

/** PostgREST's response to a PostgreSQL error. The SQLSTATE stays, and the status follows from it. */
export function answerDatabaseError(error: postgres.PostgresError, role: Claims['role']): ErrorAnswer {
  const { code, message, detail, hint } = error;
  return { status: statusOf(code, role), body: { code, details: detail ?? null, hint: hint ?? null, message } };
}

/** Status by SQLSTATE: https://docs.postgrest.org/en/v13/references/errors.html#http-status-codes */
function statusOf(code: string, role: Claims['role']): number {
  const custom = /^PT(\d{3})$/.exec(code)?.[1];
  if (custom !== undefined) return Number(custom) >= 200 && Number(custom) <= 599 ? Number(custom) : 500;
  return byCode[code] ?? (code === '42501' ? (role === 'anon' ? 401 : 403) : (byClass[code.slice(0, 2)] ?? 400));
}

const byCode: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '57P01': 503,
  '57P02': 503,
  '57P03': 503,
  P0001: 400,
};

const byClass: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

export function isDatabaseError(error: unknown): error is postgres.PostgresError {
  return error instanceof postgres.PostgresError;
}
