/**
 * Made the rest of this folder, with the code of the release itself: `node record.mjs <checkout of v0.1.0> <this folder>`,
 * in the checkout, with its packages installed. It is kept to show how the data came about. Nothing runs it again.
 *
 * People of v0.1.0 live on v0.1.0's server: once on PostgreSQL, once on the release's server in memory. Each device
 * database is written as it stood at one moment. At the end the release itself drains every outbox, and what its server
 * then holds is what today's app has to arrive at.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import 'fake-indexeddb/auto';
import * as v from 'valibot';

const [checkout = '.', target = '.'] = process.argv.slice(2).map((path) => resolve(path));
const from = (path) => import(pathToFileURL(join(checkout, path)).href);
const command = async (file, name) => (await from(`src/store/commands/${file}.ts`))[name];

const { PROTOCOL_VERSION, PullAnswer, PushAnswer, Heads } = await from('sync/protocol.ts');
const { Sums } = await from('sync/sums.ts');
const { RemoteFailure } = await from('sync/remote.ts');
const { invitationVerdict } = await from('sync/invitation-answer.ts');
const { SimulatedDevice } = await from('tests/sync/simulated-device.ts');
const { FakeServer } = await from('tests/sync/fake-server.ts');
const { startDatabase } = await from('tests/support/backend.ts');
const { listTables, nameOf, writeBackup } = await from('supabase/embedded/backup.ts');
const { countWaiting, entriesToSettle } = await from('src/store/outbox.ts');



const createAccount = await command('account-create', 'createAccount');
const updateAccount = await command('account-update', 'updateAccount');
const deleteAccount = await command('account-delete', 'deleteAccount');
const createBudget = await command('budget-create', 'createBudget');
const updateBudget = await command('budget-update', 'updateBudget');
const deleteBudget = await command('budget-delete', 'deleteBudget');
const createCategory = await command('category-create', 'createCategory');
const deleteCategory = await command('category-delete', 'deleteCategory');
const renameCategory = await command('category-rename', 'renameCategory');
const sendInvitation = await command('invitation-send', 'sendInvitation');
const resendInvitation = await command('invitation-resend', 'resendInvitation');
const revokeInvitation = await command('invitation-revoke', 'revokeInvitation');
const acceptInvitation = await command('invitation-accept', 'acceptInvitation');
const declineInvitation = await command('invitation-decline', 'declineInvitation');
const changeRole = await command('membership-change-role', 'changeRole');
const removeMembership = await command('membership-remove', 'removeMembership');
const leaveMembership = await command('membership-leave', 'leaveMembership');
const addTransaction = await command('transaction-add', 'addTransaction');
const updateTransaction = await command('transaction-update', 'updateTransaction');
const deleteTransaction = await command('transaction-delete', 'deleteTransaction');
const restoreTransaction = await command('transaction-restore', 'restoreTransaction');

const person = (name, digit) => ({
  userId: `00000000-0000-4000-8000-00000000000${digit}`,
  userEmail: `${name}@example.org`,
});
const PEOPLE = [person('anna', 'a'), person('ben', 'b'), person('cara', 'c'), person('dave', 'd')];
const [ANNA, BEN, CARA, DAVE] = PEOPLE;
const minute = 60_000;

/** The release's database, reached as its devices reach it. Everything that goes over the wire is kept. */
async function onPostgres() {
  const wire = [];
  const database = await startDatabase();
  const { sql } = database;
  const connections = new Map();
  for (const { userId, userEmail } of PEOPLE) {
    await database.createUser(userEmail, userId);
    connections.set(userId, await database.connectAs(userId, userEmail));
  }
  const json = (value) => JSON.stringify(value);
  const keep = (call, user, parameters, answer) => {
    wire.push({ call, user, parameters, answer });
    return answer;
  };
  return {
    as(userId) {
      const connection = connections.get(userId);
      const one = async (query) => (await query)[0].answer;
      const invite = async (id, call, parameters, query) => {
        const { mail, ...sent } = await one(query);
        if (mail) await connection`select public.invitation_mailed(${mail.id}, true)`;
        keep(call, userId, parameters, sent);
        return invitationVerdict(id, 200, sent);
      };
      return {
        async push(user, mutations) {
          const parameters = { p_user: user, p_schema: PROTOCOL_VERSION, p_mutations: mutations };
          const answer = await one(
            connection`select public.sync_push(${user}, ${PROTOCOL_VERSION}, ${json(mutations)}::text::jsonb) as answer`,
          );
          return v.parse(PushAnswer, keep('sync_push', userId, parameters, answer));
        },
        async pull(user, cursors, limit) {
          const parameters = { p_user: user, p_cursors: cursors, p_limit: limit };
          const answer = await one(
            connection`select public.sync_pull(${user}, ${json(cursors)}::text::jsonb, ${limit}) as answer`,
          );
          // The first answer of each person is enough; the others are asked for anew.
          const isFirst = !wire.some((one) => one.call === 'sync_pull' && one.user === userId);
          return v.parse(PullAnswer, isFirst ? keep('sync_pull', userId, parameters, answer) : answer);
        },
        heads: async () => v.parse(Heads, await one(connection`select public.sync_heads() as answer`)),
        sums: async () => v.parse(Sums, await one(connection`select public.sync_sums() as answer`)),
        sendInvitation: (user, id, draft) =>
          invite(
            id,
            'send_invitation',
            draft,
            connection`select public.send_invitation(${draft.email}, ${draft.name}, ${draft.role}, ${draft.target},
              ${draft.targetId}, ${draft.id}, ${user}) as answer`,
          ),
        resendInvitation: (user, id, invitation) =>
          invite(
            id,
            'resend_invitation',
            { id: invitation },
            connection`select public.resend_invitation(${invitation}, ${user}) as answer`,
          ),
        subscribe: () => () => {},
      };
    },
    /** As a restore does: the rows of that moment, and another epoch. */
    async backUp() {
      const tables = await listTables(sql);
      const kept = ({ schema, table }) => `kept."${schema} ${table}"`;
      const columns = ({ columns }) => columns.map((column) => `"${column}"`).join(', ');
      const own = ({ schema, table }) => `"${schema}"."${table}"`;
      await sql`create schema kept`;
      const calls = wire.length;
      for (const one of tables) await sql.unsafe(`create table ${kept(one)} as select ${columns(one)} from ${own(one)}`);
      return () =>
        sql.begin(async (transaction) => {
          await transaction`set local session_replication_role = replica`;
          await transaction.unsafe(`truncate ${tables.map(own).join(', ')}`);
          for (const one of tables) {
            await transaction.unsafe(`insert into ${nameOf(one)} select * from ${kept(one)}`);
          }
          await transaction`drop schema kept cascade`;
          await transaction`select public.change_epoch()`;
          // What was lost does not belong to the history that leads to the server's rows.
          wire.length = calls;
        });
    },
    save(folder) {
      write(target, 'wire.json', wire);
      // No server has ever had these.
      const secrets = {
        jwtSecret: 'a recording has no secret of its own',
        publishableKey: 'sb_publishable_recording',
        secretKey: 'sb_secret_recording',
      };
      return writeBackup(sql, secrets, join(folder, 'server.backup'));
    },
    async rows() {
      const [row] = await sql`select coalesce(json_agg(private.to_client(t)), '[]') as rows from public.transactions t`;
      return row.rows;
    },
    stop: () => database.stop(),
  };
}

