/**
 * `npm run bench:auth-times [endpoint …]` measures whether the time of a response tells who has an account. The real
 * backend is a separate process with its data on disk, every write flushed, and a mail server. Each endpoint gets 200
 * tries with an address that has an account, one that was never confirmed and one that nobody has, in turns. The
 * medians may differ by 5 % at most. `npm test` leaves it out.
 */
import { rm } from 'node:fs/promises';
import { callAuth, signInPath } from '../support/auth-calls.ts';
import { makeDataDir, type SpawnedBackend, spawnBackend } from '../support/backend.ts';
import { startMailServer } from '../support/mail-server.ts';
import { spreadOf } from './statistics.ts';

const TRIES = 200;
const MOST = 0.05;
const password = 'correct horse battery';

type Kind = 'known' | 'unconfirmed' | 'unknown';
const kinds: readonly Kind[] = ['known', 'unconfirmed', 'unknown'];

/** A try at an endpoint. Each names a new address, because mails to one address are limited. */
type Endpoint = { name: string; path: string; body: (email: string) => object };
const endpoints: readonly Endpoint[] = [
  { name: 'sign-in', path: signInPath, body: (email) => ({ email, password: 'wrong horse' }) },
  { name: 'sign-up', path: 'signup', body: (email) => ({ email, password }) },
  { name: 'recovery', path: 'recover', body: (email) => ({ email }) },
  { name: 'resend', path: 'resend', body: (email) => ({ email, type: 'signup' }) },
];

const emailOf = (endpoint: Endpoint, kind: Kind, n: number) => `${kind}-${endpoint.name}-${n}@example.org`;

/** Makes as many people as there will be tries, without a sign-up for each. */
async function makePeople(backend: SpawnedBackend): Promise<void> {
  await callAuth(backend, 'signup', { email: 'first@example.org', password });
  const sql = backend.connect();
  for (const endpoint of endpoints)
    for (const kind of ['known', 'unconfirmed'] as const)
      await sql`
        insert into auth.users (id, email, encrypted_password, email_confirmed_at, confirmation_sent_at)
        select gen_random_uuid(), given.email, encrypted_password, ${kind === 'known' ? sql`now()` : null}, now()
        from auth.users,
          unnest(${Array.from({ length: TRIES }, (_, n) => emailOf(endpoint, kind, n))}::text[]) as given (email)
        where users.email = 'first@example.org'`;
  await sql`analyze auth.users`;
  await sql.end();
}

/** Shuffles the tries, so that their order does not matter. */
const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);

/** Milliseconds of each try, in turns, so that other work on the machine affects all alike. */
async function measure(backend: SpawnedBackend, endpoint: Endpoint): Promise<Record<Kind, number[]>> {
  const times: Record<Kind, number[]> = { known: [], unconfirmed: [], unknown: [] };
  for (let n = 0; n < TRIES; n += 1) {
    for (const kind of shuffled(kinds)) {
      const start = performance.now();
      await callAuth(backend, endpoint.path, endpoint.body(emailOf(endpoint, kind, n)));
      times[kind].push(performance.now() - start);
    }
  }
  return times;
}

const dataDir = await makeDataDir();
const mailServer = await startMailServer();
try {
  const backend = await spawnBackend({ dataDir, env: { SMTP_URL: mailServer.url, LITE_AUTH_BCRYPT_COST: '10' } });
  try {
    await makePeople(backend);
    const named = process.argv.slice(2);
    for (const endpoint of endpoints.filter(({ name }) => named.length === 0 || named.includes(name))) {
      const times = await measure(backend, endpoint);
      const medians = kinds.map((kind) => spreadOf(times[kind]).median);
      const apart = Math.max(...medians) / Math.min(...medians) - 1;
      const words = kinds.map((kind, n) => `${kind} ${medians[n]?.toFixed(2)} ms`).join(', ');
      console.log(`${endpoint.name}: ${words}; ${(apart * 100).toFixed(1)} % apart`);
      if (apart > MOST) process.exitCode = 1;
    }
  } finally {
    await backend.stop();
  }
} finally {
  await mailServer.stop();
  await rm(dataDir, { recursive: true, force: true });
}
