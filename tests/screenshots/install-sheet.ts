/**
 * `node tests/screenshots/install-sheet.ts` takes the pictures of the manifest from the demo and writes them to
 * `public/install`. Browsers show them when they ask whether to install the app. Run it by hand when the screens look
 * different.
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { startTestBackend } from '../support/backend.ts';
import buildApp, { appDir } from '../support/built-app.ts';
import { chromiumOptions } from '../support/chromium.ts';

const folder = fileURLToPath(new URL('../../public/install', import.meta.url));

const SIZES = {
  wide: { viewport: { width: 1280, height: 800 } },
  narrow: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true },
};

async function fillQuickEntry(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('12.50+3');
  await dialog.getByLabel('Description').fill('Café');
}

/** The part below the strip that marks the demo. */
const HIDE_DEMO =
  'aside[aria-label="Sample data"], header :not([data-in-tabs]) > a, header span:has(+ a) { display: none !important }';

const SHOTS = [
  { name: 'dashboard-wide', path: '/demo', size: SIZES.wide },
  { name: 'budgets-wide', path: '/demo?tab=budgets', size: SIZES.wide },
  { name: 'dashboard-narrow', path: '/demo', size: SIZES.narrow },
  { name: 'add-narrow', path: '/demo?add=expense', size: SIZES.narrow, act: fillQuickEntry },
  { name: 'reports-narrow', path: '/demo?tab=reports', size: SIZES.narrow },
];

await buildApp();
await mkdir(folder, { recursive: true });
const backend = await startTestBackend({ appDir });
const browser = await chromium.launch(chromiumOptions());
try {
  for (const { name, path, size, act } of SHOTS) {
    const context = await browser.newContext({
      ...size,
      colorScheme: 'light',
      locale: 'en-US',
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    await page.goto(backend.url + path);
    await page.locator('main').getByText(/\w{3}/).first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.addStyleTag({ content: HIDE_DEMO });
    await act?.(page);
    await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
    await page.screenshot({ path: `${folder}/${name}.png` });
    await context.close();
  }
} finally {
  await browser.close();
  await backend.stop();
}
