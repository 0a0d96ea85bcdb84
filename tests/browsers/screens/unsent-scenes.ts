/** What somebody sees of work that only this device has, of a change that lost or was refused, and of an invitation. */
import type { Step } from '../page/eyes.ts';
import { button, dialog, first, listitem, region, text } from '../page/person.ts';
import { afterClosing, brings, fromMenu, presses, type Scene, shows, showsEntries } from './scene.ts';
import { editEntry } from './scenes.ts';

const SYNC = button(/^Sync:/);
const REPLACED = listitem(/^Your change was replaced/);

/** Without a server. */
export const UNSENT: readonly Scene[] = [
  { name: 'unsent', path: '/', act: brings(SYNC, button('Sync now')) },
  {
    name: 'log-out-question',
    act: afterClosing(async (person, isWide) => {
      await (isWide ? presses(button('Log out')) : fromMenu('Log out'))(person);
      await person.shows(dialog('Log out with unsynced work?'), button('Wait'));
    }),
  },
  {
    name: 'history-without-server',
    act: afterClosing(async (person, isWide) => {
      await editEntry(person, isWide);
      await person.press(dialog(/^Edit/), button('History'));
      await person.shows(text('This needs a connection.'));
    }),
  },
];

/** Presses a button of an entry that the server did not take. */
const opensRefused = (choice: Step, shown: Step) =>
  afterClosing(async (person) => {
    await person.press(SYNC);
    await person.press(listitem(/Seeds/), choice);
    await person.shows(shown);
  });

/** With one again. */
export const SETTLING: readonly Scene[] = [
  { name: 'replaced', path: '/', act: brings(SYNC, REPLACED, button('Use mine')) },
  {
    name: 'edit-replaced',
    async act(person) {
      await person.press(REPLACED, button('Edit'));
      await person.shows(dialog('Edit Transaction'));
    },
  },
  { name: 'discard-question', act: opensRefused(button('Discard'), dialog('Discard this entry?')) },
  { name: 'move-refused', act: opensRefused(button('Move to another account'), dialog('Move to another account')) },
  {
    name: 'discard-all-question',
    act: afterClosing(async (person) => {
      await person.press(SYNC);
      await brings(button('Discard all'), dialog('Discard 2 entries?'))(person);
    }),
  },
  {
    name: 'invited',
    act: afterClosing(async (person, isWide) => {
      await person.shows(text(/invites you to/));
      await showsEntries(person, isWide);
    }),
  },
  { name: 'invitations', path: '/settings?tab=manageAccess', act: shows(first(button(/^Accept/))) },
];

/** After "Log out and keep". */
export const KEPT: readonly Scene[] = [
  { name: 'kept', path: '/', act: shows(region('Data kept on this device')) },
  { name: 'forget-question', act: brings(button('Forget it'), dialog()) },
];
