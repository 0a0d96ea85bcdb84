/** Every screen, dialog, sheet, menu and notification of the app: its address, and what a person presses to open it. */
import { fileURLToPath } from 'node:url';
import type { Step } from '../page/eyes.ts';
import { button, checkbox, dialog, first, labelled, type Person, radio, region, text, until } from '../page/person.ts';

export interface Scene {
  name: string;
  /** `{account}` stands for the person's account. */
  path: string;
  act?: (person: Person, isWide: boolean) => Promise<void>;
}

/** Presses these, one after the other. */
const presses =
  (...targets: Step[]) =>
  async (person: Person) => {
    for (const target of targets) await person.press(target);
  };

/** Presses, and waits for what comes then. */
const brings =
  (target: Step, ...shown: Step[]) =>
  async (person: Person) => {
    await person.press(target);
    await person.shows(...shown);
  };

const bankFile = (name: string) => fileURLToPath(new URL(`../../fixtures/import/${name}`, import.meta.url));

const imports = (file: string, shown: Step) => async (person: Person) => {
  await person.press(button('Import'));
  await person.attach([bankFile(file)], dialog(/^Import/), labelled('Choose files'));
  await person.shows(dialog(/^Import/), shown);
};

const SETTINGS = ['categoryManager', 'userAccess', 'budget', 'manageAccess'] as const;

export const VISITOR: readonly Scene[] = [
  { name: 'welcome', path: '/' },
  { name: 'log-in', path: '/auth' },
  { name: 'sign-up', path: '/auth?tab=signup' },
  { name: 'recovery', path: '/auth', act: presses(button('Forgot password?')) },
  { name: 'demo', path: '/demo', act: async (person) => void (await person.shows(text('Current Balance'))) },
  { name: 'not-found', path: '/no/such/page' },
];

export const LOCAL: readonly Scene[] = [
  { name: 'local-dashboard', path: '/' },
  { name: 'local-entry', path: '/?add=expense', act: async (person) => void (await person.shows(dialog())) },
  { name: 'local-settings', path: '/settings' },
  { name: 'local-sharing', path: '/settings?tab=userAccess' },
  { name: 'local-log-in', path: '/auth' },
];

const quickEntry = dialog('Add expense');

/** Without an amount, nothing of it is kept for the scenes after it. */
async function split(person: Person): Promise<void> {
  await person.press(quickEntry, button('Split'));
  await person.choose('Food', quickEntry, labelled('Line 1: Category'));
  await person.fill('60', quickEntry, labelled('Line 1: Amount'));
}

async function signInPart(person: Person, name: RegExp): Promise<void> {
  await person.press(button(/^Account menu/));
  await person.press(button('Sign-in settings'));
  await person.press(dialog(), button(name));
}

/** On a phone, an entry is one button. */
const editEntry = async (person: Person, isWide: boolean) => {
  await person.press(first(button(isWide ? /^Edit (?!Household)/ : /[-+]\$\d/)));
  await person.shows(dialog(/^Edit/));
};

export const SETTLED: readonly Scene[] = [
  { name: 'dashboard', path: '/' },
  { name: 'quick-entry', path: '/?add=expense', act: async (person) => void (await person.shows(quickEntry)) },
  {
    name: 'quick-transfer',
    path: '/?add=expense',
    async act(person) {
      await person.press(quickEntry, radio('Transfer'));
      await person.shows(dialog('Add transfer'), labelled('To'));
    },
  },
  { name: 'split', path: '/?add=expense', act: split },
  { name: 'edit-transaction', path: '/', act: editEntry },
  {
    name: 'deleted-notice',
    path: '/',
    async act(person, isWide) {
      if (isWide) await person.press(first(button(/^Delete /)));
      else {
        await editEntry(person, isWide);
        await person.press(dialog(/^Edit/), button('Delete'));
      }
      await person.shows(region('Notices'), button('Undo'));
    },
  },
  {
    name: 'choose-several',
    path: '/',
    async act(person, isWide) {
      await person.press(button('Choose several'));
      await person.press(first(isWide ? checkbox(/^Choose /) : button(/[-+]\$\d/)));
      await person.shows(text(/1 transaction chosen/));
    },
  },
  { name: 'account-menu', path: '/', act: brings(button(/^Account menu/), button('Sign-in settings')) },
  { name: 'sync-panel', path: '/', act: brings(button(/^Sync:/), button('Sync now')) },
  { name: 'change-password', path: '/', act: (person) => signInPart(person, /^Change password/) },
  { name: 'sessions', path: '/', act: (person) => signInPart(person, /^Devices where/) },
  { name: 'hand-over', path: '/', act: (person) => signInPart(person, /^Delete my login/) },
  {
    name: 'keys',
    path: '/',
    async act(person) {
      await person.shows(text('Current Balance'));
      // What listens to keys comes after the page.
      const ask = async () => {
        await person.window.type('?');
        return (await person.see(dialog('Keys'))).count > 0;
      };
      await until(ask, () => 'no key opens the list of keys');
    },
  },
  { name: 'accounts', path: '/?tab=accounts' },
  { name: 'create-account', path: '/?tab=accounts', act: presses(button('Create Account')) },
  { name: 'edit-account', path: '/?tab=accounts', act: brings(button('Edit Household'), dialog('Edit Account')) },
  {
    name: 'delete-account',
    path: '/?tab=accounts',
    act: presses(button('Edit Household'), button('Delete account')),
  },
  { name: 'account', path: '/account/{account}' },
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
];
