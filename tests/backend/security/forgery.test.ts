/**
 * Values that only the server decides (who entered, who owns, which version), and text that an attacker wants to be
 * read as SQL.
 */
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';
import { entryOf, makeScene, push, type Scene } from './scene.ts';

let backend: TestBackend;
let scene: Scene;

beforeAll(async () => {
  backend = await startTestBackend();
  scene = await makeScene(backend);
}, 60_000);
afterAll(() => backend.stop());

describe('who entered something is the server’s to say', () => {
  test.each([
    ['created_by', () => scene.ada.id],
    ['created_by_email', () => scene.ada.email],
    ['version', () => 1_000_000],
    ['field_clocks', () => ({ amount: { at: '2999-01-01' } })],
    ['category_name', () => 'Forged'],
  ])('a client may write no %s', async (column, value) => {
    const forged = { ...entryOf(scene.own.account, 'Forged'), [column]: value() };
    const inserted = await scene.mallory.from('transactions').insert(forged);
    expect([401, 403, 400]).toContain(inserted.status);
    const change = { [column]: value() };
    const updated = await scene.mallory.from('transactions').update(change).eq('transaction_id', scene.own.entry);
    expect([401, 403, 400]).toContain(updated.status);
    expect(await backend.sql`select from public.transactions where description = 'Forged'`).toEqual([]);
  });

  test('a push that names somebody else is entered in the sender’s name', async () => {
    const id = crypto.randomUUID();
    const { own, ada, malloryId } = scene;
    const row = {
      id,
      createdAt: new Date().toISOString(),
      accountId: own.account,
      type: 'expense',
      amount: 100,
      date: '2026-03-31',
      description: 'Whose?',
      category: 'Own',
      notes: '',
      budgetId: null,
      userId: ada.id,
      userEmail: ada.email,
    };
    const { data } = await push(scene, { kind: 'insert', table: 'transactions', row });
    expect(data.verdicts).toMatchObject([{ status: 'applied' }]);
    const [stored] = await backend.sql`select created_by from public.transactions where transaction_id = ${id}`;
    expect(stored).toEqual({ created_by: malloryId });
  });

  test('an account belongs to the user who makes it, whatever it says about its owner', async () => {
    const forged = await scene.mallory.from('accounts').insert({ account_name: 'x', owner_id: scene.ada.id });
    expect(forged).toMatchObject({ status: 403, error: { code: '42501' } });
    const taken = await scene.mallory
      .from('accounts')
      .update({ owner_id: scene.ada.id })
      .eq('account_id', scene.own.account);
    expect(taken).toMatchObject({ status: 403, error: { code: '42501' } });
  });
});

describe('text that is meant to be read as SQL', () => {
  const evil = `'); delete from public.transactions; --`;
  test.each<[string, (client: SupabaseClient) => PromiseLike<unknown>]>([
    ['in a filter', (client) => client.from('transactions').select('*').eq('description', evil)],
    ['in a list', (client) => client.from('transactions').select('*').in('description', [evil, '"),('])],
    ['in a column', (client) => client.from('transactions').select(`amount, ${evil}`)],
    ['in an order', (client) => client.from('transactions').select('*').order(evil)],
    ['in a table', (client) => client.from(`transactions; delete from transactions`).select('*')],
    ['in a function', (client) => client.rpc('sync_heads"(); delete from public.transactions; --')],
    [
      'in an argument’s name',
      (client) => client.rpc('create_account', { p_account_name: 'x', [`p_account_type" ${evil}`]: 'x' }),
    ],
    ['in a value', (client) => client.from('transactions').insert(entryOf(scene.own.account, evil))],
  ])('%s is text', async (_where, run) => {
    const count = async () => (await backend.sql`select count(*)::int as n from public.transactions`)[0]?.n;
    const before = await count();
    await run(scene.mallory);
    expect(await count()).toBeGreaterThanOrEqual(before);
  });
});
