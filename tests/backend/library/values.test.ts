import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';
import { probeSchema } from '../../support/probe.ts';

let backend: TestBackend;
let ada: SupabaseClient;

beforeAll(async () => {
  backend = await startTestBackend({ migrationsDir: probeSchema });
  ada = createClient(backend.url, backend.anonKey);
  await ada.auth.signUp({ email: 'ada@example.org', password: 'correct horse' });
}, 60_000);
afterAll(async () => {
  await backend.stop();
});

describe('values travel as PostgREST sends them', () => {
  test.each([[{ a: 1 }], [[1, 2]], [7], [true]])('a jsonb argument arrives unchanged: %j', async (p) => {
    const kind = Array.isArray(p) ? 'array' : typeof p;
    expect((await ada.rpc('probe_rows', { p })).data).toEqual([{ kind, value: p }]);
    expect((await ada.rpc('probe_value', { p })).data).toEqual({ kind, value: p });
  });

  test('a bare text stays a text in a remote call of the short way', async () => {
    expect((await ada.rpc('probe_value', { p: '7' })).data).toEqual({ kind: 'string', value: '7' });
  });

  test('a jsonb column takes and gives objects', async () => {
    const { data } = await ada
      .from('probe')
      .insert({ data: { list: [1, 'x'] } })
      .select('data')
      .single();
    expect(data).toEqual({ data: { list: [1, 'x'] } });
  });

  test('numeric is a number', async () => {
    const { data } = await ada
      .from('probe')
      .insert([{ amount: 10 }, { amount: '999999999.99' }])
      .select('amount')
      .order('amount');
    expect(data).toEqual([{ amount: 10 }, { amount: 999_999_999.99 }]);
  });

  test('timestamps are ISO 8601', async () => {
    const { data } = await ada.from('probe').insert({ at: '2026-03-31T10:00:00.5+02:00' }).select('at, local').single();
    expect(data).toEqual({ at: '2026-03-31T08:00:00.5+00:00', local: '2026-03-31T10:00:00' });
  });
});

describe('remote calls of the short way', () => {
  test('arguments may come in any order and with defaults', async () => {
    expect((await ada.rpc('probe_defaults', { b: 'x', a: 1 })).data).toBe('1x0');
    const c = [crypto.randomUUID(), crypto.randomUUID()];
    expect((await ada.rpc('probe_defaults', { c, a: 2 })).data).toBe('2b2');
  });

  test('a call without a required argument, or with an unknown one, finds no function', async () => {
    expect((await ada.rpc('probe_defaults', { b: 'x' })).status).toBe(404);
    expect((await ada.rpc('probe_defaults', { a: 1, z: 'x' })).status).toBe(404);
  });

  test('a function without a result answers 204', async () => {
    expect(await ada.rpc('probe_nothing')).toMatchObject({ status: 204, data: null, error: null });
  });

  test('the database knows the caller, e-mail included', async () => {
    const { data: session } = await ada.auth.getSession();
    const uid = session.session?.user.id;
    expect((await ada.rpc('probe_caller')).data).toEqual({
      uid,
      email: 'ada@example.org',
      role: 'authenticated',
      sub: uid,
    });
    const nobody = createClient(backend.url, backend.anonKey);
    expect((await nobody.rpc('probe_caller')).data).toEqual({ uid: null, email: null, role: 'anon', sub: null });
  });

  test('no caller ever runs as another, however many call at once', async () => {
    const callers = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const client = createClient(backend.url, backend.anonKey, { auth: { persistSession: false } });
        const email = `caller${index}@example.org`;
        await client.auth.signUp({ email, password: 'correct horse' });
        return { client, email };
      }),
    );
    // More at once would need more connections than one address gets.
    for (let round = 0; round < 8; round++) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          const { client, email } = callers[index % callers.length] ?? { client: ada, email: '' };
          const { data, error } = await client.rpc('probe_caller');
          return { email, answered: error ?? data.email };
        }),
      );
      expect(answers.filter(({ email, answered }) => answered !== email)).toEqual([]);
    }
  });
});
