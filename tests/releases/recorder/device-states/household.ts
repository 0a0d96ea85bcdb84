/** A shared household in which everything happened once that a mutation can do. */
import { createAccount } from '#store/commands/accounts/account-create';
import { deleteAccount } from '#store/commands/accounts/account-delete';
import { updateAccount } from '#store/commands/accounts/account-update';
import { createBudget } from '#store/commands/budgets/budget-create';
import { deleteBudget } from '#store/commands/budgets/budget-delete';
import { updateBudget } from '#store/commands/budgets/budget-update';
import { createCategory } from '#store/commands/categories/category-create';
import { deleteCategory } from '#store/commands/categories/category-delete';
import { renameCategory } from '#store/commands/categories/category-rename';
import { acceptInvitation } from '#store/commands/sharing/invitation-accept';
import { declineInvitation } from '#store/commands/sharing/invitation-decline';
import { resendInvitation } from '#store/commands/sharing/invitation-resend';
import { revokeInvitation } from '#store/commands/sharing/invitation-revoke';
import { sendInvitation } from '#store/commands/sharing/invitation-send';
import { changeRole } from '#store/commands/sharing/membership-change-role';
import { leaveMembership } from '#store/commands/sharing/membership-leave';
import { removeMembership } from '#store/commands/sharing/membership-remove';
import { deleteTransaction } from '#store/commands/transactions/transaction-delete';
import { updateTransaction } from '#store/commands/transactions/transaction-update';
import { undoAction } from '#store/commands/undo/action-undo';
import { keepBooks } from './books.ts';
import { Device, untilNothingIsHeld } from './device.ts';
import type { Keep } from './keep.ts';
import { ANNA, BEN, CARA, DAVE } from './people.ts';
import type { Server } from './server.ts';

/** Ids of accounts, and two devices that are up to date. */
export interface Household {
  phone: Device;
  ben: Device;
  account: string;
  shop: string;
}

const ROWS = 18;

export async function makeHousehold(server: Server, keep: Keep): Promise<Household> {
  const [phone, ben, cara, dave] = [ANNA, BEN, CARA, DAVE].map((one) => new Device(server, one));
  if (!phone || !ben || !cara || !dave) throw new Error('nobody lives here');
  const syncAll = async () => {
    for (const device of [phone, ben, cara, dave, phone, ben, cara, dave]) await device.sync();
  };
  const personal = { type: 'personal', description: '' } as const;
  const opened = { opening: '1,000.00', openingDate: '2026-08-01', kind: 'checking' } as const;
  const { id: account } = await phone.do(createAccount, { name: 'Household', ...personal, ...opened });
  const { id: shop } = await phone.do(createAccount, { name: 'Shop', type: 'business', description: 'A small firm' });
  const { id: gone } = await phone.do(createAccount, { name: 'Abandoned', ...personal });
  for (const name of ['Boat', 'Kites']) {
    await phone.do(createCategory, { name, type: 'expense', accountId: account });
  }
  await phone.sync();

  const [food] = await phone.small('categories', (one) => {
    return one.accountId === account && one.name === 'Food' && one.type === 'expense';
  });
  const ofFood = { description: '', accountId: account, categoryId: food?.id ?? '' };
  const { id: budget } = await phone.do(createBudget, { name: 'Groceries', amount: '400', ...ofFood });
  await phone.do(createBudget, { name: 'Short', amount: '5', ...ofFood });
  for (let n = 1; n <= ROWS; n++) {
    const date = `2026-${String(9 + (n % 3)).padStart(2, '0')}-${String(n).padStart(2, '0')}`;
    await phone.add(`Market ${n}`, { accountId: account, amount: `${n}.50`, date });
  }
  await phone.add('Salary', { accountId: account, type: 'income', category: 'Salary', amount: '2500.00' });
  await phone.add('Sail', { accountId: account, category: 'Boat', amount: '120.00' });
  await phone.add('Sold goods', { accountId: shop, type: 'income', category: 'Salary', amount: '900.00' });
  await phone.sync();

  const invite = (email: string, role: 'admin' | 'member' | 'viewer', target: 'account' | 'budget', targetId: string) =>
    phone.do(sendInvitation, { email, name: '', role, target, targetId });
  await invite('ben@example.org', 'admin', 'account', account);
  await invite('cara@example.org', 'member', 'budget', budget);
  for (const name of ['dave', 'eve', 'finn', 'gus']) await invite(`${name}@example.org`, 'viewer', 'account', account);
  await invite('dave@example.org', 'viewer', 'account', shop);
  await syncAll();
  await ben.do(acceptInvitation, await ben.invitationTo('ben@example.org'));
  await cara.do(acceptInvitation, await cara.invitationTo('cara@example.org'));
  for (const one of await dave.small('invitations', () => true)) {
    await dave.do(one.accountId === account ? acceptInvitation : declineInvitation, one);
  }
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
  await phone.do(updateAccount, {
    account: await phone.named('accounts', 'Shop'),
    name: 'Shop',
    description: 'A firm',
  });
  await phone.do(updateBudget, { budget: await phone.named('budgets', 'Groceries'), name: 'Groceries', amount: '420' });
  await phone.do(deleteBudget, await phone.named('budgets', 'Short'));
  await phone.do(updateTransaction, { row: await phone.row('Market 1'), amount: '1.75', date: '2026-10-02' });
  await phone.do(updateTransaction, { row: await phone.row('Market 2'), accountId: shop });
  await phone.do(deleteTransaction, { row: await phone.row('Market 4') });
  await syncAll();
  const { actionId } = await ben.do(deleteTransaction, { row: await ben.row('Market 5') });
  await ben.sync();
  await ben.do(undoAction, { id: actionId });
  await phone.do(deleteAccount, { id: gone });
  await keepBooks(phone, ben, { account, shop });
  await untilNothingIsHeld();
  await syncAll();

  await phone.do(updateTransaction, { row: await phone.row('Market 3'), amount: '33.33' });
  await phone.do(updateBudget, { budget: await phone.named('budgets', 'Groceries'), amount: '450' });
  await keep('filled', phone, 'Months of history, budgets, people, an invitation; two edits wait, with their bases.');
  return { phone, ben, account, shop };
}
