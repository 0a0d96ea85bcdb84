/** Entries that the server has not decided on, or whose verdict did not arrive. */
import { createAccount } from '#store/commands/accounts/account-create';
import { deleteAccount } from '#store/commands/accounts/account-delete';
import { updateAccount } from '#store/commands/accounts/account-update';
import { updateBudget } from '#store/commands/budgets/budget-update';
import { createCategory } from '#store/commands/categories/category-create';
import { renameCategory } from '#store/commands/categories/category-rename';
import { keepDraft } from '#store/commands/drafts/draft-keep';
import { resendInvitation } from '#store/commands/sharing/invitation-resend';
import { revokeInvitation } from '#store/commands/sharing/invitation-revoke';
import { sendInvitation } from '#store/commands/sharing/invitation-send';
import { deleteTransaction } from '#store/commands/transactions/transaction-delete';
import { updateTransaction } from '#store/commands/transactions/transaction-update';
import { Device, lostReply, offline } from './device.ts';
import type { Household } from './household.ts';
import { importFile } from './import-file.ts';
import type { Keep } from './keep.ts';
import { ANNA } from './people.ts';
import type { Server } from './server.ts';

export async function unsent(server: Server, { account, shop }: Household, keep: Keep): Promise<void> {
  const tablet = new Device(server, ANNA);
  await tablet.sync();
  for (let n = 1; n <= 5; n++) await tablet.add(`Batch ${n}`, { accountId: account, amount: `${n}.01` });
  await tablet.syncInVain(tablet.remote.push);
  await keep('batch-arrived', tablet, 'A batch of five additions in flight. The server has it; the reply never came.');

  const laptop = new Device(server, ANNA);
  await laptop.sync();
  for (let n = 1; n <= 4; n++) await laptop.add(`Stranded ${n}`, { accountId: shop, amount: `${n}.02` });
  await laptop.syncInVain(async () => null);
  await keep('batch-stranded', laptop, 'A batch of four additions in flight that never reached the server.');

  const old = new Device(server, ANNA);
  await old.sync();
  await old.do(updateTransaction, { row: await old.row('Market 10'), amount: '66.00' });
  await importFile(old, account, 'fifth.csv', [13, 14]);
  await old.trySync({ push: lostReply(old), pull: offline });
  await keep('reply-lost', old, 'An edit and an import in flight. The server has them; the reply was lost.');

  const mailing = new Device(server, ANNA);
  await mailing.sync();
  await mailing.do(sendInvitation, inviteTo('ida', account));
  await mailing.trySync({
    pull: offline,
    async sendInvitation(...parameters) {
      await mailing.remote.sendInvitation(...parameters);
      return offline();
    },
  });
  await keep('mail-reply-lost', mailing, 'An invitation in flight. The server has it; the reply was lost.');

  const at = new Device(server, ANNA);
  await at.sync();
  await at.do(updateTransaction, { row: await at.row('Market 11'), amount: '77.00' });
  await at.trySync({ push: (userId, mutations) => (mutations.length ? offline() : at.remote.push(userId, [])) });
  await everyKind(at, { account, shop });
  await keep('unsent', at, 'One edit in flight that never arrived, entries of every kind behind it, and a draft.');
}

const inviteTo = (name: string, targetId: string) =>
  ({ email: `${name}@example.org`, name, role: 'viewer', target: 'account', targetId }) as const;

async function everyKind(at: Device, { account, shop }: Pick<Household, 'account' | 'shop'>): Promise<void> {
  await at.add('Entered without a network', { accountId: account, amount: '12.34' });
  await at.do(updateTransaction, { row: await at.row('Market 12'), description: 'Market 12, edited', amount: '88.00' });
  await at.do(updateTransaction, { row: await at.row('Market 13'), accountId: shop });
  await at.do(updateTransaction, { row: await at.row('Market 17'), type: 'income', category: 'Salary' });
  await at.do(deleteTransaction, { row: await at.row('Market 18') });
  const { id: holiday } = await at.do(createAccount, {
    name: 'Holiday',
    type: 'personal',
    opening: '-50.00',
    openingDate: '2026-11-01',
  });
  await at.do(createCategory, { name: 'Tents', type: 'expense', accountId: holiday });
  await at.add('Tent', { accountId: holiday, category: 'Tents', amount: '199.00' });
  const { id: mistaken } = await at.do(createAccount, { name: 'By mistake', type: 'personal' });
  await at.do(renameCategory, { id: (await at.named('categories', 'Ship')).id, name: 'Vessel' });
  await at.do(updateAccount, { account: await at.named('accounts', 'Household'), name: 'Home', kind: 'cash' });
  await at.do(updateBudget, { budget: await at.named('budgets', 'Groceries'), name: 'Groceries and more' });
  await at.do(sendInvitation, inviteTo('hal', account));
  await at.do(resendInvitation, await at.invitationTo('gus@example.org'));
  await at.do(revokeInvitation, await at.invitationTo('finn@example.org'));
  await at.do(deleteAccount, { id: mistaken });
  const keptAt = new Date().toISOString();
  await keepDraft(at.db, { form: 'dashboard', values: { amount: '9' }, writer: crypto.randomUUID(), keptAt });
}
