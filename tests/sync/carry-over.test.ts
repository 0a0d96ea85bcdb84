import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { accountScope } from '#domain/ids/scopes';
import type { TransactionRow, TransactionType } from '#domain/rows';
import { createAccount } from '#store/commands/accounts/account-create';
import { deleteAccount } from '#store/commands/accounts/account-delete';
import { createBudget } from '#store/commands/budgets/budget-create';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { addTransfer } from '#store/commands/transfers/transfer-add';
import { type BrowserStorage, Database, databaseName } from '#store/database/database';
import { carryOverOne } from '#store/local/carry-over';
import { settle } from '#store/local/settle';
import { startOnDevice } from '#store/local/start';
import { decideToBring, offeredMerges } from '#store/local/target';
import { commitMutation, MutationError } from '#store/optimistic/mutations';
import { listAccounts } from '#store/queries/accounts/accounts';
import { readCarryOvers } from '#store/session/carry-overs';
import { Device } from '#store/session/device';
import { readLocalUser } from '#store/session/local-user';
import fc from '../support/random.ts';
import { FakeServer } from './support/fake-server.ts';
import { ANNA, enter, makeAccount, START } from './support/people.ts';
import { type Person, SimulatedDevice } from './support/simulated-device.ts';
import { Died, dieAfter } from './support/sudden-death.ts';

const OWN = '00000000-0000-4000-8000-0000000000a1';

interface Entry {
  /** Of the local accounts. */
  account: number;
  type: TransactionType;
  cents: number;
  month: number;
}

/** A browser in which somebody started without a login, and the server at which Anna has a login. */
async function world(options: { entries: Entry[]; accounts?: number; budgets?: number; own?: boolean }) {
  const { entries, accounts = 1, budgets = 0, own = false } = options;
  let time = START;
  const now = () => {
    time += 1000;
    return time;
  };
  const server = new FakeServer(now);
  server.addUser(ANNA.userId, ANNA.userEmail);
  const remote = server.as(ANNA.userId);
  if (own) {
    const elsewhere = new SimulatedDevice(ANNA, now);
    const account = makeAccount(OWN, ANNA);
    await elsewhere.commit([account, enter(1, { accountId: OWN, amount: 77 })]);
    const [row] = await elsewhere.db.accounts.toArray();
    if (!row) throw new Error('no account');
    await elsewhere.commit([
      { kind: 'patch', table: 'accounts', id: OWN, seen: 0, before: { name: row.name }, after: { name: 'Personal' } },
    ]);
    await elsewhere.sync(remote);
  }
  const storage: BrowserStorage = { indexedDB: new IDBFactory(), IDBKeyRange };
  const device = new Device(storage);
  await startOnDevice(device, new Date(now()), storage);
  const localUser = await readLocalUser(device);
  if (!localUser) throw new Error('nobody has started');
  const actor = { userId: localUser.id, email: '' };
  const local = new Database(localUser.id, storage);
  const ids = (await local.accounts.toArray()).map(({ id }) => id);
  for (let n = 1; n < accounts; n++) {
    const made = await createAccount(local, actor, { name: `Account ${n}` }, new Date(now()));
    if (made.ok) ids.push(made.id);
  }
  for (let n = 0; n < budgets; n++) {
    const accountId = ids[n % ids.length] ?? '';
    const food = await local.categories.filter(({ name }) => name === 'Food').first();
    const budget = { accountId, name: `Budget ${n}`, amount: '10', categoryId: food?.id ?? '', description: '' };
    expect(await createBudget(local, actor, budget, new Date(now()))).toMatchObject({ ok: true });
  }
  for (const [n, { account, type, cents, month }] of entries.entries()) {
    const accountId = ids[account % ids.length] ?? '';
    const date = `2026-${month.toString().padStart(2, '0')}-11`;
    const entry = { accountId, type, amount: (cents / 100).toFixed(2), date, description: `local ${n}` };
    const added = await addTransaction(local, actor, { ...entry, category: 'Food' }, new Date(now()));
    expect(added).toMatchObject({ ok: true });
  }
  const [account] = await local.accounts.toArray();
  const [category] = await local.categories.toArray();
  local.close();
  const phone = new SimulatedDevice(ANNA, now, storage);
  await phone.sync(remote);
  return { now, server, remote, storage, device, localUser, account, category, phone };
}

type World = Awaited<ReturnType<typeof world>>;

const asActor = ({ userId, userEmail }: Person) => ({ userId, email: userEmail });

/** What an opened app does, in one tab: decides where nobody has, and carries over. */
async function work({ storage }: World, db: Database, device: Device, merge: boolean, sliceRows = 3): Promise<void> {
  const local = await readLocalUser(device);
  if (local) {
    const there = new Database(local.id, storage);
    const merges = merge ? await offeredMerges(db, await there.accounts.toArray()) : [];
    there.close();
    await decideToBring(device, db, asActor(ANNA), merges, new Date(START), storage);
  }
  for (const carryOver of await readCarryOvers(device)) {
    await carryOverOne(device, db, asActor(ANNA), carryOver, { browser: storage, sliceRows });
  }
}

