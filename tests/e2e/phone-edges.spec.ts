/** At the edges of a phone: the Add button and notifications lie over no text and no control, wherever one scrolls. */
import { expect, type Page, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { logIn, type Person, type Registered, register, visit } from '../support/person.ts';
import { browserDay, toast } from '../support/screen-parts.ts';

let backend: TestBackend;
let ida: Registered;
let person: Person;

test.beforeAll(async ({ browser }) => {
  backend = await startTestBackend({ appDir });
  ida = await register(backend, 'ida@example.org');
  await backend.sql`
    insert into public.transactions (account_id, type, amount, transaction_date, description, metadata, created_by)
    select ${ida.accountId}, 'debit', n, ${browserDay()}::date - n / 3, 'Row ' || n,
      '{"category_name": "Entertainment"}', ${ida.userId} from generate_series(1, 60) n`;
  person = await logIn(browser, backend, ida, { hasTouch: true });
});

test.afterAll(async () => {
  await person.context.close();
  await backend.stop();
});

const SCREENS = [
  '/',
  '/?tab=accounts',
  '/?tab=budgets',
  '/?tab=reports',
  '/?tab=upcoming',
  '/settings',
  '/settings?tab=userAccess',
  '/settings?tab=budget',
  '/settings?tab=manageAccess',
] as const;

async function open(path: string): Promise<Page> {
  const page = await person.open(path, { width: 390, height: 844 });
  await page.locator('main:not([role=status])').getByText(/\w{3}/).first().waitFor();
  return page;
}

/** Adds an expense by quick entry, and holds the pointer on the notification so that it stays. */
async function showNotification(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Add transaction' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Add expense' });
  await dialog.getByLabel('Amount').fill('4.50');
  await dialog.getByLabel('Description').fill('Ferry ticket');
  await dialog.getByRole('button', { name: 'Add', exact: true }).tap();
  await expect(dialog).toHaveCount(0);
  await toast(page, 'Transaction added').hover();
}

const PLACES = { top: 0, middle: 0.5, end: 1 };

interface Part {
  name: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** It is in a bar at the edge, and not scrolled under it. */
  inBar: boolean;
  /** Which part of the edge it belongs to; -1 for none. */
  of: number;
}

const BARS = '[data-tab-bar], [data-in-tabs], [data-place], [role=toolbar]';
const EDGE = '[data-in-tabs] a, [data-place] [data-tone]';

/**
 * Scrolls the page, and says what is wrong at its lower edge. A part of the edge shares the height of a bar over the
 * whole width: left and right of it nothing of the page is in sight. Within the bar it meets no text and no control. At
 * the end of the page, all of the page is above.
 */
async function problemsAt(page: Page, place: keyof typeof PLACES): Promise<string[]> {
  // A page that is still being read grows under a scroll to its end.
  let known = -1;
  const isStill = async () => {
    const height = await page.evaluate((share) => {
      const { scrollHeight, clientHeight } = document.documentElement;
      scrollTo({ top: (scrollHeight - clientHeight) * share, behavior: 'instant' });
      return scrollHeight;
    }, PLACES[place]);
    const before = known;
    known = height;
    return height === before;
  };
  await expect.poll(isStill, { intervals: [150] }).toBe(true);
  const [edge, texts, controls, beside] = await Promise.all([
    page.evaluate(readBoxes, { of: EDGE, bars: BARS, edge: EDGE }),
    page.evaluate(readTexts, { bars: BARS, edge: EDGE }),
    page.evaluate(readBoxes, { of: 'a, button, input, select, textarea', bars: BARS, edge: EDGE }),
    page.evaluate(findBeside, { bars: BARS, edge: EDGE }),
  ]);
  expect(edge).not.toEqual([]);
  const inSight = [...texts, ...controls].filter(({ inBar }) => inBar || place === 'end');
  const covered = edge.flatMap((one, at) =>
    inSight.filter((other) => other.of !== at && meet(one, other)).map(({ name }) => `${one.name} lies over ${name}`),
  );
  return [...beside, ...covered].slice(0, 5);
}

function meet(a: Part, b: Part): boolean {
  return a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
}

