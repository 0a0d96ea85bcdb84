import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changedFields, plainFields } from '#domain/mutations/changed-fields';
import type { Notice } from '#domain/mutations/notices';
import type { Patch } from '#domain/mutations/operations';
import { seenOf } from '#domain/mutations/seen';
import type { TransactionRow } from '#domain/rows';
import { writeBudgetRoles } from '../../database/budget-roles.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  idOf,
  OTHER_ACCOUNT,
  syncedTransaction,
  transactionRow,
} from '../../database/rows.fixture.ts';
import { commitMutation } from '../../optimistic/mutations.ts';
import { readNoticeSubject } from '../../queries/entries/notice-subject.ts';
import { readNotices } from '../../queries/entries/notices.ts';
import { findTransaction } from '../../queries/rows/transactions.ts';
import { UNDO_MILLISECONDS } from '../commit/commit.ts';
import { cancelEntry } from '../entries/entry-cancel.ts';
import { deleteTransaction } from '../transactions/transaction-delete.ts';
import { readNotice } from './notice-read.ts';
import { readAllNotices } from './notice-read-all.ts';
import { takeBackNotice } from './notice-take-back.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const now = new Date('2026-03-10T12:00:00.000Z');
const BEN = idOf(900);
const BUDGET = idOf(30);

/** Ben's edit of the amount overtook Anna's; both had changed row 1. */
const edited: Notice = {
  id: idOf(70),
  at: '2026-03-09T12:00:00.000Z',
  accountId: ACCOUNT,
  table: 'transactions',
  rowId: idOf(1),
  kind: 'edited',
  by: 'ben@example.org',
  lost: { amount: 300 },
  stands: { amount: 200 },
  removed: {},
};

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.put(accountRow());
});
afterEach(() => db.delete());

const current = transactionRow(1, { amount: 200, version: 7 });

async function told(notice: Notice, row: TransactionRow | null = current): Promise<void> {
  if (row) await syncedTransaction(db, row);
  await db.notices.put(notice);
}

/** Anna's role on Ben's account, which has row 1. */
async function asGuest(role: 'viewer' | 'member'): Promise<void> {
  await db.accounts.put(accountRow({ ownerId: BEN }));
  const scope = `account:${ACCOUNT}`;
  await db.cursors.put({ scope, accountId: ACCOUNT, role, version: 9, grantId: 'g', before: null });
}

const row = () => findTransaction(db, idOf(1), {});
const read = { kind: 'call', name: 'notice.read', arguments: { id: edited.id } } as const;
const operations = async () => (await db.outbox.toArray()).map((entry) => entry.operations);
const takeBack = () => takeBackNotice(db, actor, { id: edited.id }, now);

describe('the notices', () => {
  it('are listed with the oldest first, and tell what the row is now', async () => {
    await told({ ...edited, id: idOf(71), at: '2026-03-10T00:00:00+00:00' });
    await told(edited, null);
    expect((await readNotices(db)).map(({ id }) => id)).toEqual([edited.id, idOf(71)]);
    expect(await readNoticeSubject(db, edited)).toMatchObject({
      current: { amount: 200, description: 'row 1' },
      meant: { amount: 300, description: 'row 1' },
      canTakeBack: true,
    });
  });

  it('of a row that left the device can be told, and not taken back', async () => {
    await told(edited, null);
    expect(await readNoticeSubject(db, edited)).toEqual({
      current: null,
      meant: { amount: 300 },
      canTakeBack: false,
    });
  });

  it('[S40f] of a row that was deleted since tell what it was', async () => {
    const { version, userEmail, ...removed } = plainFields(current);
    await told({ ...edited, removed }, null);
    expect(await readNoticeSubject(db, { ...edited, removed })).toEqual({
      current: null,
      meant: { ...removed, amount: 300 },
      canTakeBack: false,
    });
  });
});

