/** The screens of accounts, budgets, reports and settings, and the dialogs that they open. */
import { fileURLToPath } from 'node:url';
import type { Step } from '../page/eyes.ts';
import { button, checkbox, dialog, first, heading, labelled, type Person, text } from '../page/person.ts';
import { brings, presses, type Scene, shows, showsEntries } from './scene.ts';

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
  { name: 'create-account', path: '/?tab=accounts', act: brings(button('Create Account'), heading('New account')) },
  { name: 'edit-account', path: '/?tab=accounts', act: brings(button('Edit Household'), dialog('Edit Account')) },
  {
    name: 'delete-account',
    path: '/?tab=accounts',
    async act(person) {
      await presses(button('Edit Household'), button('Delete account'))(person);
      await person.shows(dialog('Delete Household?'), text(/transactions go with it/));
    },
  },
  { name: 'account-menu-of-list', path: '/?tab=accounts', act: brings(button('More for Household'), dialog()) },
  { name: 'account', path: '/account/{account}', act: showsEntries },
  {
    name: 'activity',
    path: '/account/{account}',
    act: brings(button('Activity'), dialog(), button('Show older')),
  },
  {
    name: 'add-transaction',
    path: '/account/{account}',
    act: brings(button('Add Transaction'), dialog(/^Add/)),
  },
  {
    name: 'reconcile',
    path: '/account/{account}',
    async act(person) {
      await person.press(button('Reconcile'));
      await person.fill('-100', dialog(), labelled('Statement balance'));
      await person.shows(dialog(), first(checkbox()));
    },
  },
  { name: 'import', path: '/account/{account}', act: brings(button('Import'), dialog(/^Import/)) },
  { name: 'import-plan', path: '/account/{account}', act: imports('preamble-footer.csv', button(/Stadtwerke/)) },
  { name: 'import-question', path: '/account/{account}', act: imports('ask.csv', text('How are dates written?')) },
  {
    name: 'import-migration',
    path: '/account/{account}',
    act: imports('ynab-register.csv', text(/come into 3 accounts/)),
  },
  { name: 'budgets', path: '/?tab=budgets', act: shows(FOOD) },
  { name: 'budget', path: '/?tab=budgets', act: openBudget },
  {
    name: 'budget-panel',
    path: '/?tab=budgets',
    async act(person) {
      await openBudget(person);
      await brings(button('View Details'), button('Hide Details'))(person);
      await person.shows(text('Latest 10 transactions'));
    },
  },
  {
    name: 'contribute',
    path: '/?tab=budgets',
    async act(person) {
      await openBudget(person);
      await brings(button('Contribute'), dialog(/^Contribute to/))(person);
    },
  },
  { name: 'reports', path: '/?tab=reports', act: shows(heading('By category')) },
  { name: 'settings-categoryManager', path: '/settings', act: shows(heading('Expense Categories')) },
  {
    name: 'settings-userAccess',
    path: '/settings?tab=userAccess',
    act: shows(button('Copy link for mia@example.org')),
  },
  { name: 'settings-budget', path: '/settings?tab=budget', act: shows(heading('New budget')) },
  { name: 'settings-manageAccess', path: '/settings?tab=manageAccess', act: shows(first(text('ben@example.org'))) },
  { name: 'delete-category', path: '/settings', act: brings(button('Delete Salary'), dialog()) },
  { name: 'category-menu', path: '/settings', act: brings(button('More for Salary'), dialog()) },
  {
    name: 'invitation-link',
    path: '/settings?tab=userAccess',
    act: brings(button('QR code for mia@example.org'), dialog('Invitation link')),
  },
  {
    name: 'hand-over-account',
    path: '/settings?tab=manageAccess',
    act: brings(button('Hand over Household'), dialog()),
  },
  {
    name: 'remove-person',
    path: '/settings?tab=manageAccess',
    act: brings(first(button('Remove ben@example.org')), dialog()),
  },
];
