/** The guards of how an install is set up. */
import type { Mutant } from './mutant.ts';

export const onSettingUp: readonly Mutant[] = [
  {
    guard: 'password: the socket of the database needs one',
    file: 'supabase/embedded/postgres/cluster.ts',
    find: 'local all all scram-sha-256',
    replace: 'local all all trust',
    test: [
      'tests/backend/embedded/access.test.ts',
      'nobody gets in through the socket without the password, under any name',
    ],
  },
  {
    guard: 'password: a database of v0.1.0 gets one, too',
    file: 'supabase/embedded/postgres/cluster.ts',
    find: "writePrivately(join(cluster, 'pg_hba.conf'), whoMayConnect, user);",
    replace: '',
    test: [
      'tests/backend/embedded/access.test.ts',
      'the next start closes a database of v0.1.0, which asked for no password, and keeps its data',
    ],
  },
  {
    guard: 'sslmode: a certificate of an untrusted authority is refused',
    file: 'supabase/embedded/postgres/database-url.ts',
    find: 'rejectUnauthorized: true,',
    replace: 'rejectUnauthorized: false,',
    test: ['tests/backend/embedded/tls.test.ts', 'as libpq connects'],
  },
  {
    guard: 'sslmode: verify-full checks the name in the certificate',
    file: 'supabase/embedded/postgres/database-url.ts',
    find: "return mode === 'verify-full' ? trusted",
    replace: "return mode === 'prefer' ? trusted",
    test: ['tests/backend/embedded/tls.test.ts', 'as libpq connects'],
  },
  {
    guard: 'proxy: nobody comes in through one that the backend does not know',
    file: 'supabase/embedded/start.ts',
    find: 'confirmByMail ? listeners : closeToProxies(listeners, log)',
    replace: 'listeners',
    test: ['tests/backend/embedded/proxy.test.ts', 'without PUBLIC_URL nobody gets in through a proxy that adds'],
  },
  {
    guard: 'releases: a migration that a release ran with another text counts as run',
    file: 'supabase/embedded/postgres/migrate.ts',
    find: 'return ran === checksum || isReleased(name, ran);',
    replace: 'return ran === checksum;',
    test: [
      'tests/backend/embedded/releases.test.ts',
      'a migration with another text today counts as run, and its backup is restored with the new text',
    ],
  },
];
