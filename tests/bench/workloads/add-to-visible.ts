import type { Device } from '../../support/device.ts';
import { chooseIn } from '../../support/list-field.ts';

const ADDS = 40;
const WARM_UP = 5;
const PAUSE_MS = 250;

/**
 * Milliseconds from submitting the form to the frame in which the document has the new row, by the page's own clock.
 */
export async function measureAdding(device: Device): Promise<number[]> {
  const measurements: number[] = [];
  await device.form.getByRole('radio', { name: 'Expense' }).check();
  await chooseIn(device.form.getByLabel('Category'), 'Food');
  for (let n = 0; n < WARM_UP + ADDS; n++) {
    const description = `Measured ${n}`;
    await device.form.getByLabel('Description').fill(description);
    await device.form.getByLabel('Amount').fill('1.25');
    // One entry at a time, as people make them. The entry before has reached the server and has come back.
    await device.upToDate();
    await device.page.waitForTimeout(PAUSE_MS);
    const elapsed = await device.form.evaluate(submitAndAwait, description);
    if (n >= WARM_UP) measurements.push(elapsed);
  }
  return measurements;
}

/** Runs in the page. */
function submitAndAwait(form: Element, description: string): Promise<number> {
  return new Promise((resolve) => {
    const isThere = () =>
      [...document.querySelectorAll('.ledger tbody td')].some((cell) => cell.textContent?.includes(description));
    const start = performance.now();
    const observer = new MutationObserver(() => {
      if (!isThere()) return;
      observer.disconnect();
      resolve(performance.now() - start);
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    if (form instanceof HTMLFormElement) form.requestSubmit();
  });
}
