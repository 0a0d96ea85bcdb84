/**
 * WCAG 2.2 AA as far as a machine can check: every screen and dialog in both themes, 320 pixels, the keyboard, reduced
 * motion.
 */
import { expect, type Page, test } from '@playwright/test';
import { SHOTS, type Shot } from '../screenshots/screens.ts';
import { violations } from '../support/axe.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { settleHousehold } from '../support/household.ts';
import { logIn, type Person, register, startHere, type Viewer, visit } from '../support/person.ts';

let backend: TestBackend;
let viewers: Record<Shot['who'], Viewer>;
let settled: Person;

test.beforeAll(async ({ browser }) => {
  backend = await startTestBackend({ appDir });
  const anna = await register(backend, 'anna@example.org');
  await settleHousehold(backend.sql, anna, await register(backend, 'ben@example.org'));
  settled = await logIn(browser, backend, anna);
  const beginner = await logIn(browser, backend, await register(backend, 'cleo@example.org'));
  viewers = { visitor: await visit(browser, backend), local: await startHere(browser, backend), beginner, settled };
});

test.afterAll(async () => {
  for (const { context } of Object.values(viewers)) await context.close();
  await backend.stop();
});

const DESKTOP = { width: 1280, height: 720 };
const PHONE = { width: 320, height: 640 };

/** One page for all screens of a viewer. Its process keeps the compiled app, and axe. */
const pages = new Map<Viewer, Page>();

async function show({ who, path, act }: Shot): Promise<Page> {
  const viewer = viewers[who];
  const page = pages.get(viewer) ?? (await viewer.context.newPage());
  pages.set(viewer, page);
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(path.replace('{account}', viewer.accountId));
  await page.locator('main:not([role=status])').getByText(/\w{3}/).first().waitFor();
  await page.waitForLoadState('networkidle');
  await act?.(page);
  return page;
}

for (const shot of SHOTS) {
  test(`${shot.name}: axe finds nothing, in both themes, on a desktop and at 320 pixels, which is enough`, async () => {
    const page = await show(shot);
    expect(await violations(page), 'desktop, light').toEqual([]);
    // The themes differ only in colours.
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    expect(await violations(page, 'colours'), 'desktop, dark').toEqual([]);
    await page.setViewportSize(PHONE);
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(overflow).toBe(0);
    expect(await violations(page), 'phone, dark').toEqual([]);
  });
}

test("each icon of a row has an image, and with forced colours a colour that is not the page's", async () => {
  const page = await settled.open('/');
  await page.locator('.ledger [data-icon]').first().waitFor();
  const missing = () =>
    page.locator('[data-icon]').evaluateAll((marked) =>
      marked.flatMap((element) => {
        const { maskImage, backgroundColor } = getComputedStyle(element, '::before');
        const isThere = maskImage.startsWith('url("data:image/svg+xml');
        return isThere && backgroundColor !== getComputedStyle(document.body).backgroundColor ? [] : element.outerHTML;
      }),
    );
  expect(await missing()).toEqual([]);
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await missing()).toEqual([]);
  await page.close();
});

test('a transaction is added, edited, deleted and brought back by keyboard alone', async () => {
  const page = await settled.open('/?tab=budgets');
  // The listener for the key is loaded after the screen.
  await page.getByRole('link', { name: 'Add transaction', includeHidden: true }).waitFor({ state: 'attached' });
  const keys = page.keyboard;
  await keys.press('n');
  const quick = page.getByRole('dialog', { name: 'Add expense' });
  await expect(quick.getByLabel('Amount')).toBeFocused();
  await keys.type('12.5+3');
  await tabTo(page, 'Description');
  await keys.type('By hand');
  await tabTo(page, 'Category');
  await keys.type('Food');
  await tabTo(page, 'Date');
  await keys.press('Enter');
  await expect(quick).toHaveCount(0);

  await page.goto('/');
  const row = page.getByRole('row', { name: /By hand/ });
  await expect(row).toContainText('-$15.50');
  await tabTo(page, 'Edit By hand');
  await keys.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit Transaction' });
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  await keys.press('ControlOrMeta+a');
  await keys.type('20');
  await keys.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText('-$20.00');
  await expect(page.getByRole('button', { name: 'Edit By hand' })).toBeFocused();
  await tabTo(page, 'Delete By hand');
  await keys.press('Enter');
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).focus();
  await keys.press('Enter');
  await expect(row).toContainText('-$20.00');
  await page.close();
});

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const label =
        element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels?.[0] : null;
      return element?.getAttribute('aria-label') ?? (label ?? element)?.textContent?.trim() ?? '';
    });
    if (focused.startsWith(name)) return;
  }
  throw new Error(`Tab does not reach ${name}`);
}

test('the focused element shows its focus', async () => {
  const page = await settled.open('/?tab=accounts');
  await page.getByRole('row', { name: /Studio Keller/ }).waitFor();
  const bare: string[] = [];
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      // Controls that lie invisibly over their label show the focus on the label.
      const shown = [element, element.closest('label')].some(
        (one) => one && getComputedStyle(one).outlineStyle !== 'none',
      );
      return { html: element.outerHTML.slice(0, 120), shown };
    });
    if (focused && !focused.shown) bare.push(focused.html);
  }
  expect(bare).toEqual([]);
  await page.close();
});

test('with reduced motion, nothing moves', async () => {
  const page = await settled.open('/?tab=accounts');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Edit Household' }).click();
  await page.getByRole('dialog', { name: 'Edit account' }).getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Account updated')).toBeVisible();
  const moving = await page.evaluate(() => {
    const timed = (style: CSSStyleDeclaration) =>
      style.animationName !== 'none' || (style.transitionProperty !== 'none' && style.transitionDuration !== '0s');
    return [...document.querySelectorAll('*')]
      .filter((element) => timed(getComputedStyle(element)))
      .map((element) => element.outerHTML.slice(0, 120));
  });
  expect(moving).toEqual([]);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.close();
});
