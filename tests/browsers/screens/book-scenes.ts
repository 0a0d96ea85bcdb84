/** What somebody sees who keeps books: an import that is taken back, a statement, and a budget of somebody else. */
import { join } from 'node:path';
import { button, dialog, first, labelled, type Person, text } from '../page/person.ts';
import { brings, type Scene } from './scene.ts';

/** A file of a bank, with a row of this shop. Each width has its own, so that its rows are new. */
interface BankFile {
  name: string;
  shop: string;
  content: string;
}

const WIDE: BankFile = {
  name: 'wide.csv',
  shop: 'Garden Centre',
  content: 'Date;Text;Amount\n2026-01-04;Garden Centre;-4,00\n2026-01-05;Bakery;-5,00\n',
};
const NARROW: BankFile = {
  name: 'narrow.csv',
  shop: 'Book Shop',
  content: 'Date;Text;Amount\n2026-02-06;Book Shop;-6,00\n2026-02-07;Cinema;-7,00\n',
};

export const BANK_FILES = [WIDE, NARROW];

const fileOf = (isWide: boolean) => (isWide ? WIDE : NARROW);

async function importAll(person: Person, file: string): Promise<void> {
  await person.press(button('Import'));
  await person.attach([file], dialog(/^Import/), labelled('Choose files'));
  await person.press(dialog(/^Import/), button('Import 2 transactions'));
  await person.shows(dialog('Imported'), text(/2 transactions are in/));
}

/** Changes one of the rows that came in. */
async function changeRow(person: Person, isWide: boolean): Promise<void> {
  const { name, shop } = fileOf(isWide);
  await person.key('Escape');
  await person.lacks(dialog());
  await person.press(button('Details'));
  // The card of the imports comes later, and moves the rows.
  await person.shows(button(`Revert ${name}`));
  await person.stands();
  await person.press(button(isWide ? `Edit ${shop}` : new RegExp(shop)));
  await person.fill('9.50', dialog('Edit Transaction'), labelled('Amount'));
  await person.press(dialog('Edit Transaction'), button('Update Transaction'));
  await person.lacks(dialog());
}

/** Agrees with the bank on a balance that the account does not have. */
async function reconcile(person: Person): Promise<void> {
  const comparison = dialog('Reconcile');
  await person.press(button('Details'));
  await person.press(button('Reconcile'));
  await person.fill('-100', comparison, labelled('Statement balance'));
  await person.press(comparison, button('Add the difference'));
  await person.press(comparison, button('Finish'));
  await person.shows(text(/^Agrees with the bank/));
}

const contributionOf = (isWide: boolean) => (isWide ? 'My share' : 'My other share');

async function contribute(person: Person, isWide: boolean): Promise<void> {
  await person.press(button('Trip'));
  // Its buttons stand still when all of it has been read.
  await person.shows(dialog('Trip'), first(text(/^(No transactions found for this budget\.|My share)$/)));
  await person.shows(dialog('Trip'), text('Member'));
  await person.stands();
  await person.press(dialog('Trip'), button('Contribute'));
  await person.fill('25', dialog('Contribute to Trip'), labelled('Amount'));
  await person.fill(contributionOf(isWide), dialog('Contribute to Trip'), labelled('Description'));
  await person.press(dialog('Contribute to Trip'), button('Contribute'));
  await person.lacks(dialog('Contribute to Trip'));
  await person.shows(dialog('Trip'), button(`Edit ${contributionOf(isWide)}`));
}

/** `folder` has the files. */
export const books = (folder: string): readonly Scene[] => [
  {
    name: 'import-done',
    path: '/account/{account}',
    act: (person, isWide) => importAll(person, join(folder, fileOf(isWide).name)),
  },
  { name: 'imports', act: changeRow },
  {
    name: 'revert-question',
    act: (person, isWide) => brings(button(`Revert ${fileOf(isWide).name}`), dialog(/^Revert the import/))(person),
  },
  { name: 'revert-changed-question', act: brings(button('Revert'), dialog('1 transaction was changed since')) },
  { name: 'import-reverted', act: brings(button('Keep them'), text('Import reverted')) },
  { name: 'reconciled', path: '/account/{account}', act: reconcile },
  {
    name: 'undo-reconciliation-question',
    act: brings(button('Undo reconciliation'), dialog(/^Undo the reconciliation/)),
  },
  {
    name: 'reconciliation-undone',
    async act(person) {
      await person.press(dialog(), button('Undo reconciliation'));
      await person.shows(text('This account has never been compared with a statement.'));
    },
  },
  { name: 'budget-of-others', path: '/?tab=budgets', act: contribute },
  {
    name: 'edit-contribution',
    act: (person, isWide) => brings(button(`Edit ${contributionOf(isWide)}`), dialog('Edit contribution'))(person),
  },
];