/** Runs in the page: the boxes of what is to be seen of these elements. */
function readBoxes({ of, bars, edge }: { of: string; bars: string; edge: string }): Part[] {
  const edges = [...document.querySelectorAll(edge)];
  const elements = [...document.querySelectorAll(of)].filter((one) => one.checkVisibility() && one.clientWidth > 1);
  return elements.map((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 30);
    const inBar = element.closest(bars) !== null;
    return { name, left, top, right, bottom, inBar, of: edges.findIndex((one) => one.contains(element)) };
  });
}

/** Runs in the page: the boxes of all texts that are to be seen, line by line. */
function readTexts({ bars, edge }: { bars: string; edge: string }): Part[] {
  const edges = [...document.querySelectorAll(edge)];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
    node.textContent?.trim() && node.parentElement?.checkVisibility() && node.parentElement.clientWidth !== 1
      ? NodeFilter.FILTER_ACCEPT
      : NodeFilter.FILTER_REJECT,
  );
  const parts: Part[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const inBar = node.parentElement?.closest(bars) !== null;
    const of = edges.findIndex((one) => one.contains(node));
    for (const { left, top, right, bottom } of range.getClientRects()) {
      parts.push({ name: (node.textContent ?? '').slice(0, 30), left, top, right, bottom, inBar, of });
    }
  }
  return parts;
}

/** Runs in the page: what of the page is in sight at the height of a part of the edge. */
function findBeside({ bars, edge }: { bars: string; edge: string }): string[] {
  const places = [...document.querySelectorAll(edge)].flatMap((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    const heights = Array.from({ length: Math.floor((bottom - top) / 4) }, (_, at) => top + 1 + at * 4);
    return heights.flatMap((y) =>
      Array.from({ length: Math.floor(innerWidth / 12) }, (_, at) => ({ x: 2 + at * 12, y })),
    );
  });
  const hits = places.map(({ x, y }) => document.elementFromPoint(x, y));
  const outside = hits.filter((hit) => hit !== null && !hit.closest(bars));
  return [...new Set(outside.map((hit) => `floats beside ${(hit?.textContent ?? '').slice(0, 30)}`))];
}

test('the first screen shows four rows of the ledger', async () => {
  const page = await open('/');
  const rows = page.getByRole('region', { name: 'Transactions' }).getByText(/^Row \d+$/);
  await expect(rows.first()).toBeVisible();
  await expect(page.getByRole('img', { name: /^Balance over 90 days/ })).toBeVisible();
  const edge = await page.locator('[data-tab-bar]').boundingBox();
  const ends = await rows.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
  expect(ends.filter((end) => end <= (edge?.y ?? 0)).length).toBeGreaterThanOrEqual(4);
  await page.close();
});

test('a button that floats over the page is found', async () => {
  const page = await open('/');
  await page.addStyleTag({ content: '[data-in-tabs] { bottom: 5rem !important }' });
  expect(await problemsAt(page, 'middle')).not.toEqual([]);
  await page.close();
});

for (const path of [...SCREENS, 'account'] as const) {
  test(`on ${path} the Add button and a notification lie over nothing, at any place`, async () => {
    const page = await open(path === 'account' ? `/account/${ida.accountId}` : path);
    await expect(page.getByRole('link', { name: 'Add transaction' })).toBeInViewport({ ratio: 1 });
    for (const place of ['top', 'middle', 'end'] as const) expect(await problemsAt(page, place), place).toEqual([]);
    await showNotification(page);
    for (const place of ['top', 'middle', 'end'] as const) {
      expect(await problemsAt(page, place), `${place}, with a notification`).toEqual([]);
    }
    await expect(toast(page, 'Transaction added')).toBeInViewport({ ratio: 1 });
    await page.close();
  });
}

test('on /auth a notification lies over nothing, at any place', async ({ browser }) => {
  const visitor = await visit(browser, backend, { hasTouch: true });
  const page = await visitor.open('/auth', { width: 390, height: 640 });
  await page.getByLabel('Email').fill('nobody@example.org');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Log ?in$/i })
    .click();
  await page.locator('[data-tone]').hover();
  for (const place of ['top', 'middle', 'end'] as const) expect(await problemsAt(page, place), place).toEqual([]);
  await visitor.context.close();
});

