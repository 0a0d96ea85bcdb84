/**
 * Text that PostgreSQL cannot hold, at every endpoint that takes text. It is refused or mended, and people who pull
 * notice nothing.
 */
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROTOCOL_VERSION, PullAnswer } from '../../../sync/protocol.ts';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';
import { type Caller, newEmail, openAccount, signUp } from '../../support/invitations-people.ts';
import { transaction } from '../sql/people.ts';

let backend: TestBackend;
let ada: Caller;
let household: string;

beforeAll(async () => {
  backend = await startTestBackend();
  ada = await signUp(backend, 'ada');
  household = await openAccount(ada);
}, 60_000);
afterAll(() => backend.stop());

async function post(path: string, body: string): Promise<number> {
  const { data } = await ada.client.auth.getSession();
  const headers = {
    apikey: backend.anonKey,
    authorization: `Bearer ${data.session?.access_token}`,
    'content-type': 'application/json',
  };
  return (await fetch(backend.url + path, { method: 'POST', headers, body })).status;
}

const entry = () => ({ account_id: household, type: 'debit', amount: 1, transaction_date: '2026-03-31' });

/** Bodies that contain the text TEXT, by the endpoint that they go to. */
const endpoints: [string, () => object][] = [
  ['/rest/v1/transactions', () => ({ ...entry(), description: 'TEXT' })],
  ['/rest/v1/transactions', () => ({ ...entry(), metadata: { notes: 'TEXT' } })],
  ['/rest/v1/transactions', () => ({ ...entry(), metadata: { TEXT: 1 } })],
  ['/rest/v1/categories', () => ({ account_id: household, type: 'expense', name: 'TEXT' })],
  ['/rest/v1/rpc/create_account', () => ({ p_account_name: 'TEXT', p_description: 'TEXT' })],
  [
    '/functions/v1/send-invitation',
    () => ({ email: newEmail('eve'), name: 'TEXT', target: 'account', targetId: household }),
  ],
  [
    '/rest/v1/rpc/sync_push',
    () => {
      const row = transaction(household, { description: 'TEXT' });
      const operations = [{ kind: 'insert', table: 'transactions', row }];
      const mutations = [{ id: crypto.randomUUID(), editedAt: row.createdAt, operations }];
      return { p_user: ada.id, p_schema: PROTOCOL_VERSION, p_mutations: mutations };
    },
  ],
];

const texts = ['\\u0000', 'a\\u0000b', '\\ud83d', 'a\\ude00b', '\\udbff\\udbff'];

test.each(endpoints.flatMap(([path, body]) => texts.map((text): [string, string, () => object] => [text, path, body])))(
  '%s in a body to %s is no server error, and everything can be read afterwards',
  async (text, path, body) => {
    const status = await post(path, JSON.stringify(body()).replaceAll('TEXT', text));
    expect(status).toBeGreaterThanOrEqual(200);
    expect(status).toBeLessThan(500);
    const cursors = { protocol: PROTOCOL_VERSION, epoch: null, scopes: {} };
    const { data } = await ada.client.rpc('sync_pull', { p_user: ada.id, p_cursors: cursors });
    expect(v.safeParse(PullAnswer, data).success).toBe(true);
  },
);
