/**
 * B8: from submitting an entry on one device until its row is in the document of another, through the backend and its
 * hints.
 */

import { chooseIn } from '../../support/list-field.ts';
import { type Figures, OURS } from '../figures.ts';
import type { Ledger } from './ledger.ts';

const CHANGES = 30;
const WARM_UP = 3;

export async function measureBetweenDevices(ledger: Ledger, figures: Figures): Promise<void> {
  const [one, other] = [await ledger.openDevice('one'), await ledger.openDevice('other')];
  try {
    await one.form.getByRole('radio', { name: 'Expense' }).check();
    await chooseIn(one.form.getByLabel('Category'), 'Food');
    const measured: number[] = [];
    for (let n = 0; n < WARM_UP + CHANGES; n++) {
      const description = `Sent ${n}`;
      await one.form.getByLabel('Description').fill(description);
      await one.form.getByLabel('Amount').fill('1.25');
      const seen = other.page.locator('.ledger').evaluate(whenThere, description);
      const sent = await one.form.evaluate(submitNow);
      const elapsed = (await seen) - sent;
      if (n >= WARM_UP) measured.push(elapsed);
      await one.upToDate();
      await other.upToDate();
    }
    figures.add({ workload: 'B8', size: ledger.size, what: 'entry visible on another device', who: OURS, measured });
  } finally {
    await one.close();
    await other.close();
  }
}

// These functions run in the pages. Both pages read the clock of the same machine, in milliseconds since 1970.

function submitNow(form: Element): number {
  const now = performance.timeOrigin + performance.now();
  if (form instanceof HTMLFormElement) form.requestSubmit();
  return now;
}

function whenThere(ledger: Element, description: string): Promise<number> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!ledger.textContent?.includes(description)) return;
      observer.disconnect();
      resolve(performance.timeOrigin + performance.now());
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}
