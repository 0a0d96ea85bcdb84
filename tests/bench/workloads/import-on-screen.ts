/**
 * B11 on the screen: somebody imports files into an account that has rows, on its page, while the device is online. The
 * page measures, and its entries go up meanwhile.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Device } from '../../support/device.ts';
import { type KnownRow, writtenFiles } from '../../support/written-files.ts';
import { count, type Figures, OURS } from '../figures.ts';
import { sampleRows, signed } from '../sample-rows.ts';
import { untilOutboxIsEmpty } from './empty-outbox.ts';
import { memoryOfImport } from './import-memory.ts';
import { openLedger } from './ledger.ts';
import { longestTask } from './main-thread.ts';
import { LONGEST_TASK } from './screens.ts';
import { mostMemory } from './tab-memory.ts';

export const FILE_ROWS = 10_000;
export const MANY_ROWS = 100_000;

/** Times from the choice of the file, and from the click that imports. */
export const PLANNED = 'file to plan';
export const WRITTEN = 'import written and in sight';
export const PUSHED = 'import pushed';
export const CAME_BACK = 'import pushed and come back';
/** What the tab needs at most, until the dialog is closed and shortly after. */
export const MEMORY = 'memory that the tab needs';
/** The same with what the browser has not collected yet, and with what Playwright has it keep (plain-browser.ts). */
const MOST_MEMORY = 'memory that the tab takes';

const DAYS = 3653;
const DAY_MS = 86_400_000;

/** The files: each has other rows. */
export const FILES = [
  { format: 'CSV with commas', name: 'bank.csv', rows: FILE_ROWS },
  { format: 'OFX of SGML', name: 'bank.ofx', rows: FILE_ROWS },
  { format: 'CSV with commas', name: 'years.csv', rows: MANY_ROWS },
] as const;

export function figureOf({ format, rows }: Pick<(typeof FILES)[number], 'format' | 'rows'>, what: string): string {
  return `${count(rows)} rows of ${format}, ${what}`;
}

export async function measureImportOnScreen(size: number, folder: string, figures: Figures): Promise<void> {
  const ledger = await openLedger(size, folder);
  try {
    await (await ledger.openDevice('importing')).close();
    const profile = ledger.profileOf('importing');
    const address = `${ledger.backend.url}/account/${ledger.accountId}`;
    for (const [at, file] of FILES.entries()) {
      const add = (what: string, measured: number, unit: 'ms' | 'MB' = 'ms') =>
        figures.add({ workload: 'B11', size, what: figureOf(file, what), who: OURS, unit, measured: [measured] });
      const path = await writeRows(folder, file, at);
      // A tab that has just been opened: the pull of the whole history would count as memory.
      const device = await Device.open(profile, address);
      try {
        await device.upToDate();
        const act = () => importFile(device, { path, text: textOf(at) }, add);
        const memory = await mostMemory(profile, act);
        if (memory !== null) add(MOST_MEMORY, memory, 'MB');
      } finally {
        await device.close();
      }
      if (file.rows < MANY_ROWS) continue;
      // To collect takes time, so the same number of other rows is imported for it.
      const needed = await memoryOfImport(profile, address, await writeRows(folder, file, at + 1));
      if (needed !== null) add(MEMORY, needed, 'MB');
    }
  } finally {
    await ledger.backend.stop();
  }
}

type File = (typeof FILES)[number];

/** Returns the path of the file. */
export async function writeRows(folder: string, { name, format, rows }: File, at: number): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, writtenFiles[format]?.(rowsOf(rows, at)) ?? '');
  return path;
}

/** Rows over ten years up to today. Few of them have the day and the amount of a row that is there. */
function rowsOf(rows: number, at: number): KnownRow[] {
  const today = Date.now();
  return sampleRows(rows).map((row, n) => {
    const date = new Date(today - Math.floor((n * DAYS) / rows) * DAY_MS).toISOString().slice(0, 10);
    const cents = signed(row) + (signed(row) > 0 ? 1 : -1) * (at + 1) * 1_013;
    return { date, cents, text: `${textOf(at)} ${row.description}` };
  });
}

const textOf = (at: number) => `File ${at}`;

async function importFile(
  { page }: Device,
  { path, text }: { path: string; text: string },
  add: (what: string, measured: number) => void,
): Promise<void> {
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Import/ });
  const chosen = dialog.getByLabel('Choose files');
  const measure = async (what: string, act: () => Promise<number>): Promise<void> => {
    let elapsed = Number.NaN;
    const longest = await longestTask(page, async () => {
      elapsed = await act();
    });
    add(what, elapsed);
    add(`${what}: ${LONGEST_TASK}`, longest);
  };
  await measure(PLANNED, async () => {
    const planned = page.evaluate(untilPlanned);
    await chosen.setInputFiles(path);
    return planned;
  });
  const pushes = watchPushes(page);
  let clickedAt = Number.NaN;
  await measure(WRITTEN, async () => {
    const { at, elapsed } = await page.evaluate(importAndWatch, text);
    clickedAt = at;
    return elapsed;
  });
  await measure(CAME_BACK, async () => {
    await untilOutboxIsEmpty(page);
    return Date.now() - clickedAt;
  });
  add(PUSHED, pushes.last() - clickedAt);
  pushes.stop();
}

/** When the last answer to a push came, in milliseconds since 1970. */
function watchPushes(page: Page): { last: () => number; stop: () => void } {
  let last = Number.NaN;
  const note = (response: { url: () => string }) => {
    if (response.url().endsWith('/rpc/sync_push')) last = Date.now();
  };
  page.on('response', note);
  return { last: () => last, stop: () => page.off('response', note) };
}

// The functions below run in the page.

/** Milliseconds from the choice of a file until its plan can be carried out. */
function untilPlanned(): Promise<number> {
  return new Promise((resolve) => {
    let start = Number.NaN;
    addEventListener(
      'change',
      () => {
        start = performance.now();
      },
      { capture: true, once: true },
    );
    const observer = new MutationObserver(() => {
      const buttons = [...document.querySelectorAll('dialog button')];
      if (!buttons.some(({ textContent }) => /^Import \d/.test(textContent ?? ''))) return;
      observer.disconnect();
      resolve(performance.now() - start);
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

/** Clicks, and waits until all rows are written and the newest of them is in sight behind the dialog. */
function importAndWatch(text: string): Promise<{ at: number; elapsed: number }> {
  return new Promise((resolve) => {
    const button = [...document.querySelectorAll<HTMLElement>('dialog button')].find(({ textContent }) =>
      /^Import \d/.test(textContent ?? ''),
    );
    const start = performance.now();
    const observer = new MutationObserver(() => {
      const isDone = [...document.querySelectorAll('dialog [role=status]')].some(({ textContent }) =>
        / are in (?!\d)/.test(textContent ?? ''),
      );
      const first = document.querySelector('.ledger tbody tr[data-row]')?.textContent ?? '';
      if (!isDone || !first.includes(text)) return;
      observer.disconnect();
      resolve({ at: performance.timeOrigin + start, elapsed: performance.now() - start });
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    button?.click();
  });
}
