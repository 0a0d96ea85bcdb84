/** B9: the app is opened without a network, on a device that has everything; what it holds in memory then. */
import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { openProfile } from '../../support/chromium.ts';
import type { Figures } from '../figures.ts';
import type { Ledger } from './ledger.ts';
import { firstRow, watchForFirstRow } from './watch-page.ts';

const STARTS = 7;

export async function measureColdStart(ledger: Ledger, figures: Figures): Promise<void> {
  await (await ledger.openDevice('starting')).close();
  const starts: number[] = [];
  let heap = 0;
  for (let n = 0; n <= STARTS; n++) {
    const context = await openProfile(ledger.profileOf('starting'));
    await context.setOffline(true);
    await context.addInitScript(watchForFirstRow);
    const page = await context.newPage();
    await page.goto(ledger.backend.url);
    await page.locator('.ledger tbody tr[data-row]').first().waitFor();
    // The first start after the sign-in fills caches of the browser.
    if (n > 0) starts.push(v.parse(v.number(), await page.evaluate(firstRow)));
    if (n === STARTS) heap = await heapOf(page);
    await context.close();
  }
  const { size } = ledger;
  figures.add({ workload: 'B9', size, what: 'offline start to first rows', who: 'Carryover', measured: starts });
  figures.add({ workload: 'B9', size, what: 'heap of the page', who: 'Carryover', unit: 'MB', measured: [heap] });
}

/** Megabytes that are in use on the main thread after a collection. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1_000_000;
}
