/** The screens, dialogs, sheets, menus and notices of visitors, of people without a login, and of the dashboard. */
import { inPage } from '../page/eyes.ts';
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
import { afterClosing, brings, firstEntry, fromMenu, type Scene, shows, showsEntries } from './scene.ts';

const quickEntry = dialog('Add expense');

export const VISITOR: readonly Scene[] = [
  { name: 'welcome', path: '/' },
  { name: 'log-in', path: '/auth' },
  { name: 'recovery', act: brings(button('Forgot password?'), button('Send link')) },
  { name: 'sign-up', path: '/auth?tab=signup' },
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

/** Runs in the page. How much of its end the hint covers when one has scrolled there, in pixels. */
function coveredEnd(): number {
  scrollTo(0, document.documentElement.scrollHeight);
  const content = document.createRange();
  content.selectNodeContents(document.querySelector('main') ?? document.body);
  const hint = document.querySelector('aside[aria-label="Install Carryover"]');
  return content.getBoundingClientRect().bottom - (hint?.getBoundingClientRect().top ?? 0);
}

/** Where the user is told to install by hand. */
export const ON_IPHONE: readonly Scene[] = [
  { name: 'install-hint', path: '/', act: shows(withRole('complementary', 'Install Carryover')) },
  {
    name: 'install-hint-at-end',
    async act(person) {
      await person.shows(text('Start by hand'));
      let covered: unknown;
      const isClear = async () => {
        covered = await inPage(person.window, coveredEnd);
        return typeof covered === 'number' && covered <= 0;
      };
      await until(isClear, () => `the hint covers ${covered} pixels of the page’s end`);
    },
  },
];

const carryOver = dialog('Bring your entries along?');

/** Somebody with entries of before has logged in with a login of before. The last scene deletes them. */
export const CARRY_OVER: readonly Scene[] = [
  { name: 'carry-over', path: '/', act: shows(carryOver, checkbox(/^Put them into the account/)) },
  { name: 'carry-over-delete', act: brings(button('Delete them'), dialog('Delete these entries?')) },
];

/** The lines are kept until the next scene. */
async function split(person: Person): Promise<void> {
  await person.press(dialog('Add transfer'), radio('Expense'));
  await person.press(quickEntry, button('Split'));
  await person.pick('Food', quickEntry, labelled('Line 1: Category'));
  await person.fill('60', quickEntry, labelled('Line 1: Amount'));
}

async function discardSplit(person: Person): Promise<void> {
  await person.press(quickEntry, button('Discard'));
  await person.shows(quickEntry, button('Split'));
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

async function askForKeys(person: Person): Promise<void> {
  // What listens to keys comes after the page.
  const ask = async () => {
    await person.window.type('?');
    return (await person.see(dialog('Keys'))).count > 0;
  };
  await until(ask, () => 'no key opens the list of keys');
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
  { name: 'edit-transaction', act: editEntry },
  { name: 'history', act: brings(button('History'), text('Changes are kept for a year.')) },
  { name: 'sync-panel', act: afterClosing(brings(button(/^Sync:/), button('Sync now'))) },
  { name: 'account-menu', act: afterClosing(brings(button(/^Account menu/), button('Sign-in settings'))) },
  { name: 'change-password', act: afterClosing(signInPart(/^Change password/, 'Save password')) },
  { name: 'sessions', act: afterClosing(signInPart(/^Devices where/, 'End all others')) },
  { name: 'hand-over', act: afterClosing(signInPart(/^Delete my login/, /^Offer this account/)) },
  { name: 'palette', act: afterClosing(find) },
  { name: 'keys', act: afterClosing(askForKeys) },
  { name: 'choose-several', act: afterClosing(chooseOne) },
  { name: 'change-several', act: brings(button('Change'), dialog(), labelled('What to change')) },
  { name: 'quick-entry', path: '/?add=expense', act: shows(quickEntry) },
  {
    name: 'quick-transfer',
    async act(person) {
      await person.press(quickEntry, radio('Transfer'));
      await person.shows(dialog('Add transfer'), labelled('To'));
    },
  },
  { name: 'split', act: split },
  { name: 'split-discarded', path: '/?add=expense', act: discardSplit },
  { name: 'deleted-notice', path: '/', act: deleteFirst },
  {
    name: 'recent-changes',
    async act(person) {
      await fromMenu('Recent changes')(person);
      await person.shows(dialog('Recent changes'), button(/^Undo/));
    },
  },
];
