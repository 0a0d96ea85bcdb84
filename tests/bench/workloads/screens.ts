/**
 * B1, B4 and B5 on the screen: adding, filter, order, report and tabs, on a device that has everything. The page
 * measures.
 */
import type { Device } from '../../support/device.ts';
import { type Figures, OURS, type Workload } from '../figures.ts';
import { measureAdding } from './add-to-visible.ts';
import { heapOf } from './cold-start.ts';
import type { Ledger } from './ledger.ts';
import { longestTask } from './main-thread.ts';

/** Digits of the numbers in the descriptions. Each further digit finds fewer rows. */
const TYPED = ['731', '264', '918', '357', '482', '605', '149', '823', '576', '390'];
const COLUMNS = ['Description', 'Category', 'Amount', 'Date'];
const REPORT = '[aria-label="What the report covers"] ~ dl dd';
const DASHBOARD = '.ledger tbody tr[data-row]';
const FROM_DATES = ['2017-03-05', '2018-07-14', '2019-01-01', '2020-05-20', '2021-11-11', '2022-02-02', '2024-08-30'];

/** The longest task of the main thread, in its own time. */
export const LONGEST_TASK = 'longest task';

export async function measureScreens(ledger: Ledger, figures: Figures): Promise<void> {
  const { size } = ledger;
  const device = await ledger.openDevice('screens');
  const { page } = device;
  const measure = async (workload: Workload, what: string, act: () => Promise<number[]>) => {
    let measured: number[] = [];
    const longest = await longestTask(page, async () => {
      measured = await act();
    });
    figures.add({ workload, size, what, who: OURS, measured });
    figures.add({ workload, size, what: `${what}: ${LONGEST_TASK}`, who: OURS, measured: [longest] });
  };
  try {
    await measure('B1', 'add to visible', () => measureAdding(device));
    await measure('B4', 'filter keystroke to result', () => typeFilter(device));
    await measure('B4', 'filter over all accounts, keystroke to result', () => typeFilter(device, 'account:* '));
    await measure('B4', 'command palette, keystroke to result', () => find(device));
    await measure('B4', 'first click on a column to sorted rows', () => sort(device, 1));
    await measure('B4', 'click on a column to sorted rows', () => sort(device, 3));
    await measure('B5', 'tab Reports', () => openReports(device));
    await measure('B5', 'report of a new period', () => report(device));
    const heap = await heapOf(page);
    figures.add({ workload: 'B9', size, what: 'heap after use', who: OURS, unit: 'MB', measured: [heap] });
  } finally {
    await device.close();
  }
}

/** Milliseconds from a keystroke to other rows. `before` stands in the field before what is typed. */
export async function typeFilter({ page }: Device, before = ''): Promise<number[]> {
  const field = page.getByRole('combobox', { name: 'Filter by description or category' });
  await field.focus();
  // The first keystroke waits until the rows are read; that is `ready to search`.
  await field.fill('0');
  await page
    .getByText(/transactions? found/)
    .first()
    .waitFor({ state: 'attached' });
  const measured: number[] = [];
  for (const text of TYPED) {
    await field.fill('');
    await page.locator('.ledger table[aria-rowcount="-1"]').waitFor();
    for (let length = 1; length <= text.length; length++) {
      measured.push(await field.evaluate(typeAndAwait, before + text.slice(0, length)));
    }
  }
  await field.fill('');
  return measured;
}

/** Each text finds other transactions than the one before, so that the first result changes. */
async function find({ page }: Device): Promise<number[]> {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Account, budget, category, transaction or action' });
  // The first keystroke waits until the rows are read.
  await field.fill('0');
  await page.locator('[role=option]').first().waitFor();
  const measured: number[] = [];
  for (let round = 0; round < 3; round++) {
    for (const text of TYPED) measured.push(await field.evaluate(fillAndAwait, { text, changes: '[role=option]' }));
  }
  await page.keyboard.press('Escape');
  return measured;
}

/** Each column in both directions. When the first round begins, the worker has made none of the orders. */
async function sort({ page }: Device, rounds: number): Promise<number[]> {
  const measured: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const column of COLUMNS) {
      const heading = page.locator('.ledger thead').getByRole('button', { name: column });
      for (let click = 0; click < 2; click++) measured.push(await heading.evaluate(clickAndAwaitRows));
    }
  }
  return measured;
}

async function openReports({ page }: Device): Promise<number[]> {
  const tabs = page.getByRole('navigation', { name: 'Main' });
  const measured: number[] = [];
  for (let n = 0; n < 9; n++) {
    const elapsed = await tabs.getByRole('link', { name: 'Reports' }).evaluate(clickAndAwait, REPORT);
    // The first time fetches the screen's code.
    if (n > 0) measured.push(elapsed);
    if (n < 8) await tabs.getByRole('link', { name: 'Dashboard' }).evaluate(clickAndAwait, DASHBOARD);
  }
  return measured;
}

async function report({ page }: Device): Promise<number[]> {
  const measured: number[] = [];
  const from = page.getByLabel('From');
  for (let round = 0; round < 3; round++) {
    for (const date of FROM_DATES) measured.push(await from.evaluate(fillAndAwait, { text: date, changes: 'main dl' }));
  }
  return measured;
}

// The functions below run in the page.

function typeAndAwait(field: Element, text: string): Promise<number> {
  return new Promise((resolve) => {
    const rowCount = () => document.querySelector('.ledger table')?.getAttribute('aria-rowcount');
    const before = rowCount();
    const start = performance.now();
    const observer = new MutationObserver(() => {
      if (rowCount() === before) return;
      observer.disconnect();
      resolve(performance.now() - start);
    });
    observer.observe(document.body, { childList: true, subtree: true, attributes: true });
    // React listens to the property that it defined on the element, so the test sets the original one.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

function clickAndAwaitRows(heading: Element): Promise<number> {
  return new Promise((resolve) => {
    const first = () => document.querySelector('.ledger tbody tr[data-row]')?.getAttribute('data-row');
    const before = first();
    const start = performance.now();
    const observer = new MutationObserver(() => {
      if (first() === before) return;
      observer.disconnect();
      resolve(performance.now() - start);
    });
    observer.observe(document.body, { childList: true, subtree: true, attributes: true });
    if (heading instanceof HTMLElement) heading.click();
  });
}

export function clickAndAwait(tab: Element, selector: string): Promise<number> {
  return new Promise((resolve) => {
    const start = performance.now();
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return;
      observer.disconnect();
      resolve(performance.now() - start);
    });
    observer.observe(document.body, { childList: true, subtree: true, attributes: true });
    if (tab instanceof HTMLElement) tab.click();
  });
}

/** `changes` selects the element whose text the new value changes. */
export function fillAndAwait(field: Element, { text, changes }: { text: string; changes: string }): Promise<number> {
  return new Promise((resolve) => {
    const shown = () => document.querySelector(changes)?.textContent;
    const before = shown();
    const start = performance.now();
    const observer = new MutationObserver(() => {
      if (shown() === before) return;
      observer.disconnect();
      resolve(performance.now() - start);
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
