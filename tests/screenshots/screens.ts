/** Every screen and dialog of the app: its address, and the steps that open it. */
import type { Page } from '@playwright/test';
import { chooseIn } from '../support/list-field.ts';
import { browserDay } from '../support/screen-parts.ts';

export interface Shot {
  name: string;
  /** Who looks: a visitor, somebody who started without a login, a new user, or one with a year of transactions. */
  who: 'visitor' | 'local' | 'beginner' | 'settled';
  /** `{account}` stands for the person's account. */
  path: string;
  act?: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** Presses, and waits for the dialog or panel, which loads on demand. */
const opens = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page);
  await page.locator('dialog[open], [id][popover]:popover-open').last().waitFor();
};

/** One part of the sign-in settings, when it has what the server tells. */
const signInPart = (name: RegExp) => async (page: Page) => {
  await opens(/^Account menu/)(page);
  await press('Sign-in settings')(page);
  await press(name)(page);
  await page.getByRole('button', { name: /^(Save password|End all others|Offer this account: .*)$/ }).waitFor();
};

async function lastYear(page: Page): Promise<void> {
  await page.getByLabel('From', { exact: true }).fill(browserDay(365));
  await page.getByLabel('From', { exact: true }).blur();
  await page.getByRole('heading', { name: 'Over time', exact: true }).waitFor();
}

async function byPayee(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'By payee' }).check();
  await page.getByRole('table', { name: 'By payee' }).getByRole('row').nth(1).waitFor();
}

async function filterWords(page: Page): Promise<void> {
  await page.getByLabel('Filter by description or category').focus();
  await page.getByRole('listbox', { name: 'Words to search with' }).waitFor();
}

async function scheduled(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Schedules' }).waitFor();
}

/** Something is due, and more comes. The schedule stays. */
async function reminded(page: Page): Promise<void> {
  await page.getByText('These seem to repeat').or(page.getByText('Schedules')).first().waitFor();
  if ((await page.getByText('Piano lessons').count()) > 0) return;
  await opens('New schedule')(page);
  const form = page.getByRole('dialog', { name: 'New schedule' });
  await form.getByLabel('Amount', { exact: true }).fill('45');
  await form.getByLabel('Description').fill('Piano lessons');
  await chooseIn(form.getByLabel('Category'), 'Education');
  await form.getByLabel('Starts on').fill(browserDay(1));
  await form.getByRole('radio', { name: 'Remind me' }).check();
  await form.getByRole('button', { name: 'Add schedule' }).click();
  await scheduled(page);
}

async function repeats(page: Page): Promise<void> {
  await opens(/^Edit /)(page);
  await press('Make it repeat')(page);
  await page.getByRole('dialog', { name: 'Make it repeat' }).waitFor();
  await page.getByLabel('Unit').selectOption('Weeks');
}

const openBudget = opens('Food and eating out');

const SETTINGS = ['categoryManager', 'userAccess', 'budget', 'manageAccess'] as const;

/** As after "Log out and keep"; goes when the page is closed, for the visitor has more to see. */
async function leaveData(page: Page): Promise<void> {
  await page.evaluate(() => {
    const id = '00000000-0000-4000-8000-00000000000a';
    const opening = indexedDB.open(`carryover-${id}`, 10);
    addEventListener('pagehide', () => indexedDB.deleteDatabase(`carryover-${id}`));
    return new Promise((resolve, reject) => {
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        opening.result.close();
        resolve(null);
      };
    });
  });
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await page.getByRole('region', { name: 'Data kept on this device' }).waitFor();
}

/** Quick entry with text of an earlier visit. The text stays, so this is the last screen of its viewer. */
async function leaveText(page: Page): Promise<void> {
  await page.getByRole('dialog').getByLabel('Description').fill('Taxi');
  await page.reload();
  await page.getByText('Not saved yet').waitFor();
}

/** The lines of a split. They are kept, so this is the last screen with this form of the account. */
async function divide(page: Page): Promise<void> {
  await opens('Add Transaction')(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Expense', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Split' }).click();
  await chooseIn(dialog.getByLabel('Line 1: Category'), 'Food');
  await dialog.getByLabel('Line 1: Amount').fill('60');
}

