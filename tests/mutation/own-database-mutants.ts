/** The guards of a start on somebody's own PostgreSQL (DATABASE_URL). */
import type { Mutant } from './mutant.ts';

const file = 'supabase/embedded/postgres/unsafe-database.ts';
const tests = 'tests/backend/embedded/unsafe-database.test.ts';

export const onOwnDatabases: readonly Mutant[] = [
  {
    guard: 'own database: a new install on roles with too many rights is refused',
    file,
    find: 'const refused = excesses.find((excess) => excess.isOpen || isNew);',
    replace: 'const refused = excesses.find((excess) => excess.isOpen);',
    test: [tests, 'create role embedded_api createrole'],
  },
  {
    guard: 'own database: a running install is refused where strangers get past row security',
    file,
    find: 'const refused = excesses.find((excess) => excess.isOpen || isNew);',
    replace: 'const refused = excesses.find(() => isNew);',
    test: [tests, 'alter role authenticated bypassrls'],
  },
  {
    guard: 'own database: the owner of a running install hears the rest',
    file,
    find: 'for (const excess of excesses) warn(',
    replace: 'for (const excess of excesses.slice(excesses.length)) warn(',
    test: [tests, "alter role authenticator password 'known'"],
  },
  {
    guard: 'own database: its user is a superuser',
    file,
    find: '  await refuseLesserUser(sql);\n',
    replace: '',
    test: [tests, 'to a user who is no superuser'],
  },
  {
    guard: 'own database: nobody else is a member of a role of callers',
    file,
    find: 'or (r.rolname = any (',
    replace: 'or (false and r.rolname = any (',
    test: [tests, 'create role bob login; create role authenticated; grant authenticated to bob'],
  },
  {
    guard: 'own database: callers are members of no role',
    file,
    find: 'and (m.rolname = any (',
    replace: 'and (false and m.rolname = any (',
    test: [tests, 'create role anon; grant pg_read_all_data to anon'],
  },
  {
    guard: 'own database: nothing in it is of somebody else',
    file,
    find: 'const used = (await ownedByOthers(sql)) ?? (await madeInPublic(sql));',
    replace: 'const used = await madeInPublic(sql);',
    test: [tests, 'a schema'],
  },
  {
    guard: 'own database: no tables of another program are in it',
    file,
    find: 'const used = (await ownedByOthers(sql)) ?? (await madeInPublic(sql));',
    replace: 'const used = await ownedByOthers(sql);',
    test: [tests, "where another program's tables are, which the table API would show"],
  },
];
