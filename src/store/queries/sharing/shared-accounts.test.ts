import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { openDatabase } from '../../database/database.ts';
import { ACCOUNT, ANNA, accountRow, idOf, membershipRow, OTHER_ACCOUNT } from '../../database/rows.fixture.ts';
import { sharedAccounts } from './shared-accounts.ts';

it('accounts of others and those given to somebody are shared; a budget that is given shares no account', async () => {
  const db = await openDatabase(ANNA.userId);
  await db.accounts.bulkPut([accountRow(), accountRow({ id: OTHER_ACCOUNT }), accountRow({ id: idOf(1) })]);
  await db.accounts.put(accountRow({ id: idOf(2), ownerId: idOf(9) }));
  await db.memberships.bulkPut([
    membershipRow(11, { accountId: ACCOUNT, budgetId: null }),
    membershipRow(12, { accountId: OTHER_ACCOUNT, target: 'budget', budgetId: idOf(5) }),
  ]);
  expect(await sharedAccounts(db)).toEqual(new Set([ACCOUNT, idOf(2)]));
  await db.delete();
});
