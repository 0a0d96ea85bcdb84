/** Today's app and the server of an earlier release: its own migrations on a real PostgreSQL, and then today's. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../supabase/embedded/postgres/migrate.ts';
import { PROTOCOL_VERSION } from '../../sync/protocol.ts';
import { startDatabase, startTestBackend, type TestDatabase } from '../support/backend.ts';
import { releases, writeMigrations } from '../support/released-data.ts';
import { wireOf } from '../support/released-wire.ts';
import { ANNA, enter, HOME, makeAccount } from './support/people.ts';
import { SimulatedDevice } from './support/simulated-device.ts';
import { sqlRemote } from './support/simulation/real-server.ts';

const protocols = await Promise.all(
  releases.map(async (release) => ({ release, protocol: (await wireOf(release)).PROTOCOL_VERSION })),
);
const older = protocols.filter(({ protocol }) => protocol < PROTOCOL_VERSION);

describe.each(older)('the server of v$release', ({ release }) => {
  let database: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'carryover-'));
    database = await startDatabase({ migrations: await writeMigrations(release, join(folder, 'migrations')) });
    await database.createUser(ANNA.userEmail, ANNA.userId);
  });
  afterAll(async () => {
    await database.stop();
    await rm(folder, { recursive: true });
  });

  it('[S6, S23d, G9] an older server is known as such, and gets everything once it is updated', async () => {
    const connection = await database.connectAs(ANNA.userId, ANNA.userEmail);
    const remote = sqlRemote(connection);
    const phone = new SimulatedDevice(ANNA, Date.now);
    await phone.commit([makeAccount(HOME, ANNA), enter(1, { amount: 700 })]);
    for (const _attempt of [1, 2, 3]) {
      await expect(phone.sync(remote)).rejects.toMatchObject({ reason: 'server_outdated' });
    }
    expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'pending', attempts: 0 }]);
    expect(await phone.rows(`account:${HOME}`)).toHaveLength(1);

    await migrate(database.sql);
    await phone.sync(remote);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await phone.balance(`account:${HOME}`)).toBe(-700);
    const [kept] = await database.sql`select count(*)::int as rows from public.transactions`;
    expect(kept).toEqual({ rows: 1 });
  });

  it('[S23a] a server that speaks only later protocols asks for an update of the app', async () => {
    const connection = await database.connectAs(ANNA.userId, ANNA.userEmail);
    const later = String(PROTOCOL_VERSION + 1);
    for (const name of ['oldest_protocol', 'protocol']) {
      await database.sql.unsafe(`create or replace function private.${name}() returns integer
        language sql immutable as 'select ${later}'`);
    }
    const failure = await sqlRemote(connection)
      .push(ANNA.userId, [])
      .catch((reason: unknown) => reason);
    expect(failure).toMatchObject({ reason: 'upgrade_required', code: 'PT426' });
  });
});

it('[S23d] a refusal over HTTP lists the protocols that the server speaks', async () => {
  const backend = await startTestBackend();
  onTestFinished(() => backend.stop());
  const client = createClient(backend.url, backend.anonKey, { auth: { persistSession: false } });
  const { data } = await client.auth.signUp({ email: 'ada@example.org', password: 'correct horse' });
  const later = { p_user: data.user?.id, p_schema: PROTOCOL_VERSION + 1, p_mutations: [] };
  const { error, status } = await client.rpc('sync_push', later);
  expect({ status, code: error?.code, hint: error?.hint }).toEqual({ status: 426, code: 'PT426', hint: '[4,5,6]' });
});