for (const [width, height] of [
  [390, 844],
  [480, 640],
  [768, 1024],
  [1100, 600],
  [1440, 900],
] as const) {
  test(`at ${width} × ${height} notifications leave the buttons of an open dialog free`, async () => {
    const page = await open('/');
    await page.setViewportSize({ width, height });
    await page.getByRole('link', { name: 'Add transaction' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add expense' });
    for (const amount of ['1', '2', '3']) {
      await dialog.getByLabel('Amount').fill(amount);
      await dialog.getByLabel('Description').fill('Ferry ticket');
      await dialog.getByRole('button', { name: 'Add and another' }).click();
      await expect(dialog.getByLabel('Amount')).toHaveValue('');
    }
    const added = toast(page, 'Transaction added');
    await added.hover();
    const box = await added.boundingBox();
    for (const control of await dialog.locator('button:visible, input:visible, select:visible').all()) {
      if ((await control.locator('xpath=ancestor::*[@data-tone]').count()) > 0) continue;
      const other = await control.boundingBox();
      if (!box || !other) continue;
      const apart =
        box.x + box.width <= other.x ||
        other.x + other.width <= box.x ||
        box.y + box.height <= other.y ||
        other.y + other.height <= box.y;
      expect(apart, `the notification covers ${await control.getAttribute('aria-label')}`).toBe(true);
    }
    await page.close();
  });
}

test('a notification goes with the next navigation, and one with Undo stays', async () => {
  const page = await open('/');
  await showNotification(page);
  await page.waitForTimeout(1100);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Accounts' }).tap();
  await expect(toast(page, 'Transaction added')).toHaveCount(0);
  await page.close();
});

for (const [width, height] of [
  [390, 640],
  [768, 560],
  [1100, 600],
  [1280, 720],
] as const) {
  test(`at ${width} × ${height} a dialog keeps half of the height beside all notifications`, async () => {
    const page = await open('/');
    await page.setViewportSize({ width: 1280, height: 720 });
    const deletions = page.getByRole('button', { name: /^Delete (Row|Ferry) / });
    // Each of them can be undone, so its notification stays beside the next one.
    for (const count of [1, 2, 3, 4]) {
      await deletions.first().click();
      await expect(page.locator('[data-tone]')).toHaveCount(count);
    }
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'Add expense' });
    await expect(dialog).toHaveCount(1);
    // Under the pointer they stay.
    await page.locator('[data-tone]').first().hover();
    await page.setViewportSize({ width, height });
    await expect(page.locator('[data-tone]')).toHaveCount(4);
    // The first frame of a new size still has the old room of the notifications.
    await expect.poll(async () => (await dialog.boundingBox())?.height).toBeGreaterThanOrEqual(height / 2 - 16);
    await dialog.getByLabel('Amount').fill('7');
    const add = dialog.getByRole('button', { name: 'Add', exact: true });
    await expect(add).toBeInViewport({ ratio: 1 });
    await add.click({ trial: true, timeout: 10_000 });
    await page.close();
  });
}

test('on a phone the title of a high dialog stands below two notifications', async () => {
  const page = await open('/');
  await page.setViewportSize({ width: 1280, height: 720 });
  const deletions = page.getByRole('button', { name: /^Delete (Row|Ferry) / });
  for (const count of [1, 2]) {
    await deletions.first().click();
    await expect(page.locator('[data-tone]')).toHaveCount(count);
  }
  await page
    .getByRole('button', { name: /^Edit Row / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Edit Transaction' });
  await expect(dialog).toHaveCount(1);
  await page.locator('[data-tone]').first().hover();
  await page.setViewportSize({ width: 390, height: 844 });
  const covered = async () => {
    const title = await dialog.getByRole('heading', { name: 'Edit Transaction' }).boundingBox();
    const notifications = await page.getByLabel('Notices').boundingBox();
    return title && notifications ? notifications.y + notifications.height - title.y : null;
  };
  await expect(page.locator('[data-tone]')).toHaveCount(2);
  await expect.poll(covered).toBeLessThanOrEqual(0);
  await page.close();
});