/** The release's model of its server. */
function inMemory() {
  const fake = new FakeServer();
  for (const { userId, userEmail } of PEOPLE) fake.addUser(userId, userEmail);
  const plain = (value) =>
    JSON.parse(JSON.stringify(value, (_key, one) => (one instanceof Map ? { map: [...one] } : one)));
  return {
    as: (userId) => fake.as(userId),
    async backUp() {
      return fake.backUp();
    },
    async save(folder) {
      write(folder, 'server.json', plain(fake.state));
    },
    rows: async () => [...fake.state.tables.transactions.values()],
    stop: async () => {},
  };
}

/** A line for each part, so that the files are short and can be read nevertheless. */
function write(folder, name, value) {
  const line = (one) => JSON.stringify(one);
  const parts = Array.isArray(value)
    ? `[\n${value.map(line).join(',\n')}\n]`
    : `{\n${Object.entries(value)
        .map(([key, one]) => `${line(key)}: ${line(one)}`)
        .join(',\n')}\n}`;
  writeFileSync(join(folder, name), `${parts}\n`);
}

/** A device with its owner's commands and its own clock. */
class Device {
  constructor(server, owner) {
    this.shift = 0;
    this.owner = owner;
    this.actor = { userId: owner.userId, email: owner.userEmail };
    this.remote = server.as(owner.userId);
    this.device = new SimulatedDevice(owner, () => Date.now() + this.shift);
  }
  get db() {
    return this.device.db;
  }
  async do(run, input) {
    const outcome = await run(this.db, this.actor, input, new Date(this.device.now()));
    if (!outcome.ok) throw new Error(`${run.name}: ${JSON.stringify(outcome.errors)}`);
    return outcome;
  }
  sync(over = {}) {
    return this.device.sync({ ...this.remote, ...over });
  }
  /** A cycle whose failure is expected. */
  async trySync(over) {
    await this.sync(over).catch((failure) => {
      if (!(failure instanceof RemoteFailure)) throw failure;
    });
  }
  async row(description) {
    for (const { scope } of await this.db.cursors.toArray()) {
      const found = (await this.device.rows(scope)).find((row) => row.description === description);
      if (found) return found;
    }
    throw new Error(`no row ${description}`);
  }
  named(table, name) {
    return this.db[table].filter((row) => row.name === name).first();
  }
  invitationTo(email) {
    return this.db.invitations.filter((row) => row.email === email && row.status === 'pending').first();
  }
  memberWith(email) {
    return this.db.memberships.filter((row) => row.email === email).first();
  }
  async add(description, over = {}) {
    const input = { type: 'expense', amount: '10.00', date: '2026-11-05', category: 'Food', notes: '', budgetId: null };
    return this.do(addTransaction, { ...input, description, ...over });
  }
}

