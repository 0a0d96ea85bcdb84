/** Who may connect to a database of one's own may also notify in it, whatever else they may do there. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenToMessages, type SentMessage } from '../../../supabase/embedded/realtime/realtime-messages.ts';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
}, 60_000);
afterAll(() => database.stop());

test('a notification that names no message keeps no message from its listeners', async () => {
  const delivered: SentMessage[] = [];
  const logged: string[] = [];
  const stop = await listenToMessages(
    database.sql,
    () => true,
    (message) => delivered.push(message),
    (event) => logged.push(event),
  );
  await database.sql.begin(async (sql) => {
    await sql`select pg_notify('realtime_messages', 'no id')`;
    await sql`select realtime.send('{"number": 1}', 'changed', 'user:ada', true)`;
    await sql`select pg_notify('realtime_messages', ${crypto.randomUUID()})`;
  });
  await expect.poll(() => delivered).toMatchObject([{ topic: 'user:ada', event: 'changed' }]);
  expect(logged).toEqual([]);
  await stop();
});
