/** What it costs to ask what somebody may do on a channel of realtime. */
import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { probeChannel } from '../../../supabase/embedded/realtime/realtime-authorize.ts';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { makePerson, type Person } from '../sql/people.ts';

const MESSAGES = 5000;

let database: TestDatabase;
let superuser: Sql;
let ada: Person;
beforeAll(async () => {
  database = await startDatabase();
  superuser = database.connectAsSuperuser(() => {});
  ada = await makePerson(database, 'ada');
});
afterAll(async () => {
  await superuser.end();
  await database.stop();
});

const rightsOf = (topic: string) => probeChannel(superuser, topic, { role: 'authenticated', sub: ada.id });

/** How many messages were read one after the other since the server started. */
async function messagesRead(): Promise<number> {
  await superuser`select pg_stat_force_next_flush()`;
  const [row] = await superuser<{ read: number }[]>`
    select seq_tup_read::integer as read from pg_stat_all_tables
    where schemaname = 'realtime' and relname = 'messages'`;
  return row?.read ?? Number.NaN;
}

it('reads the channel of its own user alone, and leaves nothing behind', async () => {
  expect(await rightsOf(`user:${ada.id}`)).toEqual({ read: true, write: false });
  expect(await rightsOf(`user:${crypto.randomUUID()}`)).toEqual({ read: false, write: false });
  expect(await superuser`select from realtime.messages`).toHaveLength(0);
});

it('looks at no other message, however many a day has brought', async () => {
  await superuser`
    insert into realtime.messages (topic, extension, private)
    select 'user:' || gen_random_uuid(), 'broadcast', true from generate_series(1, ${MESSAGES})`;
  const before = await messagesRead();
  for (let n = 0; n < 10; n += 1) expect(await rightsOf(`user:${ada.id}`)).toEqual({ read: true, write: false });
  expect((await messagesRead()) - before).toBe(0);
});