const offline = () => Promise.reject(new RemoteFailure('offline', '0'));
/** The server takes it, and the reply is lost. */
const lostReply = (device) => async (user, mutations) => {
  await device.remote.push(user, mutations);
  return offline();
};

/** Everything that the browser keeps of the user's database, as it is stored. */
async function dump(device) {
  const idb = device.db.backendDB();
  const stores = {};
  for (const name of idb.objectStoreNames) {
    const store = idb.transaction(name).objectStore(name);
    const records = await new Promise((done, fail) => {
      const request = store.getAll();
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error);
    });
    const indexes = [...store.indexNames].map((index) => {
      const { keyPath, unique, multiEntry } = store.index(index);
      return { name: index, keyPath, unique, multiEntry };
    });
    stores[name] = { keyPath: store.keyPath, autoIncrement: store.autoIncrement, indexes, records };
  }
  return { name: idb.name, version: idb.version, stores };
}

/** What the release shows of its own database. */
async function shown({ db, device }) {
  const scopes = {};
  for (const { scope } of await db.cursors.toArray()) {
    const rows = await device.rows(scope);
    scopes[scope] = {
      balance: await device.balance(scope),
      rows: rows.map(({ id, date, description, category, type, amount }) => ({
        id,
        date,
        description,
        category,
        type,
        amount,
      })),
    };
  }
  const toSettle = (await entriesToSettle(db)).map(({ id, state }) => ({ id, state }));
  return { scopes, waiting: await countWaiting(db), toSettle };
}

async function live(server, folder) {
  const devices = [];
  const keep = async (name, device, about) => {
    write(folder, `${name}.json`, {
      about,
      user: device.owner,
      shown: await shown(device),
      database: await dump(device),
    });
    devices.push({ name, device });
  };
  const people = await household(server);
  const { phone, account } = people;

  // A restored server: it lacks what this device got from it.
  const lost = new Device(server, ANNA);
  const restore = await server.backUp();
  await lost.sync();
  await lost.add('Lost by the server', { accountId: account, amount: '71.00' });
  await lost.add('Lost by the server, too', { accountId: account, amount: '72.00' });
  await lost.sync();
  await restore();
  await lost.sync();
  await keep('lost', lost, 'Two rows that a restored server does not have: entries in state lost.');

  await phone.sync();
  await phone.do(updateTransaction, { row: await phone.row('Market 3'), amount: '33.33' });
  await phone.do(updateBudget, { budget: await phone.named('budgets', 'Groceries'), amount: '450' });
  await keep('filled', phone, 'Months of history, budgets, people, an invitation; two edits wait, with their bases.');

  await unsent(server, people, keep);
  await decided(server, people, keep);

  await server.save(folder);
  // The release itself drains what is kept above, in this order, a day later: nothing is held any more.
  const afterwards = {};
  for (const { name, device } of devices) {
    device.device.reload();
    device.shift = 24 * 60 * minute;
    await device.sync();
    await device.sync();
    afterwards[name] = await shown(device);
  }
  const rows = (await server.rows()).map(({ version, ...row }) => row).sort((a, b) => a.id.localeCompare(b.id));
  write(folder, 'drained.json', { order: devices.map(({ name }) => name), afterwards, rows });
}

