import type { PostgresConnection } from '@supabase/lite/postgres';
import type { Sql } from 'postgres';
import { limits } from '../http/limits.ts';
import { oneStartAtATime } from '../postgres/one-start-at-a-time.ts';

type ContextDb = Parameters<Parameters<PostgresConnection['withContext']>[1]>[0];
type QueryPlugin = Parameters<ContextDb['withPlugin']>[0];
type Query = Parameters<QueryPlugin['transformQuery']>[0]['node'];

const { most } = limits.answerBytes;

/**
 * Makes the function that counts the bytes of a request's rows. PostgreSQL calls it before it sends a row, so a row of
 * any length is refused before this process has it. The count ends with the request's transaction.
 */
export async function prepareAnswerSize(superuser: Sql): Promise<void> {
  await oneStartAtATime(superuser, (sql) =>
    sql.unsafe(`
    create schema if not exists embedded;
    create or replace function embedded.count_answer(more integer) returns boolean
    language plpgsql volatile set search_path = '' as $$
    declare
      bytes bigint := coalesce(nullif(current_setting('embedded.answer', true), ''), '0')::bigint + more;
    begin
      if bytes > ${most} then
        raise exception using errcode = 'PT413', message = 'The answer has more than ${most} bytes',
          hint = 'Read it in parts: limit and offset choose rows, and select chooses columns.';
      end if;
      perform set_config('embedded.answer', bytes::text, true);
      return true;
    end $$;
    grant usage on schema embedded to anon, authenticated, service_role;
    grant execute on function embedded.count_answer(integer) to anon, authenticated, service_role;`),
  );
}

/** The same database, whose queries count what they return. Beyond the limit they fail with PT413. */
export function withAnswerSize(db: ContextDb): ContextDb {
  return db.withPlugin({
    transformQuery: ({ node }) => counting(node),
    transformResult: async ({ result }) => ({ ...result, rows: result.rows.map(withoutCount) }),
  });
}

function counting(query: Query): Query {
  switch (query.kind) {
    case 'SelectQueryNode':
      return {
        kind: 'SelectQueryNode',
        selections: [{ kind: 'SelectionNode', selection: { kind: 'SelectAllNode' } }],
        // `offset 0` keeps PostgreSQL from computing each value twice.
        from: { kind: 'FromNode', froms: [raw('(select * from (', query, ') as asked offset 0) as found')] },
        where: { kind: 'WhereNode', where: raw('embedded.count_answer(octet_length(found::text))') },
      };
    case 'InsertQueryNode':
    case 'UpdateQueryNode':
    case 'DeleteQueryNode':
      return query.returning ? { ...query, returning: withCount(query.returning, tableOf(query)) } : query;
    default:
      return query;
  }
}

type Raw = Extract<Query, { kind: 'RawNode' }>;
type Part = Raw['parameters'][number];
type Writing = Extract<Query, { kind: 'InsertQueryNode' | 'UpdateQueryNode' | 'DeleteQueryNode' }>;
type Returning = NonNullable<Writing['returning']>;

/** What a write returns has no place for a condition. So it has one more column, which is taken out of the result. */
const countColumn = 'embedded.count_answer';

function withCount({ kind, selections }: Returning, table: Part | undefined): Returning {
  const values = selections.map(({ selection }) => (selection.kind === 'AliasNode' ? selection.node : selection));
  const all = values.some(({ kind: of }) => of === 'SelectAllNode');
  const row = all && table ? raw('row(', table, '.*)') : list('row(', values, ')');
  const node = raw('embedded.count_answer(octet_length((', row, ')::text))');
  const alias = { kind: 'IdentifierNode', name: countColumn } as const;
  return {
    kind,
    selections: [...selections, { kind: 'SelectionNode', selection: { kind: 'AliasNode', node, alias } }],
  };
}

function tableOf(query: Writing): Part | undefined {
  if (query.kind === 'InsertQueryNode') return query.into;
  return query.kind === 'UpdateQueryNode' ? query.table : query.from.froms[0];
}

function raw(before: string, part?: Part, after = ''): Raw {
  if (!part) return { kind: 'RawNode', sqlFragments: [before], parameters: [] };
  return { kind: 'RawNode', sqlFragments: [before, after], parameters: [part] };
}

function list(before: string, parts: readonly Part[], after: string): Raw {
  const between = parts.slice(1).map(() => ', ');
  return { kind: 'RawNode', sqlFragments: [before, ...between, after], parameters: parts };
}

function withoutCount(row: Record<string, unknown>): Record<string, unknown> {
  if (!(countColumn in row)) return row;
  const { [countColumn]: _counted, ...rest } = row;
  return rest;
}
