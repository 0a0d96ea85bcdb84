/** What a person does with our app, in words that each journey uses. */
import { inPage } from './eyes.ts';
import { button, dialog, form, labelled, link, type Person, radio, row, tab, text, until, withRole } from './person.ts';

export interface Entry {
  description: string;
  amount: string;
  category?: string;
  /** Another account than that of the page, which does not show the entry then. */
  account?: string;
}

export interface Credentials {
  email: string;
  password: string;
}

export const SYNC = button(/^Sync:/);

export async function startHere(person: Person): Promise<void> {
  await person.press(button('Start on this device'));
  await person.shows(withRole('complementary', 'Only on this device'));
}

/** With the dialog that the Add button opens. */
export async function addQuickly(person: Person, entered: Entry): Promise<void> {
  const { description, amount, category, account } = entered;
  const entry = dialog('Add expense');
  await person.press(link('Add transaction'));
  await person.fill(amount, entry, labelled('Amount'));
  await person.fill(description, entry, labelled('Description'));
  if (account !== undefined) await person.pick(account, entry, labelled('Account'));
  if (category !== undefined) await person.pick(category, entry, labelled('Category'));
  await person.press(entry, button('Add'));
  await person.lacks(entry);
  if (account === undefined) await person.shows(row(new RegExp(description)));
}

/** With the form on the dashboard. */
export async function addOnDashboard(person: Person, { description, amount, category = 'Food' }: Entry): Promise<void> {
  const fields = form('Add transaction');
  await person.press(fields, radio('Expense'));
  await person.pick(category, fields, labelled('Category'));
  await person.fill(description, fields, labelled('Description'));
  await person.fill(amount, fields, labelled('Amount'));
  await person.press(fields, button('Add Transaction'));
  await person.shows(row(new RegExp(description)));
}

/** Waits until the service worker has the whole app, so that it and all its parts open without a server. */
export async function opensOffline(person: Person): Promise<void> {
  await person.press(SYNC);
  await person.press(dialog('Sync state'), text('Details'));
  await person.shows(text('Opens offline: yes'));
  await person.key('Escape');
  await controlled(person);
}

/** The same before anybody is logged in. */
export async function opensOfflineAlone(person: Person): Promise<void> {
  await person.goto('/settings?tab=userAccess');
  await person.shows(text('Opens offline: yes'));
  await controlled(person);
  await person.goto('/');
}

async function controlled(person: Person): Promise<void> {
  await until(
    async () => (await inPage(person.window, () => navigator.serviceWorker.controller !== null)) === true,
    () => 'no service worker controls the page',
  );
}

export async function signUp(person: Person, { email, password }: Credentials): Promise<void> {
  await person.goto('/auth');
  await person.press(tab('Sign Up'));
  await submit(person, 'Sign Up', { email, password });
  await person.shows(text('Sign up successful'));
}

export async function logIn(person: Person, credentials: Credentials): Promise<void> {
  await submit(person, 'Login', credentials);
  await person.shows(SYNC);
}

async function submit(person: Person, name: string, { email, password }: Credentials): Promise<void> {
  const panel = withRole('tabpanel', name);
  await person.fill(email, panel, labelled('Email'));
  await person.fill(password, panel, labelled('Password'));
  await person.key('Enter');
}

export async function createFirstAccount(person: Person, name: string): Promise<void> {
  await person.fill(name, labelled('Account name'));
  await person.press(button('Create account'));
  await person.shows(text('Current Balance'));
}

/** Waits until the server has everything. */
export async function upToDate(person: Person): Promise<void> {
  await person.shows(button(/^Sync: Up to date/));
}

/** Asks for a cycle at once. */
export async function syncNow(person: Person): Promise<void> {
  await person.press(SYNC);
  await person.press(button('Sync now'));
  await person.key('Escape');
}

export async function editAmount(person: Person, description: string, amount: string): Promise<void> {
  const edit = dialog('Edit Transaction');
  await person.press(button(`Edit ${description}`));
  await person.fill(amount, edit, labelled('Amount'));
  await person.press(edit, button('Update Transaction'));
  await person.lacks(edit);
}

/** The names of the databases of people on this device. */
export async function databases(person: Person): Promise<unknown> {
  return inPage(person.window, async () =>
    (await indexedDB.databases())
      .map(({ name }) => name)
      .filter((name) => /^carryover-[0-9a-f-]{36}$/.test(name ?? '')),
  );
}

/** On the page of an account. All of the file's rows are new. */
export async function importFile(person: Person, file: string, rows: number): Promise<void> {
  const sheet = dialog(/^Import/);
  await person.press(button('Import'));
  await person.attach([file], sheet, labelled('Choose files'));
  await person.press(sheet, button(`Import ${rows} transactions`));
  await person.shows(sheet, text(new RegExp(`${rows} transactions are in`)));
  await person.key('Escape');
  await person.lacks(sheet);
}