describe('a notice that its user decides on otherwise', () => {
  const both: Notice = {
    ...edited,
    lost: { amount: 300, description: 'Lunch' },
    stands: { amount: 200, description: 'Supper' },
  };
  const stored = { ...current, description: 'Supper' };

  async function edit(after: Patch['after']): Promise<string> {
    const seen = await row();
    if (!seen) throw new Error('no row');
    const changed = changedFields('transactions', plainFields(seen), { ...plainFields(seen), ...after });
    if (!changed) throw new Error('no change');
    const patch: Patch = { kind: 'patch', table: 'transactions', id: seen.id, seen: seenOf(seen), ...changed };
    return commitMutation(db, [patch], { userId: ANNA.userId, userEmail: ANNA.userEmail, now, seen: [seen] });
  }

  it('[S51c] offers no field that waits to be sent with a newer value, and ends when none is left', async () => {
    await told(both, stored);
    await edit({ amount: 400 });
    expect(await readNotices(db)).toEqual([
      { ...both, lost: { description: 'Lunch' }, stands: { description: 'Supper' } },
    ]);
    await takeBack();
    expect(await row()).toMatchObject({ amount: 400, description: 'Lunch' });
    expect(await readNotices(db)).toEqual([]);
  });

  it('[S51c] comes back when the newer edit is taken back before it was sent', async () => {
    await told(edited);
    const id = await edit({ amount: 400 });
    expect(await readNotices(db)).toEqual([]);
    expect(await takeBack()).toEqual({ ok: false, errors: { form: 'not_found' } });
    expect(await cancelEntry(db, id)).toBe(true);
    expect(await readNotices(db)).toEqual([edited]);
  });

  it('[S51c] stays beside an edit of another field', async () => {
    await told(edited);
    await edit({ date: '2026-03-09' });
    expect(await readNotices(db)).toEqual([edited]);
  });

  it('[S51c] ends with a deletion of the row, and of a row that is back with any edit of it', async () => {
    const revived: Notice = { ...edited, id: idOf(71), kind: 'revived', lost: {}, stands: { amount: 200 } };
    await told(edited);
    await db.notices.put(revived);
    await edit({ date: '2026-03-09' });
    expect(await readNotices(db)).toEqual([edited]);
    const shown = await row();
    expect(shown && (await deleteTransaction(db, actor, { row: shown }, now))).toMatchObject({ ok: true });
    expect(await readNotices(db)).toEqual([]);
  });

  it.each([
    ['the type', { type: 'income', category: 'Pay' }],
    ['lines', { category: 'Pay', lines: null }],
  ])('[S51c] of a lost change of %s counts amount, category and lines as one', async (_, lost) => {
    await told({ ...edited, lost, stands: { category: 'Food' } });
    await edit({ amount: 400 });
    expect(await readNotices(db)).toEqual([]);
  });
});

describe('notice.read', () => {
  it('hides the notice at once, and waits to reach the server', async () => {
    await told(edited);
    expect(await readNotice(db, actor, { id: edited.id }, now)).toMatchObject({ ok: true });
    expect(await readNotices(db)).toEqual([]);
    expect(await operations()).toEqual([[read]]);
  });

  it('that was never sent can be taken back', async () => {
    await told(edited);
    const done = await readNotice(db, actor, { id: edited.id }, now);
    expect(done.ok && (await cancelEntry(db, done.mutationId))).toBe(true);
    expect(await readNotices(db)).toEqual([edited]);
  });

  it('of a notice that is settled already is refused', async () => {
    const gone = { ok: false, errors: { form: 'not_found' } };
    expect(await readNotice(db, actor, { id: edited.id }, now)).toEqual(gone);
    expect(await takeBack()).toEqual(gone);
  });
});

describe('notice.read-all', () => {
  const other: Notice = { ...edited, id: idOf(71), at: '2026-03-10T00:00:00.000Z' };

  it('hides them all at once, goes up as one mutation, and can be undone before that', async () => {
    await told(edited);
    await told(other, null);
    const done = await readAllNotices(db, actor, { ids: [edited.id, other.id, idOf(72)] }, now);
    expect(await readNotices(db)).toEqual([]);
    expect(await operations()).toEqual([[read, { ...read, arguments: { id: other.id } }]]);
    expect((await db.outbox.toArray())[0]?.holdUntil).toBe(new Date(now.getTime() + UNDO_MILLISECONDS).toISOString());
    expect(done.ok && (await cancelEntry(db, done.mutationId))).toBe(true);
    expect(await readNotices(db)).toEqual([edited, other]);
  });

  it('of notices that are settled already is refused', async () => {
    expect(await readAllNotices(db, actor, { ids: [edited.id] }, now)).toMatchObject({ errors: { form: 'not_found' } });
  });
});

