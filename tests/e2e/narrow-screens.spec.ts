/** Phones and tablets: floating parts cover no button, and nothing is cut off at the side. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { chooseIn } from '../support/list-field.ts';
import { logIn, type Person, type Registered, register, signIn, visit } from '../support/person.ts';
import { browserDay, toast } from '../support/screen-parts.ts';

let backend: TestBackend;
let ida: Registered;
let person: Person;

test.beforeAll(async ({ browser }) => {
  backend = await startTestBackend({ appDir });
  ida = await register(backend, 'ida@example.org');
  await backend.sql`
    insert into public.transactions (account_id, type, amount, transaction_date, description, metadata, created_by)
    values (${ida.accountId}, 'debit', 123456.78, ${browserDay()}, 'Cinema Rio',
      '{"category_name": "Entertainment"}', ${ida.userId})`;
  person = await logIn(browser, backend, ida, { hasTouch: true });
});

test.afterAll(async () => {
  await person.context.close();
  await backend.stop();
});

const open = (path: string, width: number, height: number): Promise<Page> => person.open(path, { width, height });

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`not on the screen: ${locator}`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

async function expectApart(one: Locator, other: Locator): Promise<void> {
  const [a, b] = [await boxOf(one), await boxOf(other)];
  expect(a.right <= b.x || b.right <= a.x || a.bottom <= b.y || b.bottom <= a.y, `${one} covers ${other}`).toBe(true);
}

async function expectInside(place: Locator, parts: readonly Locator[]): Promise<void> {
  const { x, right } = await boxOf(place);
  for (const part of parts) {
    const box = await boxOf(part);
    expect(box.x, `${part}`).toBeGreaterThanOrEqual(x);
    expect(box.right, `${part}`).toBeLessThanOrEqual(right);
    expect(box.width, `${part}`).toBeGreaterThan(40);
  }
}

for (const { width, height } of [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
]) {
  test(`at ${width} pixels a toast covers neither header, tabs, Add button nor buttons of a dialog`, async () => {
    const page = await open('/', width, height);
    const add = page.getByRole('link', { name: 'Add transaction' });
    await add.tap();
    const dialog = page.getByRole('dialog', { name: 'Add expense' });
    await dialog.getByLabel('Amount').fill('4.50');
    await dialog.getByLabel('Description').fill('Ferry ticket');
    await chooseIn(dialog.getByLabel('Category'), 'Transportation');
    await dialog.getByRole('button', { name: 'Add and another' }).tap();
    const added = toast(page, 'Transaction added');
    // A toast under the pointer stays.
    await added.hover();
    await expectApart(added, dialog.getByRole('button', { name: 'Add and another' }));
    await expectApart(added, dialog.getByRole('button', { name: 'Add', exact: true }));
    await expectApart(added, dialog.getByLabel('Amount'));

    // It does not move away from under the pointer, and goes to its place on the page afterwards.
    const above = await boxOf(added);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    expect(await boxOf(added)).toEqual(above);
    await page.mouse.move(width / 2, height - 10);
    await expect.poll(async () => (await boxOf(added)).y).not.toBe(above.y);
    const header = page.getByRole('button', { name: /^Sync: / });
    const tabs = page.getByRole('navigation', { name: 'Main' });
    await added.hover();
    for (const part of [header, tabs, add]) await expectApart(added, part);

    // Nor does it move when a field gets the focus. The page scrolls if it must.
    const place = await boxOf(added);
    const filter = page.getByRole('combobox', { name: 'Filter by description or category' });
    await filter.focus();
    expect(await boxOf(added)).toEqual(place);
    await expectApart(added, filter);
    await page.close();
  });
}

test('in a window of 640 by 360 pixels quick entry has two whole fields below a toast', async () => {
  const page = await open('/', 640, 360);
  await page.getByRole('link', { name: 'Add transaction' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Add expense' });
  await dialog.getByLabel('Amount').fill('4.50');
  await dialog.getByLabel('Description').fill('Ferry ticket');
  await dialog.getByRole('button', { name: 'Add and another' }).tap();
  const added = toast(page, 'Transaction added');
  await added.hover();
  await dialog.getByLabel('Amount').focus();
  const [heading, buttons] = [dialog.getByRole('heading'), dialog.getByRole('button', { name: 'Add and another' })];
  await expect.poll(async () => (await boxOf(buttons)).y - (await boxOf(heading)).bottom).toBeGreaterThan(170);
  await expectApart(added, dialog.getByLabel('Amount'));
  await expectApart(added, heading);
  await page.close();
});

test('on a phone the tagline is read out to who is signed in, and takes no line', async () => {
  const page = await open('/', 390, 844);
  const tagline = page.getByText('Complete financial management for individuals and businesses');
  expect((await boxOf(tagline)).height).toBeLessThanOrEqual(1);
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect.poll(async () => (await boxOf(tagline)).height).toBeGreaterThan(10);
  await page.close();
});

for (const width of [320, 768, 991, 992, 1280]) {
  test(`at ${width} pixels a transaction can be read, edited and deleted without scrolling sideways`, async () => {
    const page = await open('/', width, 800);
    const ledger = page.getByRole('region', { name: 'Transactions' });
    await expectInside(ledger, [ledger.getByText('Cinema Rio', { exact: true }), ledger.getByText('-$123,456.78')]);
    if (width >= 992) {
      await expectInside(ledger, [
        ledger.getByRole('button', { name: 'Edit Cinema Rio' }),
        ledger.getByRole('button', { name: 'Delete Cinema Rio' }),
      ]);
      const status = await boxOf(ledger.getByRole('button', { name: 'Cleared: Cinema Rio' }));
      expect(Math.min(status.width, status.height)).toBeGreaterThanOrEqual(44);
    } else {
      await ledger.getByRole('button', { name: /Cinema Rio.*-\$123,456\.78/ }).tap();
      const dialog = page.getByRole('dialog', { name: 'Edit Transaction' });
      await expectInside(dialog, [
        dialog.getByRole('textbox', { name: 'Amount' }),
        dialog.getByRole('button', { name: 'Update Transaction' }),
        dialog.getByRole('button', { name: 'Delete' }),
      ]);
    }
    await page.close();
  });
}

for (const width of [320, 390]) {
  test(`at ${width} pixels no label of a report's chart lies over the next one`, async () => {
    await backend.sql`
      insert into public.transactions (account_id, type, amount, transaction_date, description, metadata, created_by)
      values (${ida.accountId}, 'debit', 12, '2025-09-15', 'Tram',
        '{"category_name": "Transportation"}', ${ida.userId})`;
    for (const [step, to] of [
      ['day', '2025-09-28'],
      ['week', '2025-11-20'],
      ['month', '2026-08-31'],
    ]) {
      const page = await open(`/?tab=reports&from=2025-09-01&to=${to}`, width, 800);
      const chart = page.getByRole('application', { name: `by ${step}` });
      await expect(chart).toBeVisible();
      const marks = chart.locator('[data-mark] tspan');
      await expect(marks.first()).toBeVisible();
      const labels = await marks.evaluateAll((all) => {
        const shown = all.filter((label) => label.textContent);
        return shown.map((label) => {
          const { left, right, top } = label.getBoundingClientRect();
          return { text: label.textContent, left, right, top };
        });
      });
      expect(labels.length).toBeGreaterThan(2);
      const laidOver = labels.filter((label, at) =>
        labels.some(
          (next, later) =>
            later > at && next.top === label.top && next.left < label.right + 2 && label.left < next.right + 2,
        ),
      );
      expect(laidOver, step).toEqual([]);
      await page.close();
    }
  });
}

for (const width of [390, 1180]) {
  test(`at ${width} pixels under a finger no field is so small that Safari zooms in`, async () => {
    for (const path of ['/?add=expense', '/settings', '/?tab=reports']) {
      const page = await open(path, width, 800);
      const fields = page.locator('input:not([type=radio], [type=checkbox], [type=file]), select, textarea');
      await expect(fields.first()).toBeVisible();
      const sizes = await fields.evaluateAll((all) =>
        all
          .filter((field) => getComputedStyle(field).pointerEvents !== 'none')
          .map((field) => Number.parseFloat(getComputedStyle(field).fontSize)),
      );
      expect(Math.min(...sizes), path).toBeGreaterThanOrEqual(16);
      await page.close();
    }
  });
}

for (const width of [992, 1024, 1279, 1280]) {
  test(`at ${width} pixels the types of a new entry stay in their place`, async () => {
    await backend.sql`insert into public.accounts (account_name, owner_id)
      select 'Savings', ${ida.userId} where not exists (select 1 from public.accounts where account_name = 'Savings')`;
    const page = await open('/', width, 800);
    const form = page.getByRole('form', { name: 'Add transaction' });
    const choice = form.getByRole('radiogroup', { name: 'Type' });
    await expect(choice.getByText('Transfer')).toBeVisible();
    for (const type of ['Income', 'Expense', 'Transfer']) {
      const [inside, outside] = [await boxOf(choice.getByText(type)), await boxOf(choice)];
      expect(inside.right, type).toBeLessThanOrEqual(outside.right);
    }
    await expectApart(choice.getByText('Transfer'), form.getByLabel('Amount'));
    await page.close();
  });
}

test.describe('with a long name and nine digits', () => {
  test.beforeAll(async () => {
    const [account] = await backend.sql`
      insert into public.accounts (account_name, owner_id)
      values ('Gemeinschaftskonto der Eigentümergemeinschaft Kastanienallee', ${ida.userId}) returning account_id`;
    await backend.sql`
      insert into public.transactions (account_id, type, amount, transaction_date, description, metadata, created_by)
      values (${account?.account_id}, 'credit', 987654321.99, ${browserDay()}, 'Sale',
        '{"category_name": "Salary"}', ${ida.userId})`;
  });

  for (const width of [320, 360]) {
    test(`at ${width} pixels an account shows its balance and its pencil`, async () => {
      const page = await open('/?tab=accounts', width, 640);
      const table = page.getByRole('table', { name: 'Accounts' });
      await expect(table.getByText('+$987,654,321.99')).toBeVisible();
      const right = width - 16;
      for (const part of [
        table.getByText('+$987,654,321.99'),
        table.getByRole('button', { name: /^Edit Gemeinschaftskonto/ }),
      ]) {
        expect((await boxOf(part)).right, `${part}`).toBeLessThanOrEqual(right);
      }
      await page.close();
    });
  }

  test('at 390 pixels the buttons of an account stand side by side', async () => {
    const page = await open('/?tab=accounts', 390, 844);
    const row = page.getByRole('row', { name: /^Gemeinschaftskonto/ });
    const [pencil, more] = [row.getByRole('button', { name: /^Edit/ }), row.getByRole('button', { name: /^More/ })];
    await expect(more).toBeVisible();
    // One reading of both: what loads above the row moves it between two.
    const tops = await pencil.or(more).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(tops).toEqual([tops[0], tops[0]]);
    await expectInside(page.getByRole('main'), [pencil, more]);
    await page.close();
  });

  for (const width of [320, 390, 768, 1000]) {
    test(`at ${width} pixels the totals of a report stay in their cards`, async () => {
      const page = await open('/?tab=reports', width, 800);
      await expect(page.locator('dl').getByText('+$987,654,321.99')).toBeVisible();
      for (const label of ['Total Income', 'Total Expenses', 'Net Change']) {
        const card = page.locator('dl > div').filter({ hasText: label });
        const room = await card.evaluate((element) => {
          const [outer, sum] = [element, element.querySelector('dd span span')].map((one) =>
            one?.getBoundingClientRect(),
          );
          return outer && sum && [sum.left - outer.left, outer.right - sum.right, outer.bottom - sum.bottom];
        });
        expect(Math.min(...(room ?? [0])), label).toBeGreaterThan(8);
      }
      await page.close();
    });
  }
});

test.describe('beside somebody with a long address', () => {
  let accountId = '';

  test.beforeAll(async () => {
    const email = 'alexandra.hohenstein@example.org';
    const other = await register(backend, email);
    const [account] = await backend.sql`
      insert into public.accounts (account_name, owner_id) values ('Shared', ${ida.userId}) returning account_id`;
    accountId = account?.account_id;
    await backend.sql`insert into public.memberships (account_id, target, user_id, email, name, role)
      values (${accountId}, 'account', ${other.userId}, ${email}, '', 'admin')`;
    await backend.sql`
      insert into public.transactions
        (account_id, type, amount, transaction_date, description, metadata, created_by, created_by_email)
      values (${accountId}, 'credit', 23.9, ${browserDay()}, 'Bottles',
        '{"category_name": "Food", "refund": true}', ${other.userId}, ${email})`;
  });

  test('at 390 pixels the category of a row stands whole, and the address is cut', async () => {
    const page = await open(`/account/${accountId}`, 390, 844);
    const isCut = (text: string) =>
      page.getByText(text, { exact: true }).evaluate((element) => element.scrollWidth > element.clientWidth);
    await expect.poll(() => isCut('Food (money back)')).toBe(false);
    expect(await isCut('alexandra.hohenstein@example.org')).toBe(true);
    await page.close();
  });
});

test('at 320 pixels the name of an account breaks between words only', async ({ browser }) => {
  const kit = await signIn(browser, backend, 'kit@example.org');
  await backend.sql`update public.accounts set account_name = 'Household' where account_id = ${kit.accountId}`;
  await backend.sql`
    insert into public.transactions (account_id, type, amount, transaction_date, description, created_by)
    values (${kit.accountId}, 'credit', 28895.92, ${browserDay()}, 'Savings', ${kit.userId})`;
  const page = await kit.open('/?tab=accounts', { width: 320, height: 640 });
  const table = page.getByRole('table', { name: 'Accounts' });
  await expect(table.getByText('+$28,895.92')).toBeVisible();
  const name = table.getByRole('link', { name: 'Household' });
  expect(await name.evaluate((element) => element.getClientRects().length)).toBe(1);
  await kit.context.close();
});

test('at 320 pixels the other ways to sign in stay in their card', async ({ browser }) => {
  const visitor = await visit(browser, backend);
  const page = await visitor.open('/auth', { width: 320, height: 640 });
  const submit = await boxOf(page.getByRole('button', { name: 'Log in', exact: true }));
  for (const name of ['Google', 'GitHub']) {
    expect((await boxOf(page.getByRole('button', { name }))).right, name).toBeLessThanOrEqual(submit.right);
  }
  await visitor.context.close();
});

test('at 390 pixels both kinds of a report stand in their switch', async () => {
  const page = await open('/?tab=reports', 390, 844);
  const choice = page.getByRole('radiogroup', { name: 'Report by' });
  const room = await choice.evaluate((element) => {
    const [one, other] = element.querySelectorAll('label');
    return [one, other].map((label) => (label ? label.clientWidth - label.scrollWidth : -1));
  });
  expect(Math.min(...room)).toBeGreaterThanOrEqual(0);
  const [account, budget] = await choice.locator('label').all();
  if (!account || !budget) throw new Error('no switch');
  expect((await boxOf(budget)).width).toBeCloseTo((await boxOf(account)).width, 0);
  await page.close();
});
