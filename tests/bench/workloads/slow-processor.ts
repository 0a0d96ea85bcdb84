/**
 * B14: the app on a slow processor, a quarter as fast as this machine's, as Chromium's developer tools imitate it. Only
 * the main thread of the page becomes slow. Workers, the browser's database and the network stay as fast as they are.
 */
import type { Page } from '@playwright/test';
import type { Device } from '../../support/device.ts';
import { type Figures, OURS } from '../figures.ts';
import { measureAdding } from './add-to-visible.ts';
import { startOffline } from './cold-start.ts';
import type { Ledger } from './ledger.ts';
import { clickAndAwait, fillAndAwait, typeFilter } from './screens.ts';

export const SLOW_START = 'offline start to first rows, processor ÷ 4';
export const SLOW_ADD = 'add to visible, processor ÷ 4';
export const SLOW_FILTER = 'filter keystroke to result, processor ÷ 4';
export const SLOW_OPENING = 'click on a chooser to its list, processor ÷ 4';
export const SLOW_CHOICE = 'keystroke in a chooser to its choices, processor ÷ 4';

const NAME = 'slow';
const RATE = 4;
const STARTS = 7;
const OPENINGS = 20;
/** Another list, of descriptions, waits hidden in the form. */
const LIST = '[role=listbox][aria-label=Choices]';
const OPTION = `${LIST} [role=option]`;

export async function measureOnSlowProcessor(ledger: Ledger, figures: Figures): Promise<void> {
  const add = (what: string, measured: number[]) =>
    figures.add({ workload: 'B14', size: ledger.size, what, who: OURS, measured });
  const device = await ledger.openDevice(NAME);
  try {
    await slowDown(device.page);
    add(SLOW_ADD, await measureAdding(device));
    const { opening, typing } = await choose(device);
    add(SLOW_OPENING, opening);
    add(SLOW_CHOICE, typing);
    add(SLOW_FILTER, await typeFilter(device));
  } finally {
    await device.close();
  }
  const starts: number[] = [];
  // The first start after the sign-in fills caches of the browser.
  for (let n = 0; n <= STARTS; n++) starts.push((await startOffline(ledger, NAME, slowDown)).elapsed);
  add(SLOW_START, starts.slice(1));
}

/** For as long as the page is open, also on the pages that it opens next. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: RATE });
}

/** Opens the chooser of a category, types the beginnings of some, and closes it again. */
async function choose({ page, form }: Device): Promise<{ opening: number[]; typing: number[] }> {
  const field = form.getByLabel('Category');
  const [opening, typing]: [number[], number[]] = [[], []];
  for (let round = 0; round < OPENINGS; round++) {
    opening.push(await field.evaluate(clickAndAwait, OPTION));
    const before = await page.locator(OPTION).allInnerTexts();
    for (const text of ['f', 'fo', 'e', 'en']) {
      typing.push(await field.evaluate(fillAndAwait, { text, changes: LIST }));
    }
    if (before.length < 5) throw new Error(`the chooser has ${before.length} choices`);
    await field.fill('');
    await field.press('Escape');
    await page.locator(OPTION).first().waitFor({ state: 'hidden' });
  }
  return { opening, typing };
}
