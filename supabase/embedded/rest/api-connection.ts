import { PostgresConnection } from '@supabase/lite/postgres';
import './library-warnings.ts';
import type { Options, PostgresType } from 'postgres';
import * as v from 'valibot';
import { connectionFailure, isConnectionError } from '../postgres/connection-error.ts';
import { withAnswerSize } from './answer-size.ts';
import { answerDatabaseError, type ErrorAnswer, isDatabaseError } from './postgrest-error.ts';
import type { RequestSettings } from './request-settings.ts';

type InContext = Parameters<PostgresConnection['withContext']>;
type ContextDb = Parameters<InContext[1]>[0];

const Caller = v.object({ auth: v.object({ role: v.picklist(['anon', 'authenticated', 'service_role']) }) });

/**
 * @supabase/lite's connection, with remedies for where it differs from PostgREST. Each remedy has a test in
 * tests/backend/library/*.test.ts.
 */
class ApiConnection extends PostgresConnection {
  readonly requestSettings: RequestSettings;

  constructor(options: Options<Record<string, PostgresType>>, requestSettings: RequestSettings) {
    super({ url: '', postgresOptions: { ...options, types } });
    this.requestSettings = requestSettings;
  }

  /** The library sets only role and claims. It has begun a transaction when there is a caller. */
  override withContext<T>(vars: InContext[0], act: (db: ContextDb) => Promise<T>, options?: InContext[2]): Promise<T> {
    const caller = v.safeParse(Caller, vars);
    if (!caller.success) return super.withContext(vars, act, options);
    const calledFunction = options?.rpc?.path.split('/').at(-1);
    const settings = Object.entries(this.requestSettings(caller.output.auth.role, calledFunction));
    const actWithin: typeof act = async (db) => {
      await db
        .selectNoFrom(({ fn, val }) =>
          settings.map(([name, value]) => fn('set_config', [val(name), val(value), val(true)]).as(name)),
        )
        .execute();
      return act(withAnswerSize(db));
    };
    return super.withContext(vars, actWithin, options);
  }

  /**
   * The library answers `500 SUP` to most SQLSTATEs. In its own "PGRST" form, an error carries its response with it.
   */
  override normalizeDbError(error: unknown): unknown {
    if (isConnectionError(error)) return carry(connectionFailure);
    if (!isDatabaseError(error) || answersItself(error.code)) return error;
    return carry(answerDatabaseError(error, 'authenticated'));
  }

  /** The library's own `close` waits for ever when the database is gone. */
  override close(): Promise<void> {
    return this.driver.end({ timeout: 1 });
  }
}

function carry({ status, body }: ErrorAnswer) {
  return { code: 'PGRST', message: JSON.stringify(body), detail: JSON.stringify({ status, headers: {} }) };
}

/** The library gets these right. 42501 depends on the caller's role, which is not known here. */
function answersItself(code: string): boolean {
  return code === 'PGRST' || code.startsWith('PT') || code.startsWith('42');
}

export function createApiConnection(
  options: Options<Record<string, PostgresType>>,
  requestSettings: RequestSettings,
): PostgresConnection {
  const connection = new ApiConnection(options, requestSettings);
  // With 'unknown', the library's first request runs GRANT ALL on every schema that has row security. That undoes each
  // REVOKE.
  Object.assign(connection, { rlsState: 'active' });
  return connection;
}

/** How values travel: in PostgREST's print, and JSON arguments that are text already stay unchanged. */
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