/** A shared household in which everything happened once that a mutation can do. */
async function household(server) {
  const [phone, ben, cara, dave] = PEOPLE.map((one) => new Device(server, one));
  const everybody = [phone, ben, cara, dave];
  const syncAll = async () => {
    for (const device of [...everybody, ...everybody]) await device.sync();
  };
  const { id: account } = await phone.do(createAccount, { name: 'Household', type: 'personal', description: '' });
  const { id: shop } = await phone.do(createAccount, { name: 'Shop', type: 'business', description: 'A small firm' });
  const { id: gone } = await phone.do(createAccount, { name: 'Abandoned', type: 'personal', description: '' });
  await phone.do(createCategory, { name: 'Boat', type: 'expense', accountId: account });
  await phone.do(createCategory, { name: 'Kites', type: 'expense', accountId: account });
  await phone.sync();

  const food = await phone.db.categories
    .filter((one) => one.accountId === account && one.name === 'Food' && one.type === 'expense')
    .first();
  const { id: budget } = await phone.do(createBudget, {
    name: 'Groceries',
    amount: '400',
    description: '',
    accountId: account,
    categoryId: food.id,
  });
  await phone.do(createBudget, { name: 'Short', amount: '5', description: '', accountId: account, categoryId: food.id });
  for (let n = 1; n <= 24; n++) {
    const date = `2026-${String(8 + (n % 4)).padStart(2, '0')}-${String(n).padStart(2, '0')}`;
    await phone.add(`Market ${n}`, { accountId: account, amount: `${n}.50`, date });
  }
  await phone.add('Salary', { accountId: account, type: 'income', category: 'Salary', amount: '2500.00' });
  await phone.add('Sail', { accountId: account, category: 'Boat', amount: '120.00' });
  await phone.add('Sold goods', { accountId: shop, type: 'income', category: 'Salary', amount: '900.00' });
  await phone.sync();

  const invite = (email, role, of, targetId) =>
    phone.do(sendInvitation, { email, name: '', role, target: of, targetId });
  await invite('ben@example.org', 'admin', 'account', account);
  await invite('cara@example.org', 'member', 'budget', budget);
  await invite('dave@example.org', 'viewer', 'account', account);
  await invite('dave@example.org', 'viewer', 'account', shop);
  await invite('eve@example.org', 'viewer', 'account', account);
  await invite('finn@example.org', 'viewer', 'account', account);
  await invite('gus@example.org', 'viewer', 'account', account);
  await syncAll();
  await ben.do(acceptInvitation, await ben.invitationTo('ben@example.org'));
  await cara.do(acceptInvitation, await cara.invitationTo('cara@example.org'));
  const both = await dave.db.invitations.toArray();
  await dave.do(acceptInvitation, both.find((one) => one.accountId === account));
  await dave.do(declineInvitation, both.find((one) => one.accountId === shop));
  await phone.do(revokeInvitation, await phone.invitationTo('eve@example.org'));
  await phone.do(resendInvitation, await phone.invitationTo('finn@example.org'));
  await syncAll();

  await phone.do(changeRole, { id: (await phone.memberWith('dave@example.org')).id, role: 'member' });
  await syncAll();
  await dave.do(leaveMembership, await dave.memberWith('dave@example.org'));
  await ben.add('Bakery', { accountId: account, amount: '4.60' });
  await cara.add('Contribution of Cara', { accountId: account, budgetId: budget, type: 'income', amount: '33.00' });
  await syncAll();
  await invite('dave@example.org', 'viewer', 'account', shop);
  await syncAll();
  await dave.do(acceptInvitation, await dave.invitationTo('dave@example.org'));
  await syncAll();
  await phone.do(removeMembership, await phone.memberWith('dave@example.org'));
  await phone.do(renameCategory, { id: (await phone.named('categories', 'Boat')).id, name: 'Ship' });
  await phone.do(deleteCategory, await phone.named('categories', 'Kites'));
  await phone.do(updateAccount, { account: await phone.named('accounts', 'Shop'), name: 'Shop', description: 'A firm' });
  await phone.do(updateBudget, { budget: await phone.named('budgets', 'Groceries'), name: 'Groceries', amount: '420' });
  await phone.do(deleteBudget, await phone.named('budgets', 'Short'));
  await phone.do(updateTransaction, { row: await phone.row('Market 1'), amount: '1.75', date: '2026-10-02' });
  await phone.do(updateTransaction, { row: await phone.row('Market 2'), accountId: shop });
  await phone.do(deleteTransaction, { row: await phone.row('Market 4') });
  await syncAll();
  const removed = await ben.row('Market 5');
  await ben.do(deleteTransaction, { row: removed });
  await ben.sync();
  await ben.do(restoreTransaction, { row: removed, deletion: null });
  await phone.do(deleteAccount, { id: gone });
  phone.shift = minute;
  await syncAll();
  phone.shift = 0;
  return { phone, ben, cara, account, shop, budget };
}

