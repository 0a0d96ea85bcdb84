/**
 * Values at and beyond the limits of a column's type, and the places where clients may write them. The places come from
 * the catalogue.
 */

import type { Sql, TransactionSql } from 'postgres';
import fc from '../../support/random.ts';

/** A place that a client may write to: a column of a table, or an argument of a function. */
export type Place = { owner: string; name: string; type: string };

const EMOJI = '😀';

const words = fc.oneof(
  fc.constantFrom(
    'Lunch',
    '',
    ' ',
    '\u00a0',
    '\u2028',
    'e\u0301',
    '\ufeff',
    '\u0000',
    '\ud800',
    '\\u0000',
    "'; --",
    '\u{10ffff}',
    ...[1, 99, 100, 101, 160, 200].map((n) => EMOJI.repeat(n)),
    ...[1000, 1001, 1500, 2000, 5000, 5001, 10_000].map((n) => EMOJI.repeat(n)),
    ...[200, 201, 2000, 2001, 10_000, 10_001].map((n) => 'x'.repeat(n)),
    ...[199, 1999].map((n) => `${'x'.repeat(n)}${EMOJI}`),
  ),
  fc.string({ unit: 'binary', maxLength: 250 }),
);

const year = fc.oneof(
  fc.integer({ min: -4700, max: 294_000 }),
  fc.integer({ min: -1, max: 2 }),
  fc.integer({ min: 9998, max: 10_001 }),
);
const day = fc.tuple(year, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 })).map(([y, month, date]) => {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${String(Math.max(y > 0 ? y : 1 - y, 1)).padStart(4, '0')}-${two(month)}-${two(date)}${y > 0 ? '' : ' BC'}`;
});
const days = fc.oneof(
  fc.constantFrom('2026-03-31', 'infinity', '-infinity', 'epoch', '0001-01-01', '0001-12-31 BC', '9999-12-31'),
  day,
);
const clock = fc.constantFrom('00:00:00Z', '00:00:00+15:59', '23:59:59.9999-15:59', '12:00:00.123456Z');
const moments = fc.oneof(
  fc.constantFrom(
    '2026-03-31T10:00:00.000Z',
    'infinity',
    '-infinity',
    'epoch',
    '4713-01-01 00:00:00Z BC',
    '294276-12-31T23:59:59Z',
  ),
  fc
    .tuple(day, clock)
    .map(([date, time]) => (date.endsWith(' BC') ? `${date.slice(0, -3)} ${time} BC` : `${date} ${time}`)),
);

const numbers = fc.oneof(
  fc.constantFrom(
    '12.5',
    '0',
    '-1',
    '0.001',
    '0.005',
    '999999999.99',
    '999999999.994',
    '999999999.995',
    'NaN',
    'Infinity',
    '-Infinity',
    '1e131000',
  ),
  fc.double().map(String),
);

const ids = fc.oneof(
  fc.uuid(),
  fc.constantFrom('00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF', 'not one'),
);

const metadata = fc
  .record(
    {
      category_name: fc.oneof(words, fc.jsonValue()),
      notes: fc.oneof(words, fc.jsonValue()),
      budget_id: fc.oneof(ids, fc.jsonValue()),
      other: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  .map((content) => JSON.stringify(content));
const json = fc.oneof(
  metadata,
  fc.json(),
  fc.constantFrom('{"notes": 1e400}', '{"category_name": 7}', '{"notes": "\\ud800"}', '{"notes": "\\u0000"}'),
);

const booleans = fc.constantFrom('true', 'false');

/**
 * A text for a place of this type in PostgreSQL's own form, or null. `sensible` holds values for places that accept
 * only few: ids of existing rows, words of a list.
 */
export function extreme(type: string, sensible: readonly string[]): fc.Arbitrary<string | null> {
  const known: Record<string, fc.Arbitrary<string>> = {
    text: words,
    'timestamp with time zone': moments,
    date: days,
    numeric: numbers,
    'double precision': numbers,
    bigint: numbers,
    integer: numbers,
    uuid: ids,
    jsonb: json,
    boolean: booleans,
  };
  const values = known[type];
  if (!values) throw new Error(`Nobody has thought of extreme values of the type ${type}.`);
  return fc.option(sensible.length > 0 ? fc.oneof(values, fc.constantFrom(...sensible)) : values, { freq: 20 });
}

/** The columns that a signed-in user may write with this verb. */
export function writableColumns(sql: Sql, verb: 'insert' | 'update'): Promise<Place[]> {
  return sql<Place[]>`
    select c.relname as owner, a.attname as name, format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and a.attgenerated = ''
      and not a.attisdropped
      and has_column_privilege('authenticated', c.oid, a.attnum, ${verb})
    order by 1, 2`;
}

/** The arguments of functions that write, that a signed-in user may call and that are no part of sync. */
export function functionArguments(sql: Sql): Promise<Place[]> {
  return sql<Place[]>`
    select p.proname as owner, p.proargnames[n] as name, format_type(type, null) as type
    from pg_proc p, unnest(p.proargtypes) with ordinality arguments (type, n)
    where p.pronamespace = 'public'::regnamespace and p.proname not like 'sync\_%' and p.provolatile = 'v'
      and has_function_privilege('authenticated', p.oid, 'execute')
    order by 1, n`;
}

/**
 * The fields that a device may set in the rows of a table. `version` and fields that only the server sets are left out.
 */
export function clientFields(sql: Sql): Promise<Place[]> {
  return sql<Place[]>`
    select t.owner, a.attname as name,
      case a.attname when 'createdAt' then 'timestamp with time zone' else format_type(a.atttypid, null) end as type
    from (values ('accounts', 'private.client_account'), ('transactions', 'private.client_transaction'),
      ('categories', 'private.client_category'), ('budgets', 'private.client_budget'),
      ('reconciliations', 'private.client_reconciliation'), ('imports', 'private.client_import'),
      ('schedules', 'private.client_schedule')) t (owner, shape)
    join pg_attribute a on a.attrelid = t.shape::regclass
    where a.attnum > 0 and a.attname not in ('id', 'version', 'userId', 'userEmail', 'changes')
    order by 1, 2`;
}

/** Runs `work` within a savepoint. Returns false when the database refused it. Throws any other failure. */
export async function accepts(sql: TransactionSql, work: (sql: TransactionSql) => Promise<unknown>): Promise<boolean> {
  try {
    await sql.savepoint(async (inner) => {
      await work(inner);
    });
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'PostgresError') return false;
    throw error;
  }
}