const workOn = (here: World, merge = false) => work(here, here.phone.db, here.device, merge);

/** A page that dies at its `writes`-th write. */
async function crash(here: World, writes: number, merge: boolean, sliceRows?: number): Promise<void> {
  const db = new Database(ANNA.userId, here.storage);
  const device = new Device(here.storage);
  dieAfter([db, device], writes);
  await work(here, db, device, merge, sliceRows).catch((error: unknown) => {
    const isDeath = error instanceof Error && [error, Reflect.get(error, 'inner')].some((one) => one instanceof Died);
    if (!isDeath) throw error;
  });
  db.close();
  device.close();
}

/** Two tabs at once. The one that is late may find the local database closed, because the other has finished. */
async function twoTabs(here: World, merge: boolean): Promise<void> {
  const tabs = [1, 2].map(async () => {
    const db = new Database(ANNA.userId, here.storage);
    const device = new Device(here.storage);
    await work(here, db, device, merge).catch((error: unknown) => {
      if (!(error instanceof Error && error.name === 'DatabaseClosedError')) throw error;
    });
    db.close();
    device.close();
  });
  await Promise.all(tabs);
}

/** The browser forgot Anna's own database, or she logged out when everything was sent. Then she logs in again. */
async function logInAnew(here: World): Promise<void> {
  await here.phone.sync(here.remote);
  await here.phone.db.delete();
  here.phone.db = new Database(ANNA.userId, here.storage);
  await here.phone.sync(here.remote);
}

async function transactionsOn(device: SimulatedDevice): Promise<TransactionRow[]> {
  const accounts = await device.db.accounts.toArray();
  const rows = await Promise.all(accounts.map(({ id }) => device.rows(accountScope(id))));
  return rows.flat().sort((a, b) => (a.id < b.id ? -1 : 1));
}

const gone = async ({ storage, localUser }: World) =>
  !(await storage.indexedDB.databases()).some(({ name }) => name === databaseName(localUser.id));

const entry = fc.record({
  account: fc.nat({ max: 2 }),
  type: fc.constantFrom<TransactionType>('income', 'expense'),
  cents: fc.integer({ min: 1, max: 99_999 }),
  month: fc.integer({ min: 1, max: 3 }),
});

const attempt = fc.oneof(
  fc.record({ kind: fc.constant('crash' as const), writes: fc.nat({ max: 40 }) }),
  fc.record({ kind: fc.constantFrom('two tabs' as const, 'log in anew' as const, 'sync' as const) }),
);

interface History {
  entries: Entry[];
  accounts: number;
  budgets: number;
  own: boolean;
  merge: boolean;
  attempts: ({ kind: 'crash'; writes: number } | { kind: 'two tabs' | 'log in anew' | 'sync' })[];
}

/** Lives through the attempts, and then through one without any trouble. */
async function live({ merge, attempts, ...start }: History): Promise<World> {
  const here = await world(start);
  for (const one of attempts) {
    if (one.kind === 'crash') await crash(here, one.writes, merge);
    else if (one.kind === 'two tabs') await twoTabs(here, merge);
    else if (one.kind === 'log in anew') await logInAnew(here);
    else await here.phone.sync(here.remote);
  }
  here.phone.reload();
  await workOn(here, merge);
  await here.phone.sync(here.remote);
  return here;
}

/** Each entry is there exactly once, under its content, as Anna's. */
function expectOnce(rows: readonly TransactionRow[], { entries, own }: History): void {
  const brought = rows.filter(({ description }) => description.startsWith('local '));
  const contents = brought.map(({ description, type, amount }) => `${description} ${type} ${amount}`);
  expect(contents.sort()).toEqual(entries.map(({ type, cents }, n) => `local ${n} ${type} ${cents}`).sort());
  expect(brought.every(({ userId }) => userId === ANNA.userId)).toBe(true);
  expect(rows).toHaveLength(entries.length + (own ? 1 : 0));
}

async function expectAccounts(device: SimulatedDevice, { accounts, budgets, own, merge }: History): Promise<void> {
  const views = await listAccounts(device.db);
  for (const { account } of views) {
    const scope = accountScope(account.id);
    expect(await device.balance(scope)).toBe(await device.countedBalance(scope));
  }
  expect(views).toHaveLength(accounts + (own && !merge ? 1 : 0));
  const first = own ? [OWN] : views.slice(0, 1).map(({ account }) => account.id);
  expect(views.flatMap(({ account, isDefault }) => (isDefault ? [account.id] : []))).toEqual(first);
  expect(await device.db.budgets.count()).toBe(budgets);
}

