/** The screens of accounts, budgets, reports and settings, and the dialogs that they open. */
import { fileURLToPath } from 'node:url';
import type { Step } from '../page/eyes.ts';
import { button, checkbox, dialog, first, labelled, type Person, text } from '../page/person.ts';
import { brings, presses, type Scene } from './scene.ts';

const bankFile = (name: string) => fileURLToPath(new URL(`../../fixtures/import/${name}`, import.meta.url));

const imports = (file: string, shown: Step) => async (person: Person) => {
  await person.press(button('Import'));
  await person.attach([bankFile(file)], dialog(/^Import/), labelled('Choose files'));
  await person.shows(dialog(/^Import/), shown);
};

const SETTINGS = ['categoryManager', 'userAccess', 'budget', 'manageAccess'] as const;

export const PARTS: readonly Scene[] = [
  { name: 'accounts', path: '/?tab=accounts' },
  { name: 'create-account', path: '/?tab=accounts', act: presses(button('Create Account')) },
  { name: 'edit-account', path: '/?tab=accounts', act: brings(button('Edit Household'), dialog('Edit Account')) },
  {
    name: 'delete-account',
    path: '/?tab=accounts',
    act: presses(button('Edit Household'), button('Delete account')),
  },
  { name: 'account-menu-of-list', path: '/?tab=accounts', act: brings(button('More for Household'), dialog()) },
  { name: 'account', path: '/account/{account}' },
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
  { name: 'budgets', path: '/?tab=budgets' },
  { name: 'budget', path: '/?tab=budgets', act: brings(first(button(/Food and eating out/)), dialog()) },
  {
    name: 'budget-panel',
    path: '/?tab=budgets',
    act: presses(first(button(/Food and eating out/)), button('View Details')),
  },
  {
    name: 'contribute',
    path: '/?tab=budgets',
    act: presses(first(button(/Food and eating out/)), button('Contribute')),
  },
  { name: 'reports', path: '/?tab=reports' },
  ...SETTINGS.map((tab): Scene => ({ name: `settings-${tab}`, path: `/settings?tab=${tab}` })),
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
