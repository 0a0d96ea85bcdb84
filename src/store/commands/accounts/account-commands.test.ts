import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultAccountId } from '#domain/ids/default-account-id';
import { type Database, openDatabase } from '../../database/database.ts';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  categoryRow,
  idOf,
  membershipRow,
  OTHER_ACCOUNT,
} from '../../database/rows.fixture.ts';
import { accountSummaries } from '../../queries/accounts/account-summaries.ts';
import { listAccounts } from '../../queries/accounts/accounts.ts';
import { managedCategories } from '../../queries/categories/categories.ts';
import { createCategory } from '../categories/category-create.ts';
import { archiveAccount } from './account-archive.ts';
import { createAccount } from './account-create.ts';
import { placeAccount } from './account-place.ts';
import { updateAccount } from './account-update.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const now = new Date('2026-03-10T12:00:00.000Z');
const later = new Date('2026-03-10T12:00:01.000Z');

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
});
afterEach(() => db.delete());

const created = async (name: string, at = now) => {
  const made = await createAccount(db, actor, { name }, at);
  if (!made.ok) throw new Error('the account was refused');
  return made.id;
};

describe('account.create', () => {
  it('makes the first account with the built-in categories in one mutation', async () => {
    const id = await created('Home');
    expect(await db.accounts.get(id)).toMatchObject({ name: 'Home', type: 'personal', ownerId: ANNA.userId });
    expect(await db.categories.where('accountId').equals(id).count()).toBe(13);
    const [entry, ...others] = await db.outbox.toArray();
    expect(entry?.operations).toHaveLength(14);
    expect(others).toHaveLength(0);
  });

  it('[S64a] brings the opening balance in the same mutation, as neither income nor expense', async () => {
    const input = { name: 'Card', opening: '-80', openingDate: '2026-01-31' };
    const made = await createAccount(db, actor, input, now);
    if (!made.ok) throw new Error('the account was refused');
    const owed = { income: 0, expense: 0, balance: -8_000, count: 1 };
    expect((await accountSummaries(db)).get(made.id)).toEqual(owed);
    expect(await db.outbox.count()).toBe(1);
    expect(await createAccount(db, actor, { ...input, opening: 'much' }, now)).toEqual({
      ok: false,
      errors: { opening: 'not_a_number' },
    });
  });

  it('makes further accounts without categories', async () => {
    await created('Home');
    const id = await created('Office', later);
    expect(await db.categories.where('accountId').equals(id).count()).toBe(0);
  });

  it('gives the categories to only one of two first accounts made at once', async () => {
    await Promise.all([created('Home'), created('Office')]);
    expect(await db.categories.count()).toBe(13);
  });

  it('is refused without a name, and nothing is queued', async () => {
    expect(await createAccount(db, actor, { name: ' ' }, now)).toEqual({ ok: false, errors: { name: 'empty' } });
    expect(await db.outbox.count()).toBe(0);
  });
});

describe('the default account', () => {
  const categoryAt = (name: string, at: Date) => createCategory(db, actor, { name, type: 'expense' }, at);

  it('is the one that every device of the user would make, and is made only once', async () => {
    await categoryAt('Gifts', now);
    await categoryAt('Toys', later);
    expect(await db.accounts.toArray()).toMatchObject([{ id: defaultAccountId(ANNA.userId), name: 'Personal' }]);
    expect(await db.categories.count()).toBe(13 + 2);
  });

  it('is the first account that the user owns, not one shared with them', async () => {
    await db.accounts.put(accountRow({ id: OTHER_ACCOUNT, ownerId: idOf(9), createdAt: '2020-01-01T00:00:00.000Z' }));
    const own = await created('Home');
    const made = await categoryAt('Gifts', now);
    expect(made.ok && (await db.categories.get(made.id))).toMatchObject({ accountId: own });
  });
});

describe('account.update', () => {
  it('sends only what changed', async () => {
    const account = accountRow({ description: 'old' });
    await db.accounts.put(account);
    expect(await updateAccount(db, actor, { account, name: 'Family' }, now)).toMatchObject({ ok: true });
    expect(await db.accounts.get(account.id)).toMatchObject({ name: 'Family', description: 'old', type: 'personal' });
    expect((await db.outbox.toArray())[0]?.operations).toEqual([
      {
        kind: 'patch',
        table: 'accounts',
        id: account.id,
        seen: { accountId: ACCOUNT, number: 1 },
        before: { name: 'Personal' },
        after: { name: 'Family' },
      },
    ]);
  });

  it('queues nothing when nothing changed', async () => {
    const account = accountRow();
    await db.accounts.put(account);
    expect(await updateAccount(db, actor, { account, name: 'Personal ' }, now)).toEqual({ ok: true, mutationId: null });
    expect(await db.outbox.count()).toBe(0);
  });

  it('is refused without a name and to members', async () => {
    const account = accountRow({ ownerId: idOf(9) });
    await db.accounts.put(account);
    expect(await updateAccount(db, actor, { account, name: '' }, now)).toMatchObject({ errors: { name: 'empty' } });
    await db.cursors.put(cursor(account.id, 'member'));
    expect(await updateAccount(db, actor, { account, name: 'Mine' }, now)).toMatchObject({
      errors: { form: 'forbidden' },
    });
    await db.cursors.put(cursor(account.id, 'admin'));
    expect(await updateAccount(db, actor, { account, name: 'Ours' }, now)).toMatchObject({ ok: true });
  });
});

