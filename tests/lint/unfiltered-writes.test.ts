import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadModule } from 'libpg-query';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { findUnfilteredWrites } from './unfiltered-writes.ts';

const folder = join(import.meta.dirname, '../../supabase/migrations');
const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));

beforeAll(() => loadModule());

const planted = {
  'a statement': 'select 1; delete from private.removals',
  'a subquery': 'with gone as (delete from t returning *) select * from gone',
  'a function in SQL': "create function f() returns void language sql as 'update t set a = 1'",
  'a function in new-style SQL': 'create function f() returns void language sql begin atomic delete from t; end',
  'a function in PL/pgSQL':
    'create function f() returns void language plpgsql as $$ begin if true then update t set ü = 1; end if; end $$',
  'a loop': `create function f() returns void language plpgsql as $$
    declare r record; begin for r in update t set a = 1 returning a loop null; end loop; end $$`,
  'a returned query': `create function f() returns setof t language plpgsql as $$
    begin return query with x as (delete from t returning *) select * from x; end $$`,
  'a block': 'do $$ begin delete from t; end $$',
  'SQL that a function makes':
    "create function f() returns void language plpgsql as $$ begin execute 'delete from t'; end $$",
  'a language that nobody reads': "create function f() returns void language plpython3u as 'pass'",
};

describe('refuses a write to every row', () => {
  it.each(Object.entries(planted))('in %s', (_, sql) => {
    expect(findUnfilteredWrites(sql)).toHaveLength(1);
  });
});

it('accepts a write with a condition, and an expression that looks like a write', () => {
  const sql = `delete from t where a; update t set a = 1 where true;
    create function f() returns text language plpgsql as $$
    declare said text := 'delete from t'; begin said := 'update t'; delete from t where a = said; return said; end $$`;
  expect(findUnfilteredWrites(sql)).toEqual([]);
});

test('there are migrations', () => expect(files.length).toBeGreaterThan(20));

test.each(files)('%s writes to no table without a condition', (file) => {
  expect(findUnfilteredWrites(readFileSync(join(folder, file), 'utf8'))).toEqual([]);
});
