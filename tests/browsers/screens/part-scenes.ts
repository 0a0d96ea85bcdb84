/** The screens of accounts, budgets, reports and settings, and the dialogs that they open. */
import { fileURLToPath } from 'node:url';
import type { Step } from '../page/eyes.ts';
import { button, checkbox, dialog, first, heading, labelled, type Person, text } from '../page/person.ts';
import { afterClosing, brings, type Scene, shows, showsEntries } from './scene.ts';

const bankFile = (name: string) => fileURLToPath(new URL(`../../fixtures/import/${name}`, import.meta.url));

const imports = (file: string, shown: Step) => async (person: Person) => {
  await person.press(button('Import'));
  await person.attach([bankFile(file)], dialog(/^Import/), labelled('Choose files'));
  await person.shows(dialog(/^Import/), shown);
};

const FOOD = first(button(/Food and eating out/));

/** Its buttons stand still when all of it has been read. */
async function openBudget(person: Person): Promise<void> {
  await person.press(FOOD);
  await person.shows(dialog(), text('No users have been invited to this budget.'));
  await person.shows(dialog(), first(text(/[-+]\$\d/)));
  await person.stands();
}

export const PARTS: readonly Scene[] = [
  { name: 'accounts', path: '/?tab=accounts', act: shows(button('Edit Household')) },
  { name: 'edit-account', act: brings(button('Edit Household'), dialog('Edit account')) },
  {
    name: 'delete-account',
    act: brings(button('Delete account'), dialog('Delete Household?'), text(/transactions go with it/)),
  },
  { name: 'account-menu-of-list', act: afterClosing(brings(button('More for Household'), dialog())) },
  { name: 'create-account', act: afterClosing(brings(button('Create account'), heading('New account'))) },
  { name: 'account', path: '/account/{account}', act: showsEntries },
  { name: 'account-details', act: brings(button('Details'), button('Activity')) },
  { name: 'activity', act: brings(button('Activity'), dialog(), button('Show older')) },
  { name: 'add-transaction', act: afterClosing(brings(button('Add Transaction'), dialog(/^Add/))) },
  {
    name: 'reconcile',
    act: afterClosing(async (person) => {
      await person.press(button('Reconcile'));
      await person.fill('-100', dialog(), labelled('Statement balance'));
      await person.shows(dialog(), first(checkbox()));
    }),
  },
  { name: 'import', act: afterClosing(brings(button('Import'), dialog(/^Import/))) },
  { name: 'import-plan', act: afterClosing(imports('preamble-footer.csv', button(/Stadtwerke/))) },
  { name: 'import-question', act: afterClosing(imports('ask.csv', text('How are dates written?'))) },
  { name: 'import-migration', act: afterClosing(imports('ynab-register.csv', text(/come into 3 accounts/))) },
  { name: 'budgets', path: '/?tab=budgets', act: shows(FOOD) },
  { name: 'budget', act: openBudget },
  { name: 'contribute', act: brings(button('Contribute'), dialog(/^Contribute to/)) },
  {
    name: 'budget-panel',
    act: afterClosing(async (person) => {
      await openBudget(person);
      await brings(button('View Details'), button('Hide Details'))(person);
      await person.shows(text('Latest 10 transactions'));
    }),
  },
  { name: 'reports', path: '/?tab=reports', act: shows(heading('By category')) },
  { name: 'settings-categoryManager', path: '/settings', act: shows(heading('Expense Categories')) },
  { name: 'delete-category', act: brings(button('Delete Salary'), dialog()) },
  { name: 'category-menu', act: afterClosing(brings(button('More for Salary'), dialog())) },
  {
    name: 'settings-userAccess',
    path: '/settings?tab=userAccess',
    act: shows(button('Copy link for mia@example.org')),
  },
  { name: 'invitation-link', act: brings(button('QR code for mia@example.org'), dialog('Invitation link')) },
  { name: 'settings-budget', path: '/settings?tab=budget', act: shows(heading('New budget')) },
  { name: 'settings-manageAccess', path: '/settings?tab=manageAccess', act: shows(first(text('ben@example.org'))) },
  { name: 'hand-over-account', act: brings(button('Hand over Household'), dialog()) },
  { name: 'remove-person', act: afterClosing(brings(first(button('Remove ben@example.org')), dialog())) },
];
