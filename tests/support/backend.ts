import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { migrate } from '../../supabase/embedded/migrate.ts';
import { startPostgres } from '../../supabase/embedded/postgres.ts';

/** A real PostgreSQL with our migrations, on a folder of its own that goes with it. */
export type TestDatabase = {
  /** Superuser: for arranging and for looking, not for what a test proves about rights. */
  sql: Sql;
  /** Makes a confirmed user as the auth service would; returns the id. */
  createUser(email: string, id?: string): Promise<string>;
  /**
   * A connection that acts as this signed-in user (role `authenticated`, JWT claims set), as the table API does.
   * One connection, so that `begin`/`commit` and locks behave; concurrent users take one each.
   */
  connectAs(userId: string, email: string): Promise<Sql>;
  /** A connection without a signed-in user (role `anon`). */
  connectAnonymously(): Promise<Sql>;
  stop(): Promise<void>;
};

/** Test data need not survive a power cut. */
const throwAway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

export async function startDatabase(options: { migrations?: string } = {}): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'co-'));
  const server = await startPostgres({ dataDir, settings: throwAway });
  const base = {
    host: server.socketFolder,
    database: 'postgres',
    onnotice: () => {},
  };
  const sql = postgres({ ...base, user: 'supabase_admin', max: 4 });
  const open: Sql[] = [sql];
  await migrate(sql, options.migrations);

  const connect = async (role: string, claims: Record<string, string>): Promise<Sql> => {
    const connection = postgres({
      ...base,
      user: 'authenticator',
      max: 1,
      max_lifetime: null,
    });
    open.push(connection);
    await connection`select set_config('role', ${role}, false),
      set_config('request.jwt.claims', ${JSON.stringify(claims)}, false)`;
    return connection;
  };

  return {
    sql,
    async createUser(email, id = crypto.randomUUID()) {
      await sql`insert into auth.users (id, email, email_confirmed_at) values (${id}, ${email}, now())`;
      return id;
    },
    connectAs: (userId, email) => connect('authenticated', { sub: userId, email, role: 'authenticated' }),
    connectAnonymously: () => connect('anon', { role: 'anon' }),
    async stop() {
      await Promise.all(open.map((connection) => connection.end({ timeout: 1 })));
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
