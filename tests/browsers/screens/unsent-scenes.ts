/** What somebody sees of work that only this device has, of a change that lost, and of an invitation. */
import { button, dialog, first, listitem, region, text } from '../page/person.ts';
import { brings, fromMenu, type Scene, shows, showsEntries } from './scene.ts';
import { editEntry } from './scenes.ts';

const SYNC = button(/^Sync:/);
const REPLACED = listitem(/^Your change was replaced/);

/** Without a server. */
export const UNSENT: readonly Scene[] = [
  { name: 'unsent', path: '/', act: brings(SYNC, button('Sync now')) },
  {
    name: 'log-out-question',
    path: '/',
    async act(person) {
      await fromMenu('Log out')(person);
      await person.shows(dialog('Log out with unsynced work?'), button('Wait'));
    },
  },
  {
    name: 'history-without-server',
    path: '/',
    async act(person, isWide) {
      await editEntry(person, isWide);
      await person.press(dialog(/^Edit/), button('History'));
      await person.shows(text('This needs a connection.'));
    },
  },
];

/** With one again. */
export const REPLACED_AND_INVITED: readonly Scene[] = [
  { name: 'replaced', path: '/', act: brings(SYNC, REPLACED, button('Use mine')) },
  {
    name: 'edit-replaced',
    path: '/',
    async act(person) {
      await person.press(SYNC);
      await person.press(REPLACED, button('Edit'));
      await person.shows(dialog('Edit Transaction'));
    },
  },
  {
    name: 'invited',
    path: '/',
    async act(person, isWide) {
      await person.shows(text(/invites you to/));
      await showsEntries(person, isWide);
    },
  },
  { name: 'invitations', path: '/settings?tab=manageAccess', act: shows(first(button(/^Accept/))) },
];

/** After "Log out and keep". */
export const KEPT: readonly Scene[] = [
  { name: 'kept', path: '/', act: shows(region('Data kept on this device')) },
  { name: 'forget-question', path: '/', act: brings(button('Forget it'), dialog()) },
];
