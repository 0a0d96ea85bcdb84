/** The screens, dialogs, sheets, menus and notices of visitors, of people without a login, and of the dashboard. */
import {
  button,
  checkbox,
  dialog,
  first,
  heading,
  labelled,
  type Person,
  radio,
  region,
  text,
  until,
  withRole,
} from '../page/person.ts';
import { brings, firstEntry, fromMenu, type Scene, shows, showsEntries } from './scene.ts';

const quickEntry = dialog('Add expense');

export const VISITOR: readonly Scene[] = [
  { name: 'welcome', path: '/' },
  { name: 'log-in', path: '/auth' },
  { name: 'sign-up', path: '/auth?tab=signup' },
  { name: 'recovery', path: '/auth', act: brings(button('Forgot password?'), button('Send link')) },
  { name: 'demo', path: '/demo', act: showsEntries },
  { name: 'not-found', path: '/no/such/page' },
];

export const LOCAL: readonly Scene[] = [
  { name: 'local-dashboard', path: '/', act: shows(text('No transactions found')) },
  { name: 'local-entry', path: '/?add=expense', act: shows(quickEntry) },
  { name: 'local-settings', path: '/settings', act: shows(heading('Expense Categories')) },
  { name: 'local-sharing', path: '/settings?tab=userAccess', act: shows(text('Sharing needs a login')) },
  { name: 'local-log-in', path: '/auth', act: shows(text(/your entries on this device come along/)) },
];

/** Without an amount, nothing of it is kept for the scenes after it. */
async function split(person: Person): Promise<void> {
  await person.press(quickEntry, button('Split'));
  await person.choose('Food', quickEntry, labelled('Line 1: Category'));
  await person.fill('60', quickEntry, labelled('Line 1: Amount'));
}

/** A part of the sign-in settings, with the button that comes once the server has told what is in it. */
const signInPart = (name: RegExp, last: string | RegExp) => async (person: Person) => {
  await fromMenu('Sign-in settings')(person);
  await person.press(dialog(), button(name));
  await person.shows(dialog(), button(last));
};

export const editEntry = (person: Person, isWide: boolean) => brings(firstEntry(isWide), dialog(/^Edit/))(person);

async function chooseOne(person: Person, isWide: boolean): Promise<void> {
  await person.press(button('Choose several'));
  await person.press(first(isWide ? checkbox(/^Choose /) : button(/[-+]\$\d/)));
  await person.shows(text(/1 transaction chosen/));
}

/** The palette has found something. */
async function find(person: Person): Promise<void> {
  await fromMenu('Find or do')(person);
  await person.fill('ren', dialog('Find or do'), withRole('combobox'));
  await person.shows(dialog('Find or do'), first(withRole('option', /Rent/)));
}

async function deleteFirst(person: Person, isWide: boolean): Promise<void> {
  if (isWide) await person.press(first(button(/^Delete /)));
  else {
    await editEntry(person, isWide);
    await person.press(dialog(/^Edit/), button('Delete'));
  }
  await person.shows(region('Notices'), button('Undo'));
}

export const DASHBOARD: readonly Scene[] = [
  { name: 'dashboard', path: '/', act: showsEntries },
  { name: 'quick-entry', path: '/?add=expense', act: shows(quickEntry) },
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
    name: 'history',
    path: '/',
    async act(person, isWide) {
      await editEntry(person, isWide);
      await person.press(dialog(/^Edit/), button('History'));
      await person.shows(text('Changes are kept for a year.'));
    },
  },
  { name: 'deleted-notice', path: '/', act: deleteFirst },
  {
    name: 'recent-changes',
    path: '/',
    async act(person, isWide) {
      await deleteFirst(person, isWide);
      await fromMenu('Recent changes')(person);
      await person.shows(dialog('Recent changes'), button(/^Undo/));
    },
  },
  { name: 'choose-several', path: '/', act: chooseOne },
  {
    name: 'change-several',
    path: '/',
    async act(person, isWide) {
      await chooseOne(person, isWide);
      await brings(button('Change'), dialog(), labelled('What to change'))(person);
    },
  },
  { name: 'account-menu', path: '/', act: brings(button(/^Account menu/), button('Sign-in settings')) },
  { name: 'sync-panel', path: '/', act: brings(button(/^Sync:/), button('Sync now')) },
  { name: 'change-password', path: '/', act: signInPart(/^Change password/, 'Save password') },
  { name: 'sessions', path: '/', act: signInPart(/^Devices where/, 'End all others') },
  { name: 'hand-over', path: '/', act: signInPart(/^Delete my login/, /^Offer this account/) },
  { name: 'palette', path: '/', act: find },
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
];