export const SHOTS: readonly Shot[] = [
  { name: 'welcome', who: 'visitor', path: '/' },
  { name: 'welcome-budgets', who: 'visitor', path: '/?tab=budgets' },
  { name: 'log-in', who: 'visitor', path: '/auth' },
  { name: 'sign-up', who: 'visitor', path: '/auth?tab=signup' },
  { name: 'recovery', who: 'visitor', path: '/auth', act: press('Forgot password?') },
  { name: 'demo', who: 'visitor', path: '/demo' },
  { name: 'demo-upcoming', who: 'visitor', path: '/demo?tab=upcoming', act: scheduled },
  { name: 'not-found', who: 'visitor', path: '/no/such/page' },
  { name: 'kept-data', who: 'visitor', path: '/auth', act: leaveData },

  { name: 'local-dashboard', who: 'local', path: '/' },
  { name: 'local-accounts', who: 'local', path: '/?tab=accounts' },
  { name: 'local-settings', who: 'local', path: '/settings' },
  { name: 'local-sharing', who: 'local', path: '/settings?tab=userAccess' },
  { name: 'local-log-in', who: 'local', path: '/auth' },

  { name: 'empty-dashboard', who: 'beginner', path: '/' },
  { name: 'empty-accounts', who: 'beginner', path: '/?tab=accounts' },
  { name: 'empty-budgets', who: 'beginner', path: '/?tab=budgets' },
  { name: 'empty-reports', who: 'beginner', path: '/?tab=reports' },
  { name: 'empty-upcoming', who: 'beginner', path: '/?tab=upcoming' },
  { name: 'empty-account', who: 'beginner', path: '/account/{account}' },
  ...SETTINGS.map((tab): Shot => ({ name: `empty-settings-${tab}`, who: 'beginner', path: `/settings?tab=${tab}` })),
  { name: 'draft', who: 'beginner', path: '/?add=expense', act: leaveText },

  { name: 'dashboard', who: 'settled', path: '/' },
  { name: 'quick-entry', who: 'settled', path: '/?add=expense', act: (page) => page.getByRole('dialog').waitFor() },
  {
    name: 'quick-transfer',
    who: 'settled',
    path: '/?add=expense',
    async act(page) {
      await page.getByRole('dialog').getByText('Transfer', { exact: true }).click();
      await page.getByRole('dialog').getByLabel('To').waitFor();
    },
  },
  { name: 'account-menu', who: 'settled', path: '/', act: opens(/^Account menu/) },
  { name: 'change-password', who: 'settled', path: '/', act: signInPart(/^Change password/) },
  { name: 'sessions', who: 'settled', path: '/', act: signInPart(/^Devices where/) },
  { name: 'hand-over', who: 'settled', path: '/', act: signInPart(/^Delete my login/) },
  { name: 'sync-panel', who: 'settled', path: '/', act: opens(/^Sync:/) },
  { name: 'accounts', who: 'settled', path: '/?tab=accounts' },
  { name: 'create-account', who: 'settled', path: '/?tab=accounts', act: press('Create account') },
  { name: 'edit-account', who: 'settled', path: '/?tab=accounts', act: opens('Edit Household') },
  {
    name: 'delete-account',
    who: 'settled',
    path: '/?tab=accounts',
    async act(page) {
      await opens('Edit Household')(page);
      await press('Delete account')(page);
      await page.getByText(/transactions go with it/).waitFor();
    },
  },
  { name: 'account', who: 'settled', path: '/account/{account}' },
  { name: 'add-transaction', who: 'settled', path: '/account/{account}', act: opens('Add Transaction') },
  { name: 'split', who: 'settled', path: '/account/{account}', act: divide },
  {
    name: 'reconcile',
    who: 'settled',
    path: '/account/{account}',
    async act(page) {
      await press('Details')(page);
      await opens('Reconcile')(page);
      await page.getByLabel('Statement balance').fill('-100');
      await page.getByRole('dialog').getByRole('checkbox').first().check();
    },
  },
  {
    name: 'import-plan',
    who: 'settled',
    path: '/account/{account}',
    async act(page) {
      await opens('Import')(page);
      await page.getByLabel('Choose files').setInputFiles('tests/fixtures/import/preamble-footer.csv');
      await page.getByRole('button', { name: /Stadtwerke/ }).click();
    },
  },
  {
    name: 'import-question',
    who: 'settled',
    path: '/account/{account}',
    async act(page) {
      await opens('Import')(page);
      await page.getByLabel('Choose files').setInputFiles('tests/fixtures/import/ask.csv');
      await page.getByText('How are dates written?').waitFor();
    },
  },
  { name: 'account-not-found', who: 'settled', path: '/account/none' },
  { name: 'budgets', who: 'settled', path: '/?tab=budgets' },
  { name: 'budget-dialog', who: 'settled', path: '/?tab=budgets', act: openBudget },
  {
    name: 'budget-panel',
    who: 'settled',
    path: '/?tab=budgets',
    async act(page) {
      await openBudget(page);
      await press('View Details')(page);
    },
  },
  {
    name: 'contribute',
    who: 'settled',
    path: '/?tab=budgets',
    async act(page) {
      await openBudget(page);
      await press('Contribute')(page);
    },
  },
  { name: 'upcoming', who: 'settled', path: '/?tab=upcoming', act: reminded },
  { name: 'schedule', who: 'settled', path: '/?tab=upcoming', act: opens('New schedule') },
  { name: 'repeat', who: 'settled', path: '/', act: repeats },
  { name: 'reports', who: 'settled', path: '/?tab=reports' },
  { name: 'reports-year', who: 'settled', path: '/?tab=reports', act: lastYear },
  { name: 'reports-by-payee', who: 'settled', path: '/?tab=reports', act: byPayee },
  { name: 'filter-words', who: 'settled', path: '/', act: filterWords },
  { name: 'same-again', who: 'settled', path: '/', act: opens(/^Same again/) },
  ...SETTINGS.map((tab): Shot => ({ name: `settings-${tab}`, who: 'settled', path: `/settings?tab=${tab}` })),
  {
    name: 'delete-category',
    who: 'settled',
    path: '/settings',
    act: opens('Delete Salary'),
  },
];
