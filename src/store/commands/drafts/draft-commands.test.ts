import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../database/database.ts';
import { ACCOUNT, ANNA, accountRow, idOf } from '../../database/rows.fixture.ts';
import { draftsOf, findDraft } from '../../queries/drafts.ts';
import { addTransaction } from '../transactions/transaction-add.ts';
import { dropDraft } from './draft-drop.ts';
import { keepDraft } from './draft-keep.ts';

const NOW = new Date('2026-03-05T12:00:00.000Z');
const daysLater = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const [ME, OTHER_TAB] = [idOf(901), idOf(902)];
const ENTRY = { type: 'expense', date: '2026-03-05', category: 'Food', accountId: ACCOUNT } as const;
const actor = { userId: ANNA.userId, email: 'anna@example.org' };

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.put(accountRow({ ownerId: ANNA.userId }));
});
afterEach(() => db.delete());

const keep = (form: string, values: unknown, writer = ME, now = NOW) =>
  keepDraft(db, { form, values, writer, keptAt: now.toISOString() });

describe('a draft', () => {
  it('is one for each form, the last one written', async () => {
    await keep('dashboard', { description: 'Din' });
    await keep('dashboard', { description: 'Dinner' }, OTHER_TAB);
    await keep('quick-entry', { description: 'Taxi' });
    expect(await findDraft(db, 'dashboard', NOW)).toMatchObject({
      values: { description: 'Dinner' },
      writer: OTHER_TAB,
    });
    expect(await db.drafts.count()).toBe(2);
  });

  it('stays when another tab, which typed before, saves or discards its own', async () => {
    await keep('dashboard', { description: 'Dinner' }, OTHER_TAB);
    await dropDraft(db, { form: 'dashboard', writer: ME });
    await addTransaction(
      db,
      { ...actor, draft: { form: 'dashboard', writer: ME } },
      { ...ENTRY, amount: '20', description: 'Taxi' },
    );
    expect(await findDraft(db, 'dashboard', NOW)).toMatchObject({ values: { description: 'Dinner' } });
    await dropDraft(db, { form: 'dashboard', writer: OTHER_TAB });
    expect(await findDraft(db, 'dashboard', NOW)).toBeNull();
  });

  it('goes in the transaction that saves it, and stays when the save is refused', async () => {
    const saving = { ...actor, draft: { form: 'dashboard', writer: ME } };
    await keep('dashboard', { description: 'Dinner' });
    const refused = await addTransaction(db, saving, {
      ...ENTRY,
      accountId: idOf(77),
      amount: '20',
      description: 'Dinner',
    });
    expect(refused.ok).toBe(false);
    expect(await db.drafts.count()).toBe(1);

    const failing = () => {
      throw new DOMException('', 'QuotaExceededError');
    };
    db.drafts.hook('deleting', failing);
    await expect(addTransaction(db, saving, { ...ENTRY, amount: '20', description: 'Dinner' })).rejects.toThrow(
      'storage failed: storage_full',
    );
    db.drafts.hook('deleting').unsubscribe(failing);
    expect([await db.drafts.count(), await db.outbox.count()]).toEqual([1, 0]);

    expect((await addTransaction(db, saving, { ...ENTRY, amount: '20', description: 'Dinner' })).ok).toBe(true);
    expect([await db.drafts.count(), await db.outbox.count()]).toEqual([0, 1]);
  });

  it('is forgotten after thirty days', async () => {
    await keep('edit:1', { description: 'Old' });
    expect(await findDraft(db, 'edit:1', daysLater(30))).not.toBeNull();
    expect(await findDraft(db, 'edit:1', daysLater(31))).toBeNull();
    expect(await draftsOf(db, 'edit:', daysLater(31))).toEqual([]);
    await keep('dashboard', { description: 'New' }, ME, daysLater(31));
    expect((await db.drafts.toArray()).map(({ form }) => form)).toEqual(['dashboard']);
  });

  it('is found among those of its kind, the newest first', async () => {
    await keep('edit:1', {});
    await keep('edit:2', {}, ME, daysLater(1));
    await keep('entry:1', {});
    expect((await draftsOf(db, 'edit:', daysLater(1))).map(({ form }) => form)).toEqual(['edit:2', 'edit:1']);
  });

  it('is in the database of its user alone, and goes with it', async () => {
    await keep('dashboard', { description: 'Dinner' });
    const ben = await openDatabase(idOf(2));
    expect(await ben.drafts.count()).toBe(0);
    await ben.delete();
    await db.delete();
    db = await openDatabase(ANNA.userId);
    expect(await db.drafts.count()).toBe(0);
  });
});
