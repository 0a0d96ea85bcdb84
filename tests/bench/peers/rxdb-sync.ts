/** RxDB's own replication with Supabase, against the same backend, with a table that has the columns it needs. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { createRxDatabase, type RxCollection } from 'rxdb';
import { replicateSupabase } from 'rxdb/plugins/replication-supabase';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import type { Reached } from '../engines/sign-in.ts';
import { type SampleRow, sampleRows } from '../sample-rows.ts';
import { schema } from './rxdb-schema.ts';

const TABLE = 'peer_transactions';

/** Milliseconds until `count` documents, entered offline, are on the server. */
async function pushWithRxdb(reached: Reached, count: number): Promise<number> {
  const { client, transactions } = await open(reached);
  await transactions.bulkInsert(sampleRows(count));
  // Each document is one request, and a batch sends all at once. Chromium refuses some of five hundred for lack of
  // resources.
  return replicated(client, transactions, { push: { batchSize: 100 } });
}

/** Milliseconds until a fresh device has the table's rows. */
async function pullWithRxdb(reached: Reached, count: number): Promise<number> {
  const { client, transactions } = await open(reached);
  const elapsed = await replicated(client, transactions, { pull: { batchSize: 1_000 } });
  const rows = await transactions.count().exec();
  if (rows !== count) throw new Error(`${rows} rows came of ${count}`);
  return elapsed;
}

/** RxDB puts column names in quotes. The embedded backend's filters do not read them as PostgREST does. */
function unquoted(input: RequestInfo | URL, options?: RequestInit): Promise<Response> {
  const url = input instanceof Request ? input.url : input.toString();
  return fetch(url.replaceAll(/%22(_modified|id)%22\./g, '$1.'), options);
}

async function open({ url, anonKey, email, password }: Reached) {
  const client = createClient(url, anonKey, { auth: { persistSession: false }, global: { fetch: unquoted } });
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  const storage = getRxStorageDexie();
  const db = await createRxDatabase({ name: crypto.randomUUID(), storage, multiInstance: false });
  const { transactions } = await db.addCollections<{ transactions: RxCollection<SampleRow> }>({
    transactions: { schema },
  });
  return { client, transactions };
}

async function replicated(
  client: SupabaseClient,
  collection: RxCollection<SampleRow>,
  direction: object,
): Promise<number> {
  const start = performance.now();
  const state = replicateSupabase<SampleRow>({
    client,
    collection,
    tableName: TABLE,
    replicationIdentifier: TABLE,
    live: false,
    ...direction,
  });
  const failed = new Promise<never>((_, reject) => state.error$.subscribe(reject));
  await Promise.race([state.awaitInitialReplication(), failed]);
  return performance.now() - start;
}

Object.assign(globalThis, { pushWithRxdb, pullWithRxdb });
