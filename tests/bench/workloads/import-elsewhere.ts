/**
 * B11: 100,000 rows that one device imports come to another one, which is online and shows the same account. Its main
 * thread is watched from the click that imports until all of them are there.
 */
import { type Figures, OURS } from '../figures.ts';
import { untilOutboxIsEmpty } from './empty-outbox.ts';
import { FILES, MANY_ROWS, writeRows } from './import-on-screen.ts';
import { openLedger } from './ledger.ts';
import { longestTask } from './main-thread.ts';
import { LONGEST_TASK } from './screens.ts';

/** What the account has before. */
const ROWS_BEFORE = 1_000;

export const ELSEWHERE = 'imported rows come to another device';

export async function measureImportElsewhere(folder: string, figures: Figures): Promise<void> {
  const ledger = await openLedger(ROWS_BEFORE, folder);
  const [importing, other] = [await ledger.openDevice('elsewhere-importing'), await ledger.openDevice('elsewhere')];
  try {
    const { page } = importing;
    await page.goto(`${ledger.backend.url}/account/${ledger.accountId}`);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Import/ });
    const file = FILES.find(({ rows }) => rows === MANY_ROWS);
    if (!file) throw new Error('no file has so many rows');
    await dialog.getByLabel('Choose files').setInputFiles(await writeRows(folder, file, FILES.indexOf(file)));
    const button = dialog.getByRole('button', { name: /^Import \d/ });
    await button.waitFor({ timeout: 120_000 });
    let elapsed = Number.NaN;
    const longest = await longestTask(other.page, async () => {
      const start = performance.now();
      await button.click();
      await dialog.getByText(/ are in (?!\d)/).waitFor({ timeout: 600_000 });
      await untilOutboxIsEmpty(page);
      await other.page.waitForTimeout(HINTS_MS);
      await other.upToDate();
      elapsed = performance.now() - start;
    });
    const add = (what: string, measured: number) =>
      figures.add({ workload: 'B11', size: MANY_ROWS, what, who: OURS, measured: [measured] });
    add(ELSEWHERE, elapsed);
    add(`${ELSEWHERE}: ${LONGEST_TASK}`, longest);
  } finally {
    await importing.close();
    await other.close();
    await ledger.backend.stop();
  }
}

/** The last hint comes a moment after the last rows of the importing device. */
const HINTS_MS = 1_000;
