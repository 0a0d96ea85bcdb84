/** The functions that B7 calls in its page: offline entries by the app's own command, and the app's own sync cycle. */
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { openDatabase } from '#store/database/database';
import { httpCalls } from '#sync';
import { callRemote } from '../../../sync/call-remote.ts';
import { runCycle } from '../../../sync/cycle.ts';
import { addedRow } from '../sample-rows.ts';
import { type Reached, signIn } from './sign-in.ts';

const BATCH = 1_000;

/**
 * Makes `count` entries while nothing is sent; then sends them. Milliseconds until each has its verdict, and until it
 * came back.
 */
async function pushOffline(
  reached: Reached,
  count: number,
): Promise<{ entered: number; pushed: number; settled: number }> {
  const { token, userId } = await signIn(reached);
  const db = await openDatabase(userId);
  const calls = httpCalls({ supabaseUrl: reached.url, supabaseKey: reached.anonKey }, (send) => send(token));
  const remote = { ...callRemote(calls), subscribe: () => () => {} };
  let pushed = 0;
  const wantsPull = async () => {
    pushed = performance.now();
    return true;
  };
  const cycle = () => runCycle({ db, remote, now: Date.now, wantsPull, deadline: Number.POSITIVE_INFINITY });
  await cycle();
  const [account] = await db.accounts.toArray();
  if (!account) throw new Error('the account did not come');
  const start = performance.now();
  for (let n = 0; n < count; n++) {
    const { amount: _, id: __, createdAt: ___, ...row } = addedRow(n);
    const input = { ...row, accountId: account.id, amount: '1.25', notes: '', budgetId: null };
    const outcome = await addTransaction(db, { userId, email: reached.email }, input);
    if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  }
  const entered = performance.now();
  await cycle();
  const settled = performance.now();
  if ((await db.outbox.count()) > 0) throw new Error('entries did not come back');
  return { entered: entered - start, pushed: pushed - entered, settled: settled - entered };
}

/**
 * The floor: the same mutations, made beforehand, through the same function of the server in thousands. Milliseconds.
 */
async function pushBare(reached: Reached & { accountId: string; protocol: number }, count: number): Promise<number> {
  const { token, userId } = await signIn(reached);
  const mutations = Array.from({ length: count }, (_, n) => {
    const { id: _id, ...row } = addedRow(n);
    const stored = { ...row, id: crypto.randomUUID(), accountId: reached.accountId, notes: '', budgetId: null };
    return {
      id: crypto.randomUUID(),
      editedAt: new Date().toISOString(),
      operations: [{ kind: 'insert', table: 'transactions', row: stored }],
    };
  });
  const start = performance.now();
  for (let at = 0; at < count; at += BATCH) {
    const response = await fetch(`${reached.url}/rest/v1/rpc/sync_push`, {
      method: 'POST',
      headers: { apikey: reached.anonKey, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        p_user: userId,
        p_schema: reached.protocol,
        p_mutations: mutations.slice(at, at + BATCH),
      }),
    });
    const answer: { verdicts: { status: string }[] } = await response.json();
    if (answer.verdicts.some(({ status }) => status !== 'applied')) throw new Error('a mutation was not applied');
  }
  return performance.now() - start;
}

Object.assign(globalThis, { pushOffline, pushBare });