describe('notice.take-back of an edit', () => {
  it('sets the lost values again, having seen those that stand, and settles the notice', async () => {
    await told(edited);
    expect(await takeBack()).toMatchObject({ ok: true });
    expect(await row()).toMatchObject({ amount: 300, type: 'expense' });
    expect(await readNotices(db)).toEqual([]);
    expect(await operations()).toMatchObject([
      [
        {
          kind: 'patch',
          seen: { accountId: ACCOUNT, number: 7 },
          before: { amount: 200, type: 'expense' },
          after: { amount: 300, type: 'expense' },
        },
        read,
      ],
    ]);
  });

  it('only settles the notice when the lost values stand again', async () => {
    await told(edited, { ...current, amount: 300 });
    expect(await takeBack()).toMatchObject({ ok: true });
    expect(await operations()).toEqual([[read]]);
  });

  it('is refused when the row has left this device, and the notice stays', async () => {
    await told(edited, null);
    expect(await takeBack()).toEqual({ ok: false, errors: { form: 'not_found' } });
    expect(await readNotices(db)).toEqual([edited]);
  });

  it('of a category, a budget or an account needs the role for it', async () => {
    const renamed: Notice = { ...edited, table: 'accounts', rowId: ACCOUNT, lost: { name: 'Home' }, stands: {} };
    await told(renamed, null);
    expect(await takeBack()).toMatchObject({ ok: true });
    expect(await db.accounts.get(ACCOUNT)).toMatchObject({ name: 'Home' });
    await db.outbox.clear();
    await told(renamed, null);
    await asGuest('member');
    expect(await takeBack()).toEqual({ ok: false, errors: { form: 'forbidden' } });
  });

  it.each([
    ['a member’s own row', 'member', ANNA.userId, { ok: true }],
    ['a member’s row of somebody else', 'member', BEN, { ok: false, errors: { form: 'forbidden' } }],
    ['anything by a viewer', 'viewer', ANNA.userId, { ok: false, errors: { form: 'forbidden' } }],
  ] as const)('of %s goes by the role', async (_what, role, userId, outcome) => {
    await told(edited, { ...current, userId });
    await asGuest(role);
    expect(await takeBack()).toMatchObject(outcome);
  });

  it('to an account that the user can no longer add to is refused', async () => {
    await told({ ...edited, lost: { accountId: OTHER_ACCOUNT } });
    expect(await takeBack()).toEqual({ ok: false, errors: { form: 'forbidden' } });
    await db.accounts.put(accountRow({ id: OTHER_ACCOUNT }));
    expect(await takeBack()).toMatchObject({ ok: true });
  });
});

describe('notice.take-back of a deletion', () => {
  // What the server tells of the row.
  const { version, userEmail, ...gone } = current;
  const deleted: Notice = { ...edited, kind: 'deleted', lost: { ...gone, amount: 300 }, stands: {} };

  it('restores the row as it was', async () => {
    await told(deleted, null);
    expect(await readNoticeSubject(db, deleted)).toMatchObject({ current: null, canTakeBack: true });
    expect(await takeBack()).toMatchObject({ ok: true });
    expect(await row()).toMatchObject({ id: idOf(1), amount: 300 });
    const { userId, ...content } = gone;
    expect(await operations()).toEqual([
      [{ kind: 'restore', table: 'transactions', row: { ...content, amount: 300 } }, read],
    ]);
  });

  it('only settles the notice when somebody has restored the row', async () => {
    await told(deleted);
    expect(await takeBack()).toMatchObject({ ok: true });
    expect(await operations()).toEqual([[read]]);
  });

  it('is refused to a viewer, and to somebody who was told a part of the row', async () => {
    await told({ ...deleted, lost: { amount: 300 } }, null);
    expect(await takeBack()).toEqual({ ok: false, errors: { form: 'forbidden' } });
    await told(deleted, null);
    await asGuest('viewer');
    expect(await takeBack()).toEqual({ ok: false, errors: { form: 'forbidden' } });
  });

  it('is for a member to whom the row belonged, and is refused to another member', async () => {
    await asGuest('member');
    await told({ ...deleted, lost: { ...deleted.lost, userId: BEN } }, null);
    expect(await takeBack()).toEqual({ ok: false, errors: { form: 'forbidden' } });
    await told(deleted, null);
    expect(await takeBack()).toMatchObject({ ok: true });
  });

  it('of a contribution needs only the budget', async () => {
    await db.accounts.clear();
    await writeBudgetRoles(db, [{ budgetId: BUDGET, role: 'member' }]);
    await told({ ...deleted, lost: { ...deleted.lost, type: 'income', budgetId: BUDGET } }, null);
    expect(await takeBack()).toMatchObject({ ok: true });
  });
});

describe('notice.take-back of a revival', () => {
  const revived: Notice = { ...edited, kind: 'revived', lost: {}, stands: { amount: 200 } };

  it('deletes the row again, having seen the edit that brought it back', async () => {
    await told(revived);
    expect(await takeBack()).toMatchObject({ ok: true });
    expect(await row()).toBeNull();
    expect(await operations()).toMatchObject([
      [{ kind: 'delete', id: idOf(1), seen: { accountId: ACCOUNT, number: 7 } }, read],
    ]);
  });

  it('only settles the notice when the row is gone, and is refused without the role', async () => {
    await told(revived, null);
    expect(await takeBack()).toMatchObject({ ok: true });
    expect(await operations()).toEqual([[read]]);
    await told(revived);
    await asGuest('viewer');
    expect(await takeBack()).toEqual({ ok: false, errors: { form: 'forbidden' } });
  });
});