describe('the list of accounts', () => {
  it('is oldest first, with roles, and without accounts of which the user has only a budget', async () => {
    const own = await created('Home');
    await db.accounts.bulkPut([
      accountRow({ id: idOf(1), ownerId: idOf(9), createdAt: '2020-01-01T00:00:00.000Z' }),
      accountRow({ id: idOf(2), ownerId: idOf(9), createdAt: '2019-01-01T00:00:00.000Z' }),
    ]);
    await db.cursors.bulkPut([cursor(idOf(1), 'viewer'), { ...cursor(idOf(2), 'member'), scope: `budget:${idOf(3)}` }]);
    await db.categories.put(categoryRow(4, { accountId: idOf(1), name: 'Theirs' }));
    expect((await listAccounts(db)).map(({ account, role, isDefault }) => [account.id, role, isDefault])).toEqual([
      [idOf(1), 'viewer', false],
      [own, 'owner', true],
    ]);
    expect(await managedCategories(db)).toHaveLength(13);
  });
});

function cursor(accountId: string, role: 'viewer' | 'member' | 'admin') {
  return { scope: `account:${accountId}`, accountId, role, version: 1, grantId: 'g', before: null };
}

describe('the kind of an account', () => {
  it('is other unless it is named, and an update changes only what it names', async () => {
    const id = await created('Card');
    const account = await db.accounts.get(id);
    expect(account).toMatchObject({ kind: 'other', archived: false, position: null });
    if (!account) throw new Error('no account');
    expect(await updateAccount(db, actor, { account, kind: 'credit_card' }, later)).toMatchObject({ ok: true });
    expect(await db.accounts.get(id)).toMatchObject({ name: 'Card', kind: 'credit_card' });
    expect((await db.outbox.toArray()).at(-1)?.operations).toMatchObject([
      { before: { kind: 'other' }, after: { kind: 'credit_card' } },
    ]);
  });

  it('of a row that v0.1.0 stored is other, and an update of its name does not write it', async () => {
    const older = accountRow();
    for (const field of ['kind', 'archived', 'position']) Reflect.deleteProperty(older, field);
    await db.accounts.put(older);
    const account = await db.accounts.get(older.id);
    if (!account) throw new Error('no account');
    await updateAccount(db, actor, { account, name: 'House' }, later);
    expect((await db.outbox.toArray()).at(-1)?.operations).toMatchObject([{ after: { name: 'House' } }]);
    expect(await archiveAccount(db, actor, { id: older.id, archived: false }, later)).toMatchObject({
      mutationId: null,
    });
  });
});

describe('account.archive', () => {
  it('archives and takes back, and makes nothing where it is so already', async () => {
    const id = await created('Old');
    expect(await archiveAccount(db, actor, { id, archived: true }, later)).toMatchObject({ ok: true });
    expect(await db.accounts.get(id)).toMatchObject({ archived: true });
    expect(await archiveAccount(db, actor, { id, archived: true }, later)).toEqual({ ok: true, mutationId: null });
    await archiveAccount(db, actor, { id, archived: false }, later);
    expect(await db.accounts.get(id)).toMatchObject({ archived: false });
  });

  it('is refused to members', async () => {
    await shared('member');
    expect(await archiveAccount(db, actor, { id: ACCOUNT, archived: true })).toEqual({
      ok: false,
      errors: { form: 'forbidden' },
    });
    expect(await archiveAccount(db, actor, { id: idOf(5), archived: true })).toMatchObject({
      errors: { form: 'not_found' },
    });
  });
});

describe('account.place', () => {
  const order = async () => (await listAccounts(db)).map(({ account }) => account.name).join('');

  it('puts an account where it is wanted, in one mutation, and lists follow', async () => {
    await created('A');
    await created('B', later);
    const id = await created('C', new Date(later.getTime() + 1000));
    expect(await placeAccount(db, actor, { id, index: 1 }, later)).toMatchObject({ ok: true });
    expect(await order()).toBe('ACB');
    expect((await db.outbox.toArray()).at(-1)?.operations).toHaveLength(2);
    expect(await placeAccount(db, actor, { id, index: 1 }, later)).toEqual({ ok: true, mutationId: null });
  });

  it('counts no archived accounts, and places those among themselves', async () => {
    await archiveAccount(db, actor, { id: await created('A'), archived: true });
    await created('B', later);
    const id = await created('C', new Date(later.getTime() + 1000));
    await placeAccount(db, actor, { id, index: 0 }, later);
    expect((await listAccounts(db)).filter(({ account }) => !account.archived)[0]?.account.name).toBe('C');
    expect(await placeAccount(db, actor, { id, index: 2 }, later)).toMatchObject({ errors: { form: 'forbidden' } });
  });

  it('is refused where an account of others would have to move, which the user may not change', async () => {
    await shared('viewer');
    const id = await created('B', later);
    expect(await order()).toBe('PersonalB');
    expect(await placeAccount(db, actor, { id: ACCOUNT, index: 1 }, later)).toMatchObject({
      errors: { form: 'forbidden' },
    });
    expect(await placeAccount(db, actor, { id, index: 0 }, later)).toMatchObject({ ok: true });
    expect(await order()).toBe('BPersonal');
  });
});

/** Somebody else's account, in which Anna has this role. */
async function shared(role: 'viewer' | 'member'): Promise<void> {
  await db.accounts.put(accountRow({ ownerId: idOf(9) }));
  await db.memberships.put(membershipRow(1, { userId: ANNA.userId, role }));
  const cursor = { version: 1, grantId: 'g', before: null };
  await db.cursors.put({ scope: `account:${ACCOUNT}`, accountId: ACCOUNT, role, ...cursor });
}