describe('carrying over what was entered without a login', () => {
  it('[S63b, S63c, S63d, S63e, G1, G2, G3, G7] crashes, tabs and log-ins bring each entry once', async () => {
    const history: fc.Arbitrary<History> = fc.record({
      entries: fc.array(entry, { maxLength: 12 }),
      accounts: fc.integer({ min: 1, max: 3 }),
      budgets: fc.nat({ max: 2 }),
      own: fc.boolean(),
      merge: fc.boolean(),
      attempts: fc.array(attempt, { maxLength: 4 }),
    });
    const property = async (one: History) => {
      const here = await live(one);
      const laptop = new SimulatedDevice(ANNA, here.now);
      await laptop.sync(here.remote);
      const rows = await transactionsOn(laptop);
      expectOnce(rows, one);
      expect(await transactionsOn(here.phone)).toEqual(rows);
      await expectAccounts(laptop, one);
      expect(await here.phone.db.outbox.count()).toBe(0);
      expect(await readCarryOvers(here.device)).toEqual([]);
      expect(await gone(here)).toBe(true);
    };
    await fc.assert(fc.asyncProperty(history, property), { numRuns: 25 });
  }, 240_000);

  it('[S63c, S63e] a crash at any write of one carry-over brings each entry exactly once', async () => {
    const entries = Array.from(
      { length: 3 },
      (_, n): Entry => ({ account: 0, type: 'expense', cents: n + 1, month: 1 }),
    );
    let writes = 0;
    for (let finished = false; !finished; writes++) {
      const here = await world({ entries, own: true });
      await crash(here, writes, false, 10);
      finished = (await gone(here)) && (await readCarryOvers(here.device)).length === 0;
      await work(here, here.phone.db, here.device, false, 10);
      await here.phone.sync(here.remote);
      expect(here.server.state.tables.transactions.size).toBe(4);
      expect(await readCarryOvers(here.device)).toEqual([]);
    }
    expect(writes).toBeGreaterThan(15);
  }, 240_000);

  it('[S63b] from the moment at which it is handed over, a tab that still shows it can enter nothing', async () => {
    const here = await world({ entries: [{ account: 0, type: 'expense', cents: 5, month: 1 }] });
    await crash(here, 4, false);
    const userId = here.localUser.id;
    const context = { userId, userEmail: '', now: new Date(START) };
    const late = commitMutation(new Database(userId, here.storage), [enter(99)], context);
    await expect(late).rejects.toEqual(new MutationError('wrong_user'));
  });

  it('[S63d] rows keep their ids and times, and accounts come after the own ones, which keep the default', async () => {
    const here = await world({ entries: [{ account: 0, type: 'income', cents: 5, month: 1 }], own: true });
    const { account, category } = here;
    await workOn(here);
    const views = await listAccounts(here.phone.db);
    expect(views.map(({ account: { id }, isDefault }) => [id, isDefault])).toEqual([
      [OWN, true],
      [account?.id, false],
    ]);
    const brought = await here.phone.db.categories.get(category?.id ?? '');
    expect(brought).toMatchObject({ name: category?.name, createdAt: category?.createdAt });
  });

  it('[S35f] entries of many rows go up together where a request has room for them', async () => {
    const here = await world({
      entries: Array.from({ length: 60 }, (_, n): Entry => ({ account: 0, type: 'expense', cents: n + 1, month: 1 })),
    });
    await decideToBring(here.device, here.phone.db, asActor(ANNA), [], new Date(START), here.storage);
    const [carryOver] = await readCarryOvers(here.device);
    if (!carryOver) throw new Error('nothing to carry over');
    const options = { browser: here.storage, sliceRows: 25 };
    expect(await carryOverOne(here.device, here.phone.db, asActor(ANNA), carryOver, options)).toEqual({
      entries: 60,
      alone: 0,
    });
    const sizes: number[] = [];
    const push: typeof here.remote.push = (userId, mutations) => {
      sizes.push(mutations.length);
      return here.remote.push(userId, mutations);
    };
    await here.phone.sync({ ...here.remote, push });
    // The first one also makes the account. The last one is small, and goes with the large ones before it.
    expect(sizes.filter((size) => size > 0)).toEqual([1, 3]);
    expect(here.server.state.tables.transactions.size).toBe(60);
  });

  it('[S65e, G1] brings every row of somebody who has deleted the account at the other end of a transfer', async () => {
    const entries = [1, 2, 3].map((cents): Entry => ({ account: 0, type: 'expense', cents, month: 1 }));
    const here = await world({ entries, accounts: 2 });
    const local = new Database(here.localUser.id, here.storage);
    const actor = { userId: here.localUser.id, email: '' };
    const [from, to] = (await listAccounts(local)).map(({ account }) => account.id);
    const transfer = { fromAccountId: from ?? '', toAccountId: to ?? '', amount: '40', date: '2026-03-05' };
    expect(await addTransfer(local, actor, { ...transfer, description: 'Save' })).toMatchObject({ ok: true });
    await settle(local, new Date());
    await deleteAccount(local, actor, { id: to ?? '' }, new Date(START));
    await settle(local, new Date());
    local.close();
    await workOn(here);
    await here.phone.sync(here.remote);
    expect(await here.phone.db.outbox.toArray()).toEqual([]);
    const rows = [...here.server.state.tables.transactions.values()];
    expect(rows.map(({ amount, nature }) => [amount, nature]).sort()).toEqual([
      [1, 'regular'],
      [2, 'regular'],
      [3, 'regular'],
      [4000, 'regular'],
    ]);
  });
});
