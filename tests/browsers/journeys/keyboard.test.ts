/** By keyboard: an entry is undone and done again, and an account is compared with the bank. */
import { inEachEngine } from '../engines/in-each-engine.ts';
import { addQuickly, startHere } from '../page/app.ts';
import { button, checkbox, dialog, first, labelled, link, type Person, region, row, text } from '../page/person.ts';

async function undoAndRedo(ada: Person): Promise<void> {
  await ada.window.withControl('z');
  await ada.lacks(row(/Night train/));
  await ada.shows(region('Notices'), text('Undone'));
  await ada.window.withControl('y');
  await ada.shows(row(/Night train/));
  await ada.shows(region('Notices'), text('Done again'));
}

/** The statement has both entries. */
async function reconcile(ada: Person): Promise<void> {
  const comparison = dialog('Reconcile');
  await ada.press(link('Accounts'));
  await ada.press(first(link('Personal')));
  await ada.press(button('Details'));
  await ada.shows(button('Reconcile'));
  await ada.stands();
  await ada.tabTo(button('Reconcile'));
  await ada.key('Enter');
  await ada.sees([comparison, labelled('Statement balance')], ({ isFocused }) => isFocused);
  await ada.window.type('-92.70');
  await ada.tabTo(comparison, first(checkbox()));
  await ada.window.type(' ');
  await ada.key('ArrowDown');
  await ada.window.type(' ');
  await ada.shows(comparison, text('2 of 2 transactions'));
  await ada.tabTo(comparison, button('Finish'));
  await ada.key('Enter');
  await ada.shows(text(/^Agrees with the bank/));
}

inEachEngine('an entry is undone and done again, and an account is reconciled, by keyboard', async ({ person }) => {
  const ada = await person('ada');
  await startHere(ada);
  await addQuickly(ada, { description: 'Bus ticket', amount: '2.80' });
  await addQuickly(ada, { description: 'Night train', amount: '89.90', category: 'Transportation' });
  await undoAndRedo(ada);
  await reconcile(ada);
});
