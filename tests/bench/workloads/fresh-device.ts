/**
 * B6: a person signs in on a device that has nothing yet. Beside it: the same rows over the same network, stored
 * nowhere.
 */
import { join } from 'node:path';
import * as v from 'valibot';
import { PROTOCOL_VERSION } from '../../../sync/protocol.ts';
import { openProfile } from '../../support/chromium.ts';
import { Device } from '../../support/device.ts';
import { type Figures, OURS } from '../figures.ts';
import type { Ledger } from './ledger.ts';
import { pullEverything } from './network-pull.ts';

const UP_TO_DATE = 'button[aria-label^="Sync: Up to date"]';

export async function measureFreshDevice(ledger: Ledger, folder: string, figures: Figures): Promise<void> {
  const { size } = ledger;
  const runs = size > 200_000 ? 1 : 3;
  const pulls = await pullWithoutStoring(ledger, join(folder, `network-${size}`), runs);
  const found: FreshDevice[] = [];
  for (let n = 0; n < runs; n++) found.push(await signIn(ledger, join(folder, `fresh-${n}-${size}`)));
  const add = (what: string, who: string, measured: number[]) =>
    figures.add({ workload: 'B6', size, what, who, measured });
  add(
    'log-in to newest rows',
    OURS,
    found.map((one) => one.firstRows),
  );
  add(
    'first pull request to newest rows',
    OURS,
    found.map((one) => one.firstRows - one.asked),
  );
  add(
    'log-in to whole history',
    OURS,
    found.map((one) => one.whole),
  );
  add(
    'whole history',
    OURS,
    found.map((one) => one.whole - one.asked),
  );
  add('whole history', 'network only', pulls);
}

interface FreshDevice {
  /** Milliseconds from the click on "Log in" to the first pull request. */
  asked: number;
  firstRows: number;
  whole: number;
}

async function signIn(ledger: Ledger, profile: string): Promise<FreshDevice> {
  const device = await Device.open(profile, `${ledger.backend.url}/auth`);
  try {
    const form = device.page.getByRole('tabpanel', { name: 'Login' });
    await form.getByLabel('Email').fill(ledger.owner.email);
    await form.getByLabel('Password', { exact: true }).fill(ledger.owner.password);
    // Preloading for later use does not count here.
    await device.page.waitForLoadState('networkidle');
    return v.parse(FreshDevice, await form.evaluate(submitAndWatch, UP_TO_DATE));
  } finally {
    await device.close();
  }
}

const FreshDevice = v.object({ asked: v.number(), firstRows: v.number(), whole: v.number() });

/** Runs in the page. It stays the same document from the form to the dashboard. */
function submitAndWatch(panel: Element, upToDate: string): Promise<FreshDevice> {
  return new Promise((resolve) => {
    const start = performance.now();
    let firstRows: number | null = null;
    const observer = new MutationObserver(() => {
      if (document.querySelector('.ledger tbody tr[data-row]')) firstRows ??= performance.now() - start;
      if (firstRows === null || !document.querySelector(upToDate)) return;
      observer.disconnect();
      const whole = performance.now() - start;
      const pull = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/rpc/sync_pull'));
      resolve({ asked: (pull?.startTime ?? start) - start, firstRows, whole });
    });
    observer.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-label'] });
    panel.querySelector('form')?.requestSubmit();
  });
}

async function pullWithoutStoring(ledger: Ledger, profile: string, runs: number): Promise<number[]> {
  const { url, anonKey } = ledger.backend;
  const context = await openProfile(profile);
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    // A page on the backend's own origin that is not the app.
    await page.goto(`${url}/config.json`);
    const measured: number[] = [];
    for (let n = 0; n < runs; n++) {
      const { rows, elapsed } = await page.evaluate(pullEverything, {
        url,
        anonKey,
        ...ledger.owner,
        protocol: PROTOCOL_VERSION,
      });
      if (rows !== ledger.size) throw new Error(`${rows} rows came of ${ledger.size}`);
      measured.push(elapsed);
    }
    return measured;
  } finally {
    await context.close();
  }
}