/** Entries that the server has not decided on, or whose verdict did not arrive. */
async function unsent(server, { account, shop }, keep) {
  const tablet = new Device(server, ANNA);
  await tablet.sync();
  for (let n = 1; n <= 5; n++) await tablet.add(`Batch ${n}`, { accountId: account, amount: `${n}.01` });
  const arrived = new Promise((done) => {
    const push = async (user, mutations) => {
      await tablet.remote.push(user, mutations);
      done();
      return new Promise(() => {});
    };
    void tablet.sync({ push });
  });
  await arrived;
  await keep('batch-arrived', tablet, 'A batch of five additions in flight. The server has it; the reply never came.');

  const laptop = new Device(server, ANNA);
  await laptop.sync();
  for (let n = 1; n <= 4; n++) await laptop.add(`Stranded ${n}`, { accountId: shop, amount: `${n}.02` });
  const stranded = new Promise((done) => {
    const push = () => {
      done();
      return new Promise(() => {});
    };
    void laptop.sync({ push });
  });
  await stranded;
  await keep('batch-stranded', laptop, 'A batch of four additions in flight that never reached the server.');

  const old = new Device(server, ANNA);
  await old.sync();
  await old.do(updateTransaction, { row: await old.row('Market 6'), amount: '66.00' });
  await old.trySync({ push: lostReply(old), pull: offline });
  await keep('reply-lost', old, 'An edit in flight. The server has it; the reply was lost.');

  const mailing = new Device(server, ANNA);
  await mailing.sync();
  await mailing.do(sendInvitation, {
    email: 'ida@example.org',
    name: 'Ida',
    role: 'viewer',
    target: 'account',
    targetId: account,
  });
  await mailing.trySync({
    pull: offline,
    async sendInvitation(...parameters) {
      await mailing.remote.sendInvitation(...parameters);
      return offline();
    },
  });
  await keep('mail-reply-lost', mailing, 'An invitation in flight. The server has it; the reply was lost.');

  const offlineOne = new Device(server, ANNA);
  await offlineOne.sync();
  const at = offlineOne;
  await at.do(updateTransaction, { row: await at.row('Market 7'), amount: '77.00' });
  await at.trySync({ push: offline });
  await at.add('Entered without a network', { accountId: account, amount: '12.34' });
  await at.do(updateTransaction, { row: await at.row('Market 8'), description: 'Market 8, edited', amount: '88.00' });
  await at.do(updateTransaction, { row: await at.row('Market 9'), accountId: shop });
  await at.do(updateTransaction, { row: await at.row('Market 10'), type: 'income', category: 'Salary' });
  await at.do(deleteTransaction, { row: await at.row('Market 11') });
  const brought = await at.row('Market 12');
  const { mutationId } = await at.do(deleteTransaction, { row: brought });
  void mutationId;
  await at.do(restoreTransaction, { row: brought, deletion: null });
  const { id: newAccount } = await at.do(createAccount, { name: 'Holiday', type: 'personal', description: '' });
  await at.do(createCategory, { name: 'Tents', type: 'expense', accountId: newAccount });
  await at.add('Tent', { accountId: newAccount, category: 'Tents', amount: '199.00' });
  await at.do(renameCategory, { id: (await at.named('categories', 'Ship')).id, name: 'Vessel' });
  await at.do(updateAccount, { account: await at.named('accounts', 'Household'), name: 'Home' });
  await at.do(updateBudget, { budget: await at.named('budgets', 'Groceries'), name: 'Groceries and more' });
  await at.do(sendInvitation, {
    email: 'hal@example.org',
    name: 'Hal',
    role: 'viewer',
    target: 'account',
    targetId: account,
  });
  await at.do(resendInvitation, await at.invitationTo('gus@example.org'));
  await at.do(revokeInvitation, await at.invitationTo('finn@example.org'));
  await at.do(deleteAccount, { id: newAccount });
  await keep(
    'unsent',
    at,
    'One edit in flight that never arrived, and behind it entries of every kind: mails, a restore, a held deletion.',
  );
}

