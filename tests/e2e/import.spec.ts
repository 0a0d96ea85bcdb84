/** Bank files on the screens: no row comes twice, two people import offline, and an import is taken back. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { register, startHere } from '../support/person.ts';
import { profileFolder } from '../support/profile-folder.ts';
import { openAccountPage, toast } from '../support/screen-parts.ts';

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

interface BankFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A statement of the days 1 to `days` of January, with an expense of that many dollars each. */
function ofx(days: number): BankFile {
  const rows = Array.from({ length: days }, (_, at) => {
    const day = String(at + 1).padStart(2, '0');
    const money = `<DTPOSTED>202601${day}<TRNAMT>-${at + 1}.00`;
    return `<STMTTRN><TRNTYPE>DEBIT${money}<FITID>F${day}<NAME>Shop ${day}</STMTTRN>`;
  });
  const head = 'OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD';
  const account = '<BANKACCTFROM><BANKID>1<ACCTID>0001234567<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>';
  const text = `${head}${account}${rows.join('\n')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
  return { name: 'january.ofx', mimeType: 'application/x-ofx', buffer: Buffer.from(text) };
}

/** The same days in a table, from day 4 on: another format with other words. */
function csv(days: number): BankFile {
  const rows = Array.from({ length: days }, (_, at) => `2026-01-0${at + 4};SHOP ${at + 4};-${at + 4},00`);
  return { name: 'january.csv', mimeType: 'text/csv', buffer: Buffer.from(`Date;Text;Amount\n${rows.join('\n')}\n`) };
}

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: /^Import/ });

async function choose(page: Page, file: BankFile): Promise<Locator> {
  const dialog = dialogOf(page);
  await dialog.getByLabel('Choose files').setInputFiles(file);
  return dialog;
}

const kind = (dialog: Locator, name: string) => dialog.getByRole('radio', { name });

test('from an OFX file to the first report, without a login', async ({ browser }) => {
  const { context, open } = await startHere(browser, backend, { viewport: { width: 390, height: 800 } });
  const page = await open('/');
  await page.getByRole('button', { name: 'Import a file' }).click();
  const dialog = await choose(page, ofx(5));
  await expect(kind(dialog, 'New 5')).toBeVisible();
  await expect(dialog.getByLabel('Into account')).toHaveText(/Personal/);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await dialog.evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth)).toBe(0);
  await dialog.getByRole('button', { name: 'Import 5 transactions' }).click();
  await dialog.getByRole('link', { name: 'See the report' }).click();
  await expect(page.getByText('$15.00').filter({ visible: true }).first()).toBeVisible();
  await context.close();
});

test('an opening balance younger than the rows of a file is corrected with them, and ticked', async ({ browser }) => {
  const { context, open } = await startHere(browser, backend, { viewport: { width: 390, height: 844 } });
  const page = await open('/?tab=accounts');
  await page.getByRole('button', { name: 'Create account' }).click();
  const form = page.getByRole('form', { name: 'New account' });
  await form.getByLabel('Account name').fill('Bank');
  await form.getByLabel(/^Opening balance/).fill('1,200');
  await form.getByLabel('Balance as of').fill('yesterday');
  await form.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('link', { name: 'Bank' }).click();
  await page.getByRole('heading', { name: 'Bank' }).waitFor();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const file = ofx(5);
  const ledger = '</BANKTRANLIST><LEDGERBAL><BALAMT>400.00<DTASOF>20260131</LEDGERBAL>';
  const buffer = Buffer.from(file.buffer.toString().replace('</BANKTRANLIST>', ledger));
  const dialog = await choose(page, { ...file, buffer });
  await expect(dialog.getByText('They would count twice.')).toBeVisible();
  await expect(
    dialog.getByRole('checkbox', { name: /^Make the opening balance \$415\.00 on Dec 31, 2025/ }),
  ).toBeChecked();
  await dialog.getByRole('button', { name: 'Import 5 transactions' }).click();
  await expect(dialog.getByText('The opening balance is corrected.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Reconcile' }).click();
  const statement = page.getByRole('dialog', { name: 'Reconcile' });
  await expect(statement.getByText('6 of 6 transactions')).toBeVisible();
  await statement.getByLabel('Statement balance').fill('400');
  await statement.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByRole('region', { name: 'Reconciliations' })).toContainText('Agrees with the bank since');
  await context.close();
});

/** Opens the account's page. */
async function openAccount({ page }: Device): Promise<void> {
  await openAccountPage(page, 'Household');
}

/** Imports the file with another category for the first row. */
async function importAs({ page }: Device, file: BankFile, category: string): Promise<void> {
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = await choose(page, file);
  await dialog.getByRole('button', { name: /Shop 01/ }).press('Enter');
  await dialog.getByLabel('Category').selectOption(category);
  await dialog.getByRole('button', { name: 'Import 5 transactions' }).click();
  await expect(dialog.getByText('5 transactions are in Household.')).toBeVisible();
  await page.keyboard.press('Escape');
}

test('two people import one file offline: no row comes twice, and what one takes back is gone for both', async () => {
  const ada = await Device.ofNewPerson(profileFolder('ada'), backend.url, 'ada@example.org');
  const ben = await register(backend, 'ben@example.org');
  await backend.sql`insert into public.memberships (account_id, target, user_id, email, name, role)
    select account_id, 'account', ${ben.userId}, ${ben.email}, '', 'admin' from public.accounts
    where account_name = 'Household'`;
  const credentials = { email: ben.email, password: 'correct horse battery' };
  const bens = await Device.loggedIn(profileFolder('ben'), backend.url, credentials);
  for (const device of [ada, bens]) {
    await device.offlineReady();
    await openAccount(device);
    await device.goOffline();
  }
  await importAs(ada, ofx(5), 'Food');
  await importAs(bens, ofx(5), 'Housing');
  // What the first one chose stands, and the second one is told so.
  await ada.goOnline();
  await ada.upToDate();
  await bens.goOnline();
  await expect(bens.syncState).toHaveAccessibleName('Sync: Needs your attention (1)', { timeout: 30_000 });
  await bens.syncState.click();
  const told = bens.page.getByRole('dialog', { name: 'Sync state' });
  await expect(
    told.getByText(/It was there already: Food, by ada@example.org. Yours was Housing./).first(),
  ).toBeVisible();
  await told.getByRole('button', { name: 'Dismiss' }).click();
  await bens.upToDate();
  await bens.page.keyboard.press('Escape');
  const { page } = ada;
  for (const device of [ada, bens]) {
    await expect(device.row('Shop')).toHaveCount(5);
    await expect(device.row('Shop').filter({ hasText: 'Food' })).toHaveCount(5);
  }

  // One takes the import back, and the other sees that. The file may come again, now with the other's category.
  await page.getByRole('button', { name: 'Details' }).click();
  const imports = page.getByRole('region', { name: 'Imports' });
  const brought = imports.getByRole('listitem').filter({ hasText: '5 rows' });
  await expect(imports.getByText('everything was here already')).toBeVisible();
  await brought.getByRole('button', { name: 'Revert january.ofx' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revert' }).click();
  await expect(toast(page, 'Import reverted')).toBeVisible();
  await expect(bens.row('Shop')).toHaveCount(0);
  await importAs(bens, ofx(5), 'Housing');
  await expect(ada.row('Shop').filter({ hasText: 'Housing' })).toHaveCount(5);
  await bens.close();

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  let dialog = await choose(page, ofx(5));
  await expect(kind(dialog, 'Already here 5')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Nothing to import' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Other files' }).click();
  dialog = await choose(page, csv(5));
  await expect(kind(dialog, 'May be the same 2')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 3 transactions, link 2' }).click();
  await expect(dialog.getByText('5 transactions are in Household. 2 of them were there before.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { name: /shop/i })).toHaveCount(8);

  await expect(imports.getByRole('listitem')).toHaveCount(3);
  await imports.getByRole('button', { name: 'Revert january.csv' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revert' }).click();
  await expect(toast(page, 'Import reverted')).toBeVisible();
  await expect(ada.row('Shop')).toHaveCount(5);
  await ada.close();
});
