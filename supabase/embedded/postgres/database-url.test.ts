import { describe, expect, test } from 'vitest';
import { readDatabaseUrl } from './database-url.ts';

const surroundings = (env: Record<string, string>) => ({ home: '/nobody', env });
const plain = 'postgres://ada:s3cret@db.example.org/carryover';

describe('what psql takes from the environment', () => {
  test.each([
    ['PGSSLMODE', 'verify-full', /sslmode=verify-full needs to know whom to trust/],
    ['PGSSLMODE', 'allow', /sslmode=allow is none of/],
    ['PGSSLROOTCERT', '/not/there.crt', /sslrootcert needs sslmode=/],
    ['PGSSLCRL', '/revoked.crl', /value of sslcrl is not understood/],
    ['PGCHANNELBINDING', 'require', /value of channel_binding is not understood/],
    ['PGREQUIREAUTH', 'scram-sha-256', /value of require_auth is not understood/],
  ])('is never ignored: %s=%s', (variable, value, words) => {
    expect(() => readDatabaseUrl(plain, surroundings({ [variable]: value }))).toThrow(words);
  });

  test('encrypts, and gives way to the URL', () => {
    const required = surroundings({ PGSSLMODE: 'require' });
    expect(readDatabaseUrl(plain, required).ssl).toMatchObject({ rejectUnauthorized: false });
    expect(readDatabaseUrl(`${plain}?sslmode=disable`, required).ssl).toBe(false);
    expect(readDatabaseUrl(plain, surroundings({})).ssl).toBe('prefer');
  });
});

test.each(['hostaddr=192.0.2.1', 'port=6432', 'user=eve', 'password=s3cret', 'service=other'])(
  'a setting that sends the password elsewhere than the URL says is refused: %s',
  (setting) => {
    expect(() => readDatabaseUrl(`${plain}?${setting}`, surroundings({}))).toThrow(/not understood after the question/);
  },
);

describe('a message holds no secret', () => {
  test.each([
    ['of a mistyped setting', `${plain}?sslpasswort=pa55phrase`, /value of sslpasswort is not understood/],
    ['with a #', 'postgres://ada:12#s3cret@db.example.org/carryover', /write # as %23/],
    ['with a /', 'postgres://ada:s3/cret@db.example.org/carryover', /write # as %23, \/ as %2F/],
    ['with a %', 'postgres://ada:s3cret%@db.example.org/carryover', /a % stands in it/],
  ])('%s', (_, url, words) => {
    const read = () => readDatabaseUrl(url, surroundings({}));
    expect(read).toThrow(words);
    expect(read).not.toThrow(/s3|cret|pa55/);
  });
});
