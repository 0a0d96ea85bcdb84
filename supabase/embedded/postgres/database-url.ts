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
  PGREQUIRESSL: 'requiressl',
};

/** Where libpq looks besides the URL (its folder `.postgresql` in `home`, and the environment), and whom to warn. */
export type Surroundings = {
  home?: string;
  env?: Record<string, string | undefined>;
  warn?: (sentence: string) => void;
};

/** Throws DatabaseUrlRefused. `warn` hears what is not read, a sentence for each. */
export function readDatabaseUrl(
  url: string,
  { home = homedir(), env = process.env, warn = () => {} }: Surroundings = {},
): ServerAddress {
  const { hostname, port, username, password, pathname, searchParams } = parse(url);
  checkSettings(searchParams, warn);
  const host = searchParams.get('host') ?? decode(hostname).replace(/^\[|\]$/g, '');
  return {
    host,
    port: Number(port || 5432),
    user: decode(username),
    password: decode(password),
    database: decode(pathname.slice(1)) || 'postgres',
    // As in libpq: a Unix socket never leaves the machine, so nothing is encrypted on it.
    ssl: host.startsWith('/') ? false : readTls(searchParams, host, { home, env, warn }),
  };
}

/** A # in a password would end the URL, so half of the password would become the name of a host or a database. */
function parse(url: string): URL {
  const parsed = URL.parse(url);
  if (parsed !== null && !parsed.hash.includes('@')) return parsed;
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
function checkSettings(settings: URLSearchParams, warn: (sentence: string) => void): void {
  for (const [name, value] of settings) {
    if (saysWhere.test(name)) {
      warn(
        `DATABASE_URL: ${name} after the question mark is not read. What stands before it counts: ` +
          'postgres://user:password@host:port/name. Remove it.',
      );
    }
    if (isUnderstood(name, value)) continue;
    throw new DatabaseUrlRefused(`this value of ${name} is not understood here, so Carryover refuses it. Remove it.`);
  }
}

/**
 * The URL's settings, and those of libpq's variables where the URL has none. The environment may serve other programs,
 * and release 0.2.0 did not read it. So what is not understood there stops no start.
 */
function withVariables(
  url: URLSearchParams,
  env: Record<string, string | undefined>,
  warn: (sentence: string) => void,
) {
  const settings = new URLSearchParams(url);
  for (const [variable, name] of Object.entries(variables)) {
    const value = env[variable];
    if (!value || url.has(name)) continue;
    if (!isUnderstood(name, value) || (name === 'sslmode' && !modes.some((mode) => mode === value))) {
      warn(`${variable} asks for something that Carryover does not do, so it is not read. Unset it.`);
      continue;
    }
    settings.set(name, value);
    if (known.has(name))
      warn(`${variable} counts, because DATABASE_URL has no ${name}. Add ${name}=… there for another value.`);
  }
  return settings;
}

function isUnderstood(name: string, value: string): boolean {
  return known.has(name) || !asksForSafety.test(name) || harmless[name]?.includes(value) === true;
}

function readTls(url: URLSearchParams, host: string, { home, env, warn }: Required<Surroundings>): Tls {
  const settings = withVariables(url, env, warn);
  const libpqFolder = join(home, '.postgresql');
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
    refuseFiles(url);
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
