/** How many presses and fields schedules and refunds take. Fewer are welcome; more are a step back. */
import { expect, type Page, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Hand } from '../support/hand.ts';
import { type Person, signIn } from '../support/person.ts';
import { browserDay } from '../support/screen-parts.ts';

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
type Size = keyof typeof SIZES;

let backend: TestBackend;
let eva: Person;

test.beforeAll(async ({ browser }) => {
  backend = await startTestBackend({ appDir });
  eva = await signIn(browser, backend, 'eva@example.org');
  await backend.sql`
    insert into public.transactions (account_id, type, amount, transaction_date, description, metadata, created_by)
    values (${eva.accountId}, 'debit', 900, ${browserDay(3)}, 'Rent', '{"category_name": "Housing"}', ${eva.userId}),
      (${eva.accountId}, 'debit', 80, ${browserDay(4)}, 'Phone', '{"category_name": "Utilities"}', ${eva.userId})`;
  // A schedule has its maker from the session.
  await backend.sql.begin(async (sql) => {
    await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: eva.userId })}, true)`;
    await sql`
      insert into public.schedules (account_id, type, amount, category_name, description, rhythm, start_date, mode)
      select ${eva.accountId}, 'debit', 12.99, 'Entertainment', name, 'month 1 on 31', ${browserDay(40)}::date, 'remind'
      from unnest(${['Music', 'Films']}::text[]) name`;
  });
});

test.afterAll(async () => {
  await eva.context.close();
  await backend.stop();
});

async function begin(size: Size): Promise<Hand> {
  const page = await eva.open('/', SIZES[size]);
  await expect(page.getByText('Current Balance')).toBeVisible();
  await expect(entryNamed(page, size, 'Rent')).toHaveCount(1);
  return new Hand(page);
}

/** What the server has of the entry. */
async function stored(description: string): Promise<unknown> {
  const [row] = await backend.sql`
    select metadata ->> 'category_name' as category, refund from public.transactions
    where description = ${description}`;
  return row;
}

/** What opens the entry. */
function entryNamed(page: Page, size: Size, name: string) {
  if (size === 'desktop') return page.getByRole('button', { name: `Edit ${name}`, exact: true });
  return page.getByRole('list', { name: 'Transactions' }).getByRole('button', { name: new RegExp(`^${name}`) });
}

for (const [size, entry] of [
  ['desktop', 'Rent'],
  ['phone', 'Phone'],
] as const) {
  test(`an entry repeats on the last workday with three presses and one field (${size})`, async () => {
    const hand = await begin(size);
    const { page } = hand;
    await hand.press(entryNamed(page, size, entry));
    await hand.press(page.getByRole('button', { name: 'Make it repeat' }));
    const form = page.getByRole('dialog', { name: 'Make it repeat' });
    await hand.select(form.getByLabel('On', { exact: true }), 'The last workday');
    await hand.press(form.getByRole('button', { name: 'Add schedule' }));
    await expect(form).toHaveCount(0);
    expect(hand.counted).toEqual({ presses: 3, fields: 1 });
    await page.goto('/?tab=upcoming');
    const schedules = page.getByRole('list', { name: 'Schedules' }).getByRole('listitem');
    await expect(schedules.filter({ hasText: entry })).toContainText('Every month on the last workday');
    await page.close();
  });
}

for (const [size, due] of [
  ['desktop', 'Music'],
  ['phone', 'Films'],
] as const) {
  test(`what is due is skipped with two presses from the dashboard (${size})`, async () => {
    const hand = await begin(size);
    const { page } = hand;
    await hand.press(page.getByRole('link', { name: /\d (is|are) due/ }));
    await hand.press(page.getByRole('button', { name: `Skip: ${due}`, exact: true }).first());
    await expect(page.getByText('Skipped', { exact: true })).toBeVisible();
    expect(hand.counted).toEqual({ presses: 2, fields: 0 });
    await page.close();
  });

  test(`money back takes as many presses as any income with a category (${size})`, async () => {
    const counts = [];
    for (const [category, name] of [
      ['Gifts', 'Gifts'],
      ['Food (money back)', 'Food'],
    ] as const) {
      const hand = await begin(size);
      const { page } = hand;
      const dialog = page.getByRole('dialog', { name: /^Add (expense|income)$/ });
      await hand.press(page.getByRole('link', { name: 'Add transaction' }));
      await hand.press(dialog.getByText('Income', { exact: true }));
      await dialog.getByLabel('Amount').focus();
      await hand.type(dialog.getByLabel('Amount'), '20');
      await hand.type(dialog.getByLabel('Description'), `${category}, ${size}`);
      await hand.press(dialog.getByRole('combobox', { name: 'Category' }));
      await hand.press(page.getByRole('option', { name: category, exact: true }));
      await hand.press(dialog.getByRole('button', { name: 'Add', exact: true }));
      await expect(dialog).toHaveCount(0);
      await expect.poll(() => stored(`${category}, ${size}`)).toEqual({ category: name, refund: name !== category });
      counts.push(hand.counted);
      await page.close();
    }
    expect(counts).toEqual([
      { presses: 5, fields: 2 },
      { presses: 5, fields: 2 },
    ]);
  });
}
