import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, statSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openExternal } from '../../../supabase/embedded/postgres/database.ts';
import { DatabaseUrlRefused, readDatabaseUrl } from '../../../supabase/embedded/postgres/database-url.ts';
import { clusterOf, type PostgresServer, startPostgres } from '../../../supabase/embedded/postgres/postgres.ts';
import { makeDataDir, startTestBackend } from '../../support/backend.ts';
import { makeAuthority, makeCertificate } from '../../support/certificates.ts';
import { probeSchema } from '../../support/probe.ts';

let folder: string;
let home: string;
/** Speaks TLS with a certificate for the name `localhost`, which `ours` signed. */
let server: PostgresServer;
/** Does not speak TLS. */
let plain: PostgresServer;
const ports = { server: 0, plain: 0 };
const files = { ours: '', theirs: '', certificate: '', key: '' };

/** That many different ports, which nobody has taken. */
async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  const addresses = probes.map((probe) => probe.address());
  await Promise.all(probes.map((probe) => once(probe.close(), 'close')));
  return addresses.map((address) => (typeof address === 'object' ? (address?.port ?? 0) : 0));
}

/** The server's key file must belong to the server's own user. */
function giveToServer(dataDir: string, file: string): void {
  const there = join(clusterOf(dataDir), 'server.key');
  cpSync(file, there);
  const { uid, gid } = statSync(clusterOf(dataDir));
  chownSync(there, uid, gid);
  chmodSync(there, 0o600);
}

async function listen(dataDir: string, port: number, settings: Record<string, string>): Promise<PostgresServer> {
  const open = { listen_addresses: '127.0.0.1', port: String(port), fsync: 'off' };
  return startPostgres({ dataDir, settings: { ...open, ...settings } });
}

beforeAll(async () => {
  folder = await makeDataDir();
  home = join(folder, 'home');
  for (const name of ['home', 'tls', 'plain']) await mkdir(join(folder, name));
  files.ours = makeAuthority(folder, 'ours');
  files.theirs = makeAuthority(folder, 'theirs');
  const own = makeCertificate(folder, 'ours', 'server', 'DNS:localhost');
  const { certificate, key } = makeCertificate(folder, 'ours', 'supabase_admin', 'DNS:nobody');
  Object.assign(files, { certificate, key });
  [ports.server = 0, ports.plain = 0] = await freePorts(2);
  const dataDir = join(folder, 'tls');
  await (await startPostgres({ dataDir })).stop();
  giveToServer(dataDir, own.key);
  for (const file of [own.certificate, files.ours]) chmodSync(file, 0o644);
  server = await listen(dataDir, ports.server, {
    ssl: 'on',
    ssl_cert_file: own.certificate,
    ssl_key_file: join(clusterOf(dataDir), 'server.key'),
    ssl_ca_file: files.ours,
  });
  plain = await listen(join(folder, 'plain'), ports.plain, {});
}, 60_000);
afterAll(async () => {
  await server.stop();
  await plain.stop();
  await rm(folder, { recursive: true, force: true });
});

const urlOf = (which: 'server' | 'plain', host: string, settings: string) => {
  const { password } = which === 'server' ? server : plain;
  return `postgres://supabase_admin:${password}@${host}:${ports[which]}/postgres?${settings}`;
};

/** Whether the connection is encrypted and for whom, or that there is none. */
async function look(url: string): Promise<string> {
  const sql = openExternal(url, { home, env: {} }).connect('supabase_admin', { max: 1, connect_timeout: 5 });
  try {
    const [row] = await sql`select ssl, client_dn from pg_stat_ssl where pid = pg_backend_pid()`;
    return `${row?.ssl ? 'encrypted' : 'plain'}${row?.client_dn ? ` as ${row.client_dn}` : ''}`;
  } catch (error) {
    if (error instanceof DatabaseUrlRefused) throw error;
    return 'no connection';
  } finally {
    await sql.end({ timeout: 1 });
  }
}

