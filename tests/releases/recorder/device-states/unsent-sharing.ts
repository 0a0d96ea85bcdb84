/** Unsent entries about who shares what: budgets, roles, memberships, and answers to invitations. */
import { createBudget } from '#store/commands/budgets/budget-create';
import { deleteBudget } from '#store/commands/budgets/budget-delete';
import { acceptInvitation } from '#store/commands/sharing/invitation-accept';
import { declineInvitation } from '#store/commands/sharing/invitation-decline';
import { sendInvitation } from '#store/commands/sharing/invitation-send';
import { changeRole } from '#store/commands/sharing/membership-change-role';
import { leaveMembership } from '#store/commands/sharing/membership-leave';
import { removeMembership } from '#store/commands/sharing/membership-remove';
import { updateTransaction } from '#store/commands/transactions/transaction-update';
import { Device } from './device.ts';
import type { Household } from './household.ts';
import type { Keep } from './keep.ts';
import { ANNA, CARA, DAVE } from './people.ts';
import type { Server } from './server.ts';

export async function unsentSharing(server: Server, { account, shop }: Household, keep: Keep): Promise<void> {
  const [owner, guest, invited] = [new Device(server, ANNA), new Device(server, CARA), new Device(server, DAVE)];
  const syncAll = async () => {
    for (const device of [owner, invited, owner, guest]) await device.sync();
  };
  await syncAll();
  const categories = await owner.small('categories', (one) => one.accountId === account);
  const ofCategory = (name: string) => categories.find((one) => one.name === name)?.id ?? '';
  const short = { amount: '5', description: '', accountId: account, categoryId: ofCategory('Food') };
  const { id: budget } = await owner.do(createBudget, { ...short, name: 'For Dave' });
  const { id: other } = await owner.do(createBudget, { ...short, name: 'Not for Dave' });
  await owner.do(createBudget, { ...short, name: 'Not needed' });
  await owner.sync();
  const invite = { email: DAVE.userEmail, name: '', role: 'viewer' } as const;
  await owner.do(sendInvitation, { ...invite, target: 'account', targetId: shop });
  await syncAll();
  await invited.do(acceptInvitation, await invited.invitationTo(DAVE.userEmail));
  await invited.sync();
  for (const targetId of [budget, other]) await owner.do(sendInvitation, { ...invite, target: 'budget', targetId });
  await syncAll();

  await owner.do(createBudget, { ...short, name: 'Made offline', categoryId: ofCategory('Ship') });
  await owner.do(deleteBudget, await owner.named('budgets', 'Not needed'));
  await owner.do(changeRole, { id: (await owner.memberWith('ben@example.org')).id, role: 'member' });
  await owner.do(removeMembership, await owner.memberWith(DAVE.userEmail));
  await owner.do(updateTransaction, { row: await owner.row('Contribution of Cara'), accountId: shop });
  await keep('sharing', owner, 'Budgets, a role, the end of a membership, and a contribution that was moved.');

  for (const one of await invited.small('invitations', ({ status }) => status === 'pending')) {
    await invited.do(one.budgetId === budget ? acceptInvitation : declineInvitation, one);
  }
  await keep('invited', invited, 'One invitation that was accepted, and one that was declined.');

  await guest.do(leaveMembership, await guest.memberWith(CARA.userEmail));
  await keep('leaving', guest, 'A guest of a budget who left.');
}
