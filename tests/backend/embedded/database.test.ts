import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
}, 60_000);
afterAll(() => database.stop());

describe('the prelude', () => {
  test('auth.uid, auth.email, auth.role and auth.jwt see the signed-in user', async () => {
    const id = await database.createUser('ada@example.org');
    const ada = await database.connectAs(id, 'ada@example.org');
    const [row] =
      await ada`select auth.uid() as uid, auth.email() as email, auth.role() as role, auth.jwt() ->> 'sub' as sub`;
    expect(row).toEqual({
      uid: id,
      email: 'ada@example.org',
      role: 'authenticated',
      sub: id,
    });
  });

  test('nobody may list the users', async () => {
    const anonymous = await database.connectAnonymously();
    await expect(anonymous`select * from auth.users`).rejects.toMatchObject({
      code: '42501',
    });
  });

  test('role postgres is no superuser', async () => {
    const [row] = await database.sql`select rolsuper from pg_roles where rolname = 'postgres'`;
    expect(row).toEqual({ rolsuper: false });
  });

  test('a broadcast is stored as a private message, and only a policy makes it readable', async () => {
    await database.sql`select realtime.send('{"a": 1}', 'hint', 'user:1', true)`;
    const [row] = await database.sql`select topic, event, private, payload ->> 'a' as a from realtime.messages`;
    expect(row).toEqual({
      topic: 'user:1',
      event: 'hint',
      private: true,
      a: '1',
    });
    const anonymous = await database.connectAnonymously();
    expect(await anonymous`select * from realtime.messages`).toEqual([]);
  });
});
