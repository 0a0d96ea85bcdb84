/** A person keeps books: files come in, entries are divided and moved, and everything goes out and comes back. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { register } from '../../support/person.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { inEachEngine } from '../engines/in-each-engine.ts';
import { databases, importFile, logIn, startHere, upToDate } from '../page/app.ts';
import {
  button,
  dialog,
  labelled,
  link,
  type Person,
  radio,
  region,
  row,
  tab,
  text,
  withRole,
} from '../page/person.ts';

const PASSPHRASE = 'open sesame';
const CSV = 'Date;Text;Amount\n2026-01-04;SHOP 4;-4,00\n2026-01-05;SHOP 5;-5,00\n2026-01-06;SHOP 6;-6,00\n';
const QIF = '!Type:Bank\nD1/20/2026\nT-20.00\nPGarage 20\n^\nD1/21/2026\nT-21.00\nPGarage 21\n^\n';

async function split(ada: Person): Promise<void> {
  const entry = dialog('Add expense');
  await ada.press(link('Add transaction'));
  await ada.fill('100', entry, labelled('Amount'));
  await ada.fill('Mall', entry, labelled('Description'));
  await ada.press(entry, button('Split'));
  await ada.pick('Food', entry, labelled('Line 1: Category'));
  await ada.fill('60', entry, labelled('Line 1: Amount'));
  await ada.pick('Housing', entry, labelled('Line 2: Category'));
  await ada.shows(entry, text('Left to assign: $40.00'));
  await ada.press(entry, button('Give the rest to line 2'));
  await ada.press(entry, button('Add'));
  await ada.lacks(entry);
  await ada.reads([row(/Mall/)], 'Split: Food, Housing');
}

async function transfer(ada: Person): Promise<void> {
  await ada.press(link('Add transaction'));
  await ada.fill('250', dialog('Add expense'), labelled('Amount'));
  await ada.fill('Rainy days', dialog('Add expense'), labelled('Description'));
  await ada.press(dialog('Add expense'), radio('Transfer'));
  await ada.pick('Savings', dialog('Add transfer'), labelled('To'));
  await ada.press(dialog('Add transfer'), button('Add'));
  await ada.lacks(dialog('Add transfer'));
  await ada.reads([row(/Rainy days/)], 'To Savings');
}

async function undo(ada: Person): Promise<void> {
  await ada.press(button('Delete Rainy days'));
  await ada.lacks(row(/Rainy days/));
  await ada.press(region('Notices'), button('Undo'));
  await ada.reads([row(/Rainy days/)], '-$250.00');
}

/** Its charts are drawn, and it goes to the printer and into a file. */
async function report(ada: Person): Promise<void> {
  await ada.press(link('Reports'));
  await ada.shows(withRole('application', /^Income and expenses by day/));
  await ada.shows(withRole('application', /^Net worth over time/));
  await ada.window.evaluate('window.print = () => { window.isPrinted = true; }');
  await ada.press(button('Print'));
  expect(await ada.window.evaluate('window.isPrinted')).toBe(true);
  await ada.press(button('Export CSV'));
  expect(String(await ada.saved('.csv'))).toContain('Housing,Expense,-40.00');
}

async function saveCopy(ada: Person): Promise<void> {
  await ada.goto('/settings');
  await ada.fill(PASSPHRASE, labelled(/^Passphrase/));
  await ada.fill(PASSPHRASE, labelled('Repeat the passphrase'));
  await ada.press(button('Export everything'));
  await ada.shows(text('Your copy is saved'));
}

async function restoreCopy(ada: Person, file: string): Promise<void> {
  await ada.goto('/settings');
  await ada.attach([file], labelled('File of a copy'));
  await ada.fill(PASSPHRASE, labelled('Passphrase of the file'));
  await ada.key('Enter');
  await ada.press(button('Restore'));
  await ada.shows(text('The copy is restored'));
}

inEachEngine(
  'files are imported, an amount is split and moved, a copy brings all of it back after the log-out',
  async ({ server, person }) => {
    const { email, userId, accountId } = await register(server.now, 'ada@example.org');
    await server.now.sql`insert into public.accounts (account_name, owner_id) values ('Savings', ${userId})`;
    const folder = await mkdtemp(join(temporaryFolder(), 'carryover-files-'));
    try {
      const [csv, zip, copy] = ['january.csv', 'late-january.zip', 'copy.json'].map((name) => join(folder, name));
      if (csv === undefined || zip === undefined || copy === undefined) throw new Error('no files');
      await writeFile(csv, CSV);
      await writeFile(zip, zipSync({ 'late.qif': strToU8(QIF) }));

      const ada = await person('ada', { path: '/auth' });
      await logIn(ada, { email, password: 'correct horse battery' });
      await ada.goto(`/account/${accountId}`);
      await importFile(ada, csv, 3);
      await importFile(ada, zip, 2);
      await ada.shows(row(/shop 5/i));
      await ada.shows(row(/garage 21/i));

      await ada.goto('/');
      await split(ada);
      await transfer(ada);
      await undo(ada);
      await upToDate(ada);

      await report(ada);
      await saveCopy(ada);
      const saved = await ada.saved('.json');
      expect(String(saved)).not.toContain('Savings');
      await writeFile(copy, saved);

      await ada.press(withRole('banner'), button('Log out'));
      await ada.shows(text('Logged out successfully'));
      await ada.shows(tab('Login'));
      expect(await databases(ada)).toEqual([]);
      await ada.goto('/');
      await startHere(ada);
      await restoreCopy(ada, copy);
      await ada.goto('/');
      await ada.reads([row(/Mall/)], 'Split: Food, Housing');
      await ada.reads([row(/Rainy days/)], '-$250.00');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