test.each([
  // From libpq's documentation: what each mode does with a server that has TLS and with one that does not.
  ['sslmode=disable', 'localhost', 'plain', 'plain'],
  ['', 'localhost', 'encrypted', 'plain'],
  ['sslmode=prefer', 'localhost', 'encrypted', 'plain'],
  ['sslmode=require', 'localhost', 'encrypted', 'no connection'],
  ['sslmode=require', '127.0.0.1', 'encrypted', 'no connection'],
  ['sslmode=require&sslrootcert=OURS', '127.0.0.1', 'encrypted', 'no connection'],
  ['sslmode=require&sslrootcert=THEIRS', 'localhost', 'no connection', 'no connection'],
  ['sslmode=verify-ca&sslrootcert=OURS', '127.0.0.1', 'encrypted', 'no connection'],
  ['sslmode=verify-ca&sslrootcert=THEIRS', 'localhost', 'no connection', 'no connection'],
  ['sslmode=verify-full&sslrootcert=OURS', 'localhost', 'encrypted', 'no connection'],
  ['sslmode=verify-full&sslrootcert=OURS', '127.0.0.1', 'no connection', 'no connection'],
  ['sslmode=verify-full&sslrootcert=THEIRS', 'localhost', 'no connection', 'no connection'],
  ['sslmode=verify-full&sslrootcert=system', 'localhost', 'no connection', 'no connection'],
  ['sslrootcert=system', 'localhost', 'no connection', 'no connection'],
  ['sslmode=require&sslcert=CERT&sslkey=KEY', 'localhost', 'encrypted as /CN=supabase_admin', 'no connection'],
])('as libpq connects with %s to %s: %s, and to a server without TLS: %s', async (settings, host, withTls, without) => {
  const given = settings
    .replace('OURS', files.ours)
    .replace('THEIRS', files.theirs)
    .replace('CERT', files.certificate)
    .replace('KEY', files.key);
  expect(await look(urlOf('server', host, given))).toBe(withTls);
  expect(await look(urlOf('plain', host, given))).toBe(without);
});

test.each([
  ['sslmode=verify-full', /sslmode=verify-full needs to know whom to trust/],
  ['sslmode=verify-ca', /sslmode=verify-ca needs to know whom to trust/],
  ['sslmode=allow', /sslmode=allow is none of disable, prefer, require, verify-ca, verify-full/],
  ['sslmode=verify_full', /sslmode=verify_full is none of/],
  ['sslmode=require&sslrootcert=system', /goes with sslmode=verify-full alone/],
  ['sslmode=verify-full&sslrootcert=/not/there.crt', /the file of sslrootcert cannot be read: \/not\/there.crt/],
  ['sslrootcert=/not/there.crt', /sslrootcert needs sslmode=/],
  ['sslmode=require&sslcrl=/revoked.crl', /value of sslcrl is not understood here/],
  ['sslmode=require&channel_binding=require', /value of channel_binding is not understood here/],
  ['requiressl=1', /value of requiressl is not understood here/],
])('%s is refused, and the message holds no password', (settings, words) => {
  const url = `postgres://ada:s3cret@db.example.org/carryover?${settings}`;
  expect(() => readDatabaseUrl(url, { home, env: {} })).toThrow(words);
  expect(() => readDatabaseUrl(url, { home, env: {} })).not.toThrow(/s3cret/);
});

test("libpq's own folder says which authorities to trust, as for psql", async () => {
  await mkdir(join(home, '.postgresql'));
  cpSync(files.theirs, join(home, '.postgresql/root.crt'));
  expect(await look(urlOf('server', 'localhost', 'sslmode=require'))).toBe('no connection');
  cpSync(files.ours, join(home, '.postgresql/root.crt'));
  expect(await look(urlOf('server', 'localhost', 'sslmode=verify-full'))).toBe('encrypted');
  await rm(join(home, '.postgresql'), { recursive: true });
});

test('all connections of the backend are encrypted: table API, sign-in, realtime', async () => {
  const databaseUrl = urlOf('server', 'localhost', `sslmode=verify-full&sslrootcert=${files.ours}`);
  const backend = await startTestBackend({ migrationsDir: probeSchema, databaseUrl });
  try {
    const ada = createClient(backend.url, backend.anonKey);
    const { data } = await ada.auth.signUp({ email: 'ada@example.org', password: 'correct horse' });
    expect((await ada.rpc('probe_caller')).data).toMatchObject({ uid: data.user?.id });
    const connections = await backend.sql`
      select ssl from pg_stat_ssl join pg_stat_activity using (pid) where client_addr is not null`;
    expect(connections.length).toBeGreaterThan(2);
    expect(connections.every(({ ssl }) => ssl)).toBe(true);
  } finally {
    await backend.stop();
  }
});
