/** Reads DATABASE_URL as libpq does, or refuses it. A setting that asks for safety is never ignored. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Options, PostgresType } from 'postgres';

type Tls = NonNullable<Options<Record<string, PostgresType>>['ssl']>;

type ServerAddress = { host: string; port: number; user: string; password: string; database: string; ssl: Tls };

/**
 * DATABASE_URL asks for something that this program cannot do. The message never holds the URL, because the URL holds a
 * password.
 */
export class DatabaseUrlRefused extends Error {
  constructor(why: string) {
    super(`DATABASE_URL: ${why}`);
    this.name = 'DatabaseUrlRefused';
  }
}

/** libpq's modes, from no demand to every demand. libpq also has `allow`, which promises nothing. */
const modes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
type Mode = (typeof modes)[number];

const known = new Set(['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslpassword']);
/**
 * These settings also ask the client for something. A value that is not listed here asks for something that this
 * program does not do.
 */
const harmless: Record<string, string[]> = {
  channel_binding: ['disable', 'prefer'],
  gssencmode: ['disable', 'prefer'],
  sslcompression: ['0'],
  sslnegotiation: ['postgres'],
  sslsni: ['1'],
  ssl_min_protocol_version: ['TLSv1', 'TLSv1.1', 'TLSv1.2'],
};
const asksForSafety = /^(ssl|channel_binding|gssencmode|require)/;
/** In libpq these say where the password goes, whatever stands before the question mark. */
const saysWhere = /^(hostaddr|port|user|password|dbname|service)$/;

/** libpq's variables for these settings. They count where the URL says nothing. */
const variables = {
  PGSSLMODE: 'sslmode',
  PGSSLROOTCERT: 'sslrootcert',
  PGSSLCERT: 'sslcert',
  PGSSLKEY: 'sslkey',
  PGSSLCRL: 'sslcrl',
  PGSSLCRLDIR: 'sslcrldir',
  PGSSLNEGOTIATION: 'sslnegotiation',
  PGSSLMINPROTOCOLVERSION: 'ssl_min_protocol_version',
  PGSSLMAXPROTOCOLVERSION: 'ssl_max_protocol_version',
  PGCHANNELBINDING: 'channel_binding',
  PGGSSENCMODE: 'gssencmode',
  PGREQUIREAUTH: 'require_auth',
  PGREQUIREPEER: 'requirepeer',
  PGREQUIRESSL: 'requiressl',
};

/** Where libpq looks besides the URL: its folder `.postgresql` in `home`, and the environment. */
export type Surroundings = { home?: string; env?: Record<string, string | undefined> };

/** Throws DatabaseUrlRefused. */
export function readDatabaseUrl(
  url: string,
  { home = homedir(), env = process.env }: Surroundings = {},
): ServerAddress {
  const { hostname, port, username, password, pathname, searchParams: settings } = parse(url);
  for (const [variable, name] of Object.entries(variables)) {
    const value = env[variable];
    if (value && !settings.has(name)) settings.set(name, value);
  }
  refuseUnknown(settings);
  const host = settings.get('host') ?? decode(hostname).replace(/^\[|\]$/g, '');
  return {
    host,
    port: Number(port || 5432),
    user: decode(username),
    password: decode(password),
    database: decode(pathname.slice(1)) || 'postgres',
    // As in libpq: a Unix socket never leaves the machine, so nothing is encrypted on it.
    ssl: host.startsWith('/') ? false : readTls(settings, host, join(home, '.postgresql')),
  };
}

/** A # would end the URL, so half of a password would become the name of a host or a database. */
function parse(url: string): URL {
  const parsed = url.includes('#') ? null : URL.parse(url);
  if (parsed !== null) return parsed;
  throw new DatabaseUrlRefused(
    'it is no URL. It looks like postgres://user:password@host/name. In a password, write # as %23, / as %2F, ' +
      '? as %3F, @ as %40 and % as %25.',
  );
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new DatabaseUrlRefused('a % stands in it that begins no character. Write it as %25.');
  }
}

/** The message names no value. Somebody may have mistyped the name of a setting that is a secret. */
function refuseUnknown(settings: URLSearchParams): void {
  for (const [name, value] of settings) {
    if (saysWhere.test(name)) throw new DatabaseUrlRefused(`${name} is not understood after the question mark.`);
    if (known.has(name) || !asksForSafety.test(name) || harmless[name]?.includes(value)) continue;
    throw new DatabaseUrlRefused(`this value of ${name} is not understood here, so Carryover refuses it. Remove it.`);
  }
}

function readTls(settings: URLSearchParams, host: string, libpqFolder: string): Tls {
  const fileOf = (setting: string, name: string) => {
    const given = settings.get(setting);
    if (given !== null) return given;
    return existsSync(join(libpqFolder, name)) ? join(libpqFolder, name) : null;
  };
  const root = fileOf('sslrootcert', 'root.crt');
  const mode = readMode(settings.get('sslmode'), root);
  if (mode === 'disable') return false;
  // This word alone lets postgres.js go on without TLS where the server has none. It leaves no place for files of ours.
  if (mode === 'prefer') {
    refuseFiles(settings);
    return 'prefer';
  }
  const identity = {
    ...optional('cert', read('sslcert', fileOf('sslcert', 'postgresql.crt'))),
    ...optional('key', read('sslkey', fileOf('sslkey', 'postgresql.key'))),
    ...optional('passphrase', settings.get('sslpassword')),
  };
  // Node compares the certificate with `host` when it is a number, for which TLS sends no name.
  if (mode === 'require' && root === null) return { ...identity, host, rejectUnauthorized: false };
  if (root === null) {
    throw new DatabaseUrlRefused(
      `sslmode=${mode} needs to know whom to trust: add sslrootcert=<file of certificates>, or sslrootcert=system.`,
    );
  }
  const trusted = { ...identity, host, rejectUnauthorized: true, ...optional('ca', readRoot(root)) };
  // As in libpq: `require` with a file of authorities means `verify-ca`. That trusts every certificate of these
  // authorities, by any name.
  return mode === 'verify-full' ? trusted : { ...trusted, checkServerIdentity: () => undefined };
}

/** Throws when the URL names files that would not be read. */
function refuseFiles(settings: URLSearchParams): void {
  const named = ['sslrootcert', 'sslcert', 'sslkey'].find((name) => settings.has(name));
  if (named !== undefined) throw new DatabaseUrlRefused(`${named} needs sslmode=require, verify-ca or verify-full.`);
}

function readMode(given: string | null, root: string | null): Mode {
  const wanted = given ?? (root === 'system' ? 'verify-full' : 'prefer');
  const mode = modes.find((name) => name === wanted);
  if (mode === undefined) throw new DatabaseUrlRefused(`sslmode=${wanted} is none of ${modes.join(', ')}.`);
  if (root === 'system' && mode !== 'verify-full') {
    throw new DatabaseUrlRefused(`sslrootcert=system goes with sslmode=verify-full alone, and not with ${mode}.`);
  }
  return mode;
}

/** The authorities to trust. Null: those that Node trusts by itself. */
function readRoot(root: string): string | null {
  return root === 'system' ? null : read('sslrootcert', root);
}

function read(setting: string, file: string | null): string | null {
  if (file === null) return null;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new DatabaseUrlRefused(`the file of ${setting} cannot be read: ${file}`);
  }
}

function optional<Name extends string>(name: Name, value: string | null): { [key in Name]?: string } | undefined {
  if (value === null) return undefined;
  const option: { [key in Name]?: string } = {};
  option[name] = value;
  return option;
}
