import { PostgresConnection } from '@supabase/lite/postgres';
import type { Options, PostgresType } from 'postgres';
import { connectionFailure, isConnectionError } from './connection-error.ts';
import { answerDatabaseError, type ErrorAnswer, isDatabaseError } from './postgrest-error.ts';

/**
 * @supabase/lite's connection with the remedies for what it does differently from PostgREST (each has a test in
 * tests/backend/lite-*.test.ts).
 */
class ApiConnection extends PostgresConnection {
  /** The library answers `500 SUP` to most SQLSTATEs; in its own "PGRST" form an error carries its answer with it. */
  override normalizeDbError(error: unknown): unknown {
    if (isConnectionError(error)) return carry(connectionFailure);
    if (!isDatabaseError(error) || answersItself(error.code)) return error;
    return carry(answerDatabaseError(error, 'authenticated'));
  }

  /** The library's own waits for ever when the database is gone. */
  override close(): Promise<void> {
    return this.driver.end({ timeout: 1 });
  }
}

function carry({ status, body }: ErrorAnswer) {
  return { code: 'PGRST', message: JSON.stringify(body), detail: JSON.stringify({ status, headers: {} }) };
}

/** Those the library gets right; 42501 depends on the caller's role, which is not known here. */
function answersItself(code: string): boolean {
  return code === 'PGRST' || code.startsWith('PT') || code.startsWith('42');
}

export function createApiConnection(options: Options<Record<string, PostgresType>>): PostgresConnection {
  const connection = new ApiConnection({ url: '', postgresOptions: { ...options, types } });
  // 'unknown' makes its first request GRANT ALL on every schema that has row security, undoing each REVOKE.
  Object.assign(connection, { rlsState: 'active' });
  return connection;
}

/** The way values travel: as PostgREST prints them, and JSON arguments that are text already as they are. */
const types: Record<string, PostgresType> = {
  jsonb: jsonType(3802),
  json: jsonType(114),
  numeric: { to: 1700, from: [1700], serialize: String, parse: parseNumeric },
  timestamp: { to: 1114, from: [1114], serialize: (value: string) => value, parse: isoTimestamp },
  timestamptz: { to: 1184, from: [1184], serialize: (value: string) => value, parse: isoTimestamp },
};

function jsonType(oid: number): PostgresType {
  return {
    to: oid,
    from: [oid],
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (text: string): unknown => JSON.parse(text),
  };
}

function parseNumeric(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

/** `2026-03-31 10:00:00.5+00` → `2026-03-31T10:00:00.5+00:00`, as PostgreSQL's own to_json does. */
function isoTimestamp(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}
