import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import { today } from '#domain/dates/dates';
import { ANNA } from '#store/database/rows.fixture';
import { addTransaction } from '../commands/transactions/transaction-add.ts';
import { type BrowserStorage, openDatabase } from '../database/database.ts';
import type { Draft } from '../database/records.ts';
import type { CarryOver } from '../session/carry-overs.ts';
import { Device } from '../session/device.ts';
import { readLocalUser } from '../session/local-user.ts';
import { carryOverOne } from './carry-over.ts';
import { startOnDevice } from './start.ts';

const OWN = '00000000-0000-4000-8000-0000000000a1';
const actor = { userId: ANNA.userId, email: ANNA.userEmail };

/** A device on which somebody has begun without a login, with one entry, and the database of a user beside it. */
async function begun() {
  const browser: BrowserStorage = { indexedDB: new IDBFactory(), IDBKeyRange };
  const device = new Device(browser);
  await startOnDevice(device, new Date(), browser);
  const id = (await readLocalUser(device))?.id ?? '';
  const local = await openDatabase(id, browser);
  const account = (await local.accounts.toArray())[0]?.id ?? '';
  const date = today(new Date());
  const entry = { accountId: account, type: 'expense', amount: '12', date, category: 'Food' } as const;
  const added = await addTransaction(local, { userId: id, email: '' }, { ...entry, description: 'Tea' });
  if (!added.ok) throw new Error('nothing was entered');
  const db = await openDatabase(ANNA.userId, browser);
  const keep = (...drafts: Pick<Draft, 'form' | 'values'>[]) =>
    local.drafts.bulkPut(drafts.map((draft) => ({ ...draft, writer: 'form', keptAt: '2026-11-20T10:00:00.000Z' })));
  const bring = async (into: CarryOver['into'] = {}) => {
    const carryOver = { from: id, to: ANNA.userId, email: ANNA.userEmail, into, accountsAt: null };
    await carryOverOne(device, db, actor, carryOver, { browser });
  };
  return { local, account, added: added.id, db, keep, bring };
}

it('half-typed text comes along: for the new entry, and for an entry that keeps its id', async () => {
  const { account, added, db, keep, bring } = await begun();
  const typed = { description: 'Dinn', accountId: account };
  await keep({ form: 'dashboard', values: typed }, { form: `edit:${added}`, values: { description: 'Tea for two' } });
  await bring();
  expect(await db.drafts.get('dashboard')).toMatchObject({ values: typed, keptAt: '2026-11-20T10:00:00.000Z' });
  expect(await db.drafts.get(`edit:${added}`)).toMatchObject({ values: { description: 'Tea for two' } });
});

it('where an account became one of the user’s, the text belongs to that account', async () => {
  const { account, db, keep, bring } = await begun();
  await keep({ form: `entry:${account}`, values: { accountId: account, description: 'Bus' } });
  await bring({ [account]: OWN });
  expect(await db.drafts.toArray()).toMatchObject([
    { form: `entry:${OWN}`, values: { accountId: OWN, description: 'Bus' } },
  ]);
});

it('what the user has typed into the same form stays', async () => {
  const { db, keep, bring } = await begun();
  await keep({ form: 'dashboard', values: 'local' }, { form: 'quick-entry', values: 'local' });
  await db.drafts.put({ form: 'dashboard', values: 'own', writer: 'form', keptAt: '2026-11-21T10:00:00.000Z' });
  await bring();
  expect((await db.drafts.toArray()).map(({ form, values }) => [form, values])).toEqual([
    ['dashboard', 'own'],
    ['quick-entry', 'local'],
  ]);
});
