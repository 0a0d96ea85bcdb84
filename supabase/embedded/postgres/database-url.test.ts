import { describe, expect, test } from 'vitest';
import { readDatabaseUrl } from './database-url.ts';

const plain = 'postgres://ada:s3cret@db.example.org/carryover';

/** What is read, and the sentences of warning. */
function read(url: string, env: Record<string, string> = {}) {
  const warnings: string[] = [];
  const address = readDatabaseUrl(url, { home: '/nobody', env, warn: (sentence) => warnings.push(sentence) });
  return { address, warnings };
}

describe('what psql takes from the environment', () => {
  test('encrypts, says so, and gives way to the URL', () => {
    const env = { PGSSLMODE: 'require' };
    expect(read(plain, env).address.ssl).toMatchObject({ rejectUnauthorized: false });
    expect(read(plain, env).warnings).toEqual([expect.stringMatching(/^PGSSLMODE counts, .* has no sslmode/)]);
    expect(read(`${plain}?sslmode=disable`, env)).toMatchObject({ address: { ssl: false }, warnings: [] });
    expect(read(plain)).toMatchObject({ address: { ssl: 'prefer' }, warnings: [] });
  });

  test('is refused when it asks whom to trust, and nobody says', () => {
    const env = { PGSSLMODE: 'verify-full' };
    expect(() => read(plain, env)).toThrow(/sslmode=verify-full needs to know whom to trust/);
    expect(() => read(plain, { ...env, PGSSLROOTCERT: '/not/there.crt' })).toThrow(
      /file of sslrootcert cannot be read/,
    );
  });

  test.each([
    ['PGSSLMODE', 'allow'],
    ['PGSSLCRL', '/revoked.crl'],
    ['PGCHANNELBINDING', 'require'],
    ['PGREQUIREAUTH', 'scram-sha-256'],
  ])('stops no start of an install of v0.2.0, but is never ignored in silence: %s=%s', (variable, value) => {
    const { address, warnings } = read(plain, { [variable]: value });
    expect(address.ssl).toBe('prefer');
    expect(warnings).toEqual([expect.stringMatching(`^${variable} asks for something that Carryover does not do`)]);
  });

  test.each(['PGSSLROOTCERT', 'PGSSLCERT', 'PGSSLKEY'])('names files for other modes: %s', (variable) => {
    expect(read(plain, { [variable]: '/not/there.crt' }).address.ssl).toBe('prefer');
  });

  test('says nothing of a Unix socket, which is never encrypted', () => {
    const url = 'postgres://ada@localhost/carryover?host=/run/postgresql';
    expect(read(url, { PGSSLMODE: 'verify-full' })).toMatchObject({ address: { ssl: false }, warnings: [] });
  });
});

test.each([
  ['hostaddr=192.0.2.1', 'hostaddr'],
  ['port=6432', 'port'],
  ['user=eve', 'user'],
  ['password=pa55phrase', 'password'],
  ['dbname=other', 'dbname'],
  ['service=other', 'service'],
])('what says where to connect stands before the question mark, as for v0.2.0. %s warns', (setting, name) => {
  const { address, warnings } = read(`${plain}?${setting}`);
  expect(address).toMatchObject({ host: 'db.example.org', port: 5432, user: 'ada', password: 's3cret' });
  expect(address.database).toBe('carryover');
  expect(warnings).toEqual([expect.stringMatching(`${name} after the question mark is not read`)]);
  expect(warnings.join()).not.toMatch(/pa55|s3cret/);
});

test('a URL of v0.2.0 with something after a # goes on working', () => {
  expect(read(`${plain}#note`).address).toMatchObject({ host: 'db.example.org', database: 'carryover' });
});

describe('a message holds no secret', () => {
  test.each([
    ['of a mistyped setting', `${plain}?sslpasswort=pa55phrase`, /value of sslpasswort is not understood/],
    ['with a #', 'postgres://ada:12#s3cret@db.example.org/carryover', /write # as %23/],
    ['with a /', 'postgres://ada:s3/cret@db.example.org/carryover', /write # as %23, \/ as %2F/],
    ['with a %', 'postgres://ada:s3cret%@db.example.org/carryover', /a % stands in it/],
  ])('%s', (_, url, words) => {
    expect(() => read(url)).toThrow(words);
    expect(() => read(url)).not.toThrow(/s3|cret|pa55/);
  });
});
