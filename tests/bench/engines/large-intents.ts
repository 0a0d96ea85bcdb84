/** The function that B10 calls in its page: a rename of very many rows, while the user goes on entering. */
import { liveQuery } from 'dexie';
import { renameCategory } from '#store/commands/categories/category-rename';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { type Database, openDatabase } from '#store/database/database';
import { newestTransactions } from '#store/queries/rows/transactions';
import { httpCalls } from '#sync';
import { callRemote } from '../../../sync/call-remote.ts';
import { pullAll } from '../../../sync/pull.ts';
import { pushOnce, startPushing } from '../../../sync/push.ts';
import { addedRow } from '../sample-rows.ts';
import { type Reached, signIn } from './sign-in.ts';

/** From the end of one entry to the next. */
const PAUSE_MS = 200;
const WARM_UP = 5;

/** All in milliseconds. An entry waits from the moment at which the user asks for it, also while the page is busy. */
interface Renamed {
  /** From the command until a live query of the newest rows has the new name. */
  shown: number;
  /** The longest wait of an entry before, right after the command, while it goes up, and while its rows come back. */
  usual: number;
  whileCommanded: number;
  whilePushed: number;
  whilePulled: number;
  /** How long the push and the pull took. */
  synced: number;
}

async function renameWhileEntering(reached: Reached & { from: string; to: string }): Promise<Renamed> {
  const { token, userId } = await signIn(reached);
  const db = await openDatabase(userId);
  const calls = httpCalls({ supabaseUrl: reached.url, supabaseKey: reached.anonKey }, (send) => send(token));
  const remote = { ...callRemote(calls), subscribe: () => () => {} };
  const pull = () => pullAll(db, remote, Date.now, Number.POSITIVE_INFINITY);
  await pull();
  const actor = { userId, email: reached.email };
  const [account] = await db.accounts.toArray();
  const category = (await db.categories.toArray()).find(({ name }) => name === reached.from);
  if (!account || !category) throw new Error('the account and its categories did not come');
  const entering = enterSteadily(db, actor, account.id);
  const usual = await entering.until(new Promise((resolve) => setTimeout(resolve, WARM_UP * PAUSE_MS * 2)));
  const start = performance.now();
  const shown = shownWith(db, account.id, reached.to).then(() => performance.now() - start);
  const renamed = renameCategory(db, actor, { id: category.id, name: reached.to });
  const whileCommanded = await entering.once();
  done(await renamed);
  await shown;
  const sent = performance.now();
  // The user never pauses, so a whole cycle would go on pushing entries. This pushes until the rename is decided.
  const waiting = () => db.outbox.where('wide').equals(1).toArray();
  const push = async () => {
    const progress = startPushing();
    while ((await waiting()).some(({ verdict }) => !verdict)) await pushOnce(db, remote, Date.now, progress);
  };
  const whilePushed = await entering.until(push());
  const whilePulled = await entering.until(pull());
  const synced = performance.now() - sent;
  await entering.stop();
  if ((await waiting()).length > 0) throw new Error('the rename did not come back');
  return { shown: await shown, usual, whileCommanded, whilePushed, whilePulled, synced };
}

/** Makes entries one after the other. `until` tells the longest wait of those that end before the work does. */
function enterSteadily(db: Database, actor: { userId: string; email: string }, accountId: string) {
  let longest = 0;
  let stopped = false;
  const enter = async (due: number) => {
    const { amount: _, id: __, createdAt: ___, ...row } = addedRow(0);
    done(await addTransaction(db, actor, { ...row, accountId, amount: '1.25', notes: '', budgetId: null }));
    return performance.now() - due;
  };
  const run = async () => {
    while (!stopped) {
      const due = performance.now() + PAUSE_MS;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      longest = Math.max(longest, await enter(due));
    }
  };
  const running = run();
  return {
    /** Makes one at this moment and tells how long it takes. */
    once: () => enter(performance.now()),
    async until(work: Promise<unknown>): Promise<number> {
      longest = 0;
      await work;
      return longest;
    },
    async stop(): Promise<void> {
      stopped = true;
      await running;
    },
  };
}

/** Resolves when a list of the newest rows shows the category under this name. */
function shownWith(db: Database, accountId: string, name: string): Promise<void> {
  return new Promise((resolve) => {
    const subscription = liveQuery(() => newestTransactions(db, accountId, 100)).subscribe((rows) => {
      if (!rows.some(({ category }) => category === name)) return;
      subscription.unsubscribe();
      resolve();
    });
  });
}

function done(outcome: { ok: boolean }): void {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
}

Object.assign(globalThis, { renameWhileEntering });
