/**
 * `node tests/screenshots/readme.ts [file…]` takes the pictures of README.md, or those that are named. They go to
 * `docs/screenshots`. Run it by hand when the screens look different.
 */
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { nameId } from '#domain/ids/name-id';
import { startTestBackend } from '../support/backend.ts';
import buildApp, { appDir } from '../support/built-app.ts';
import { chromiumOptions } from '../support/chromium.ts';
import { settleHousehold } from '../support/household.ts';
import { logIn, register, visit } from '../support/person.ts';
import { SHOTS, type Shot } from './screens.ts';
import { SIZES, take } from './take.ts';

const folder = fileURLToPath(new URL('../../docs/screenshots', import.meta.url));

/** The demo has transfers, splits and statements. */
const BOOKS: Shot = {
  name: 'books',
  who: 'visitor',
  path: `/demo/account/${nameId('demo:household')}`,
  async act(page) {
    await page.getByLabel('Filter').fill('>75');
    await page.getByText(/transactions found/).waitFor();
    // The sample data may still be written.
    await page.getByText('Net worth').waitFor();
    await page.getByText('To another account').waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: 'Account Information' }).evaluate((heading) => heading.scrollIntoView());
  },
};

const month = new Date().toISOString().slice(0, 7);
const STATEMENT = `Date,Description,Amount
${month}-01,RENT KELLERSTR 12,-1350.00
${month}-02,CITY POWER & GAS,-86.40
${month}-05,MUSIC SUBSCRIPTION,-12.99
${month}-06,CORNER MARKET 0417,-38.15
${month}-09,HARDWARE STORE,-64.20
${month}-12,FARMERS MARKET,-27.80
${month}-16,REFUND RAILWAYS,19.50
${month}-20,SALARY NORTHWIND,4280.00
`;

/** Some of the bank's rows were entered by hand before. */
const IMPORT: Shot = {
  name: 'import',
  who: 'settled',
  path: '/account/{account}',
  async act(page) {
    await page.getByRole('button', { name: 'Import' }).first().click();
    const buffer = Buffer.from(STATEMENT);
    await page.getByLabel('Choose files').setInputFiles({ name: 'november.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: /FARMERS MARKET/ }).waitFor();
  },
};

/** The strip that marks the demo. */
const HIDE_DEMO = 'aside[aria-label="Sample data"] { display: none !important }';

const wanted = process.argv.slice(2);

const PICTURES = [
  { file: 'dashboard-desktop', shot: named('dashboard'), size: 'desktop', colorScheme: 'light' },
  { file: 'books-desktop', shot: BOOKS, size: 'desktop', colorScheme: 'light' },
  { file: 'import-desktop', shot: IMPORT, size: 'desktop', colorScheme: 'light' },
  { file: 'reports-desktop', shot: named('reports-year'), size: 'desktop', colorScheme: 'dark' },
  { file: 'budgets-phone', shot: named('budgets'), size: 'phone', colorScheme: 'light' },
  { file: 'dashboard-phone', shot: named('dashboard'), size: 'phone', colorScheme: 'dark' },
] as const;

function named(name: string): Shot {
  const shot = SHOTS.find((one) => one.name === name);
  if (!shot) throw new Error(`no screen ${name}`);
  return shot;
}

await buildApp();
const backend = await startTestBackend({ appDir });
const browser = await chromium.launch(chromiumOptions());
try {
  const settled = await register(backend, 'anna@example.org');
  await settleHousehold(backend.sql, settled, await register(backend, 'ben@example.org'));
  for (const { file, shot, size, colorScheme } of PICTURES) {
    if (wanted.length > 0 && !wanted.includes(file)) continue;
    const options = { ...SIZES[size], colorScheme };
    const viewer =
      shot.who === 'visitor' ? await visit(browser, backend, options) : await logIn(browser, backend, settled, options);
    await take(viewer, shot, `${folder}/${file}.png`, shot === BOOKS ? HIDE_DEMO : '');
    await viewer.context.close();
  }
} finally {
  await browser.close();
  await backend.stop();
}