/** Entries with a verdict, or that the device could not get one for. */
async function decided(server, { ben, account }, keep) {
  const behind = new Device(server, ANNA);
  await behind.sync();
  for (let n = 1; n <= 3; n++) await behind.add(`Applied ${n}`, { accountId: account, amount: `${n}.03` });
  await behind.trySync({ pull: offline });
  await behind.do(updateTransaction, { row: await behind.row('Market 13'), amount: '13.13' });
  await behind.trySync({ pull: offline });
  await keep('applied', behind, 'A batch and an edit that the server has applied. The cursors are behind both.');

  const conflict = new Device(server, ANNA);
  await conflict.sync();
  await ben.sync();
  await conflict.do(updateTransaction, { row: await conflict.row('Market 14'), amount: '14.01', date: '2026-09-09' });
  await conflict.do(updateTransaction, { row: await conflict.row('Market 15'), amount: '15.01' });
  ben.shift = minute / 2;
  await ben.do(updateTransaction, { row: await ben.row('Market 14'), amount: '14.02' });
  await ben.do(deleteTransaction, { row: await ben.row('Market 15') });
  ben.shift = 0;
  await ben.sync();
  // Nobody's device may refuse this one: Ben's budget came meanwhile.
  await conflict.do(deleteCategory, await conflict.named('categories', 'Entertainment'));
  const used = await ben.db.categories
    .filter((one) => one.accountId === account && one.name === 'Entertainment')
    .first();
  await ben.do(createBudget, {
    name: 'Cinema',
    amount: '30',
    description: '',
    accountId: account,
    categoryId: used.id,
  });
  await ben.sync();
  await conflict.sync();
  await keep('overtaken', conflict, 'Entries that were superseded (newer, deleted), and one that was refused.');

  const stuck = new Device(server, ANNA);
  await stuck.sync();
  await stuck.do(updateTransaction, { row: await stuck.row('Market 16'), notes: 'The server fails on this' });
  const broken = {
    push: (user, mutations) => {
      const isPoison = JSON.stringify(mutations).includes('The server fails on this');
      return isPoison ? Promise.reject(new RemoteFailure('server', '500')) : stuck.remote.push(user, mutations);
    },
  };
  await stuck.trySync(broken);
  await stuck.do(updateTransaction, { row: await stuck.row('Market 17'), amount: '17.17' });
  stuck.shift = 2 * minute;
  await stuck.trySync(broken);
  stuck.shift = 0;
  await stuck.do(deleteTransaction, { row: await stuck.row('Market 16') });
  await stuck.trySync(broken);
  await keep('blocked', stuck, 'An edit that the server failed on twice is blocked, and so is what needs it.');
}

for (const kind of ['postgres', 'memory']) {
  const folder = join(target, kind);
  mkdirSync(folder, { recursive: true });
  const server = kind === 'postgres' ? await onPostgres() : inMemory();
  await live(server, folder);
  await server.stop();
}
