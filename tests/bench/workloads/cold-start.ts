/** B9: opens the app without a network on a device that has everything, and measures its memory then. */
import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { openProfile } from '../../support/chromium.ts';
import { type Figures, OURS } from '../figures.ts';
import type { Ledger } from './ledger.ts';
import { firstRow, watchForFirstRow } from './watch-page.ts';

const STARTS = 7;

/** The comparison for a start: a ledger of a hundred rows. */
export const START_WITH_FEW = 'offline start to first rows, with 100 rows';
export const START = 'offline start to first rows';

/** Starts with many and with few rows take turns, so that other work on the machine affects both. */
export async function measureColdStart(many: Ledger, few: Ledger, figures: Figures): Promise<void> {
  const { size } = many;
  const add = (what: string, measured: number[], unit: 'ms' | 'MB' = 'ms') =>
    figures.add({ workload: 'B9', size, what, who: OURS, unit, measured });
  for (const ledger of [many, few]) await (await ledger.openDevice('starting')).close();
  const ofMany: number[] = [];
  const ofFew: number[] = [];
  let heap = 0;
  for (let n = 0; n <= STARTS; n++) {
    const start = await startOffline(many);
    const startWithFew = await startOffline(few);
    // The first start after the sign-in fills caches of the browser.
    if (n === 0) continue;
    ofMany.push(start.elapsed);
    ofFew.push(startWithFew.elapsed);
    heap = start.heap;
  }
  add(START, ofMany);
  add(START_WITH_FEW, ofFew);
  add('heap of the page', [heap], 'MB');
}

/** Milliseconds to the first row, and the heap then in megabytes. `prepare` is called before the page is opened. */
export async function startOffline(
  { profileOf, backend }: Ledger,
  device = 'starting',
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<{ elapsed: number; heap: number }> {
  const context = await openProfile(profileOf(device));
  try {
    await context.setOffline(true);
    await context.addInitScript(watchForFirstRow);
    const page = await context.newPage();
    await prepare(page);
    await page.goto(backend.url);
    await page.locator('.ledger tbody tr[data-row]').first().waitFor();
    return { elapsed: v.parse(v.number(), await page.evaluate(firstRow)), heap: await heapOf(page) };
  } finally {
    await context.close();
  }
}

/** Megabytes in use on the main thread after a garbage collection. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1_000_000;
}
