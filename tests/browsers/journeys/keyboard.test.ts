/**
 * By keyboard, as far as each driver goes: an entry is undone and redone, a row edited in its place, and an account
 * compared with the bank.
 */
import type { Engine } from '../engines/engine.ts';
import { inEachEngine } from '../engines/in-each-engine.ts';
import { addQuickly, startHere } from '../page/app.ts';
import type { Step } from '../page/eyes.ts';
import { button, checkbox, dialog, first, labelled, link, type Person, region, row, text } from '../page/person.ts';

async function undoAndRedo(ada: Person): Promise<void> {
  await ada.window.withControl('z');
  await ada.lacks(row(/Night train/));
  await ada.shows(region('Notices'), text('Undone'));
  await ada.window.withControl('y');
  await ada.shows(row(/Night train/));
  await ada.shows(region('Notices'), text('Done again'));
}

/**
 * Presses a button or ticks a box with Space. A page of Firefox without a display never has the focus of the system, so
 * keys reach it and press nothing. There the pointer does it.
 */
async function use(ada: Person, { name }: Engine, ...steps: Step[]): Promise<void> {
  if (name === 'firefox') return ada.press(...steps);
  await ada.tabTo(...steps);
  await ada.window.type(' ');
}

/** The pointer begins at a cell, and the rest is typed. */
async function editInPlace(ada: Person, { name }: Engine): Promise<void> {
  await ada.press(link('Accounts'));
  await ada.press(first(link('Personal')));
  await ada.press(row(/Bus ticket/), text('Bus ticket'));
  await ada.sees([labelled('Description')], ({ isFocused }) => isFocused);
  await ada.window.type('Bus ticket home');
  if (name === 'firefox') await ada.press(button('Save'));
  else await ada.key('Enter');
  await ada.shows(row(/Bus ticket home/));
  await ada.lacks(labelled('Description'));
}

/** The statement has both entries. */
async function reconcile(ada: Person, engine: Engine): Promise<void> {
  const comparison = dialog('Reconcile');
  await ada.press(link('Accounts'));
  await ada.press(first(link('Personal')));
  await ada.press(button('Details'));
  await ada.shows(button('Reconcile'));
  await ada.stands();
  await use(ada, engine, button('Reconcile'));
  await ada.sees([comparison, labelled('Statement balance')], ({ isFocused }) => isFocused);
  await ada.window.type('-92.70');
  await use(ada, engine, comparison, first(checkbox()));
  await ada.shows(comparison, text('1 of 2 transactions'));
  await ada.key('ArrowDown');
  await ada.sees([comparison, first(checkbox())], ({ isFocused }) => !isFocused);
  if (engine.name === 'firefox') await ada.press(comparison, checkbox(/Night train/));
  else await ada.window.type(' ');
  await ada.shows(comparison, text('2 of 2 transactions'));
  await use(ada, engine, comparison, button('Finish'));
  await ada.shows(text(/^Agrees with the bank/));
}

inEachEngine(
  'an entry is undone and done again, a row is edited in its place, and an account is reconciled, by keyboard',
  async ({ engine, person }) => {
    const ada = await person('ada');
    await startHere(ada);
    await addQuickly(ada, { description: 'Bus ticket', amount: '2.80' });
    await addQuickly(ada, { description: 'Night train', amount: '89.90', category: 'Transportation' });
    await undoAndRedo(ada);
    await editInPlace(ada, engine);
    await reconcile(ada, engine);
  },
);
