/**
 * B12: thousands of chosen rows are changed and brought back on the screen. Offline, an undo takes the entries out of
 * the outbox; after the push, it goes up as mutations of its own. The page measures.
 */
import type { Page } from '@playwright/test';
import type { Operation } from '#domain/mutations/operations';
import type { Device } from '../../support/device.ts';
import { chooseIn } from '../../support/list-field.ts';
import { type Figures, OURS } from '../figures.ts';
import { signedInClient } from '../server-client.ts';
import { untilOutboxIsEmpty } from './empty-outbox.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { longestTask } from './main-thread.ts';
import { LONGEST_TASK } from './screens.ts';

export const ROWS = 5_000;
const OTHER = 'Other account';

interface Deed {
  what: string;
  act: (device: Device) => Promise<number>;
}

export const DEEDS: readonly Deed[] = [
  { what: 'change of date', act: (device) => change(device, 'date', 'Date', '2026-01-15') },
  { what: 'change of category', act: (device) => change(device, 'category', 'Category', 'Food (Expense)') },
  { what: 'change of status', act: (device) => change(device, 'status', 'Status', 'cleared') },
  { what: 'move to another account', act: (device) => change(device, 'accountId', 'Account', OTHER) },
  { what: 'deletion', act: remove },
];

export async function measureChosenRows(folder: string, figures: Figures): Promise<void> {
  const ledger = await openLedger(ROWS, folder);
  try {
    await openOther(ledger);
    const device = await ledger.openDevice('chosen');
    const measure = async (what: string, act: () => Promise<number>) => {
      let elapsed = Number.NaN;
      const longest = await longestTask(device.page, async () => {
        elapsed = await act();
      });
      const add = (name: string, measured: number) =>
        figures.add({ workload: 'B12', size: ROWS, what: name, who: OURS, measured: [measured] });
      add(what, elapsed);
      add(`${what}: ${LONGEST_TASK}`, longest);
    };
    try {
      await device.goOffline();
      for (const { what, act } of DEEDS) {
        await measure(`offline: ${what}`, () => act(device));
        await measure(`offline: undo of ${what}`, () => undo(device));
      }
      await device.goOnline();
      await device.syncNow();
      await device.upToDate();
      for (const { what, act } of DEEDS) {
        await measure(what, () => act(device));
        await measure(`push and pull of ${what}`, () => synced(device));
        await measure(`undo of ${what}`, () => undo(device));
        await measure(`push and pull of the undo of ${what}`, () => synced(device));
      }
    } finally {
      await device.close();
    }
  } finally {
    await ledger.backend.stop();
  }
}

/** Another account of the same person. */
async function openOther({ backend, owner }: Ledger): Promise<void> {
  const client = await signedInClient(backend, owner);
  const fields = { name: OTHER, type: 'personal', description: null, accountNumber: null, kind: 'other' } as const;
  const row = { ...fields, archived: false, position: null, ownerId: client.userId } as const;
  const createdAt = new Date().toISOString();
  const operation: Operation = {
    kind: 'insert',
    table: 'accounts',
    row: { id: crypto.randomUUID(), createdAt, ...row },
  };
  const { verdicts } = await client.push([{ id: crypto.randomUUID(), editedAt: createdAt, operations: [operation] }]);
  if (verdicts.some(({ status }) => status !== 'applied')) throw new Error(JSON.stringify(verdicts));
}

async function chooseAll({ page }: Device): Promise<void> {
  await dismissToasts(page);
  await page.getByRole('button', { name: 'Choose several' }).click();
  await page.getByRole('button', { name: 'Choose all' }).click();
  await page.getByText(/^5,000 transactions chosen/).waitFor();
}

async function change(device: Device, field: string, label: string, value: string): Promise<number> {
  const { page } = device;
  await chooseAll(device);
  await page.getByRole('toolbar', { name: 'Chosen transactions' }).getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 5,000 transactions' });
  await dialog.getByLabel('What to change').selectOption(field);
  const control = dialog.getByLabel(label, { exact: true });
  if (field === 'date') await control.fill(value);
  else if (field === 'status') await control.selectOption(value);
  else await chooseIn(control, value);
  await dialog.getByText(/will change\./).waitFor();
  return dialog.getByRole('button', { name: 'Change' }).evaluate(clickAndAwaitToast, 'transactions changed');
}

async function remove(device: Device): Promise<number> {
  await chooseAll(device);
  const bar = device.page.getByRole('toolbar', { name: 'Chosen transactions' });
  return bar.getByRole('button', { name: 'Delete' }).evaluate(clickAndAwaitToast, 'transactions deleted');
}

/** From the click on the button of the question, which is asked about more than twenty rows. */
async function undo({ page }: Device): Promise<number> {
  await dismissToasts(page);
  await page.keyboard.press('Control+z');
  const question = page.getByRole('dialog', { name: 'Undo this change?' });
  return question.getByRole('button', { name: 'Undo the change' }).evaluate(clickAndAwaitToast, 'Undone');
}

/** Until every entry has its verdict and has come back. */
async function synced(device: Device): Promise<number> {
  const start = performance.now();
  await untilOutboxIsEmpty(device.page);
  return performance.now() - start;
}

/** A toast of the deed before would end the wait for the next one too early. */
async function dismissToasts(page: Page): Promise<void> {
  const dismiss = page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Dismiss' });
  while ((await dismiss.count()) > 0) await dismiss.first().click();
}

/** Runs in the page. */
function clickAndAwaitToast(button: Element, text: string): Promise<number> {
  return new Promise((resolve) => {
    const start = performance.now();
    const observer = new MutationObserver(() => {
      if (![...document.querySelectorAll('[data-tone]')].some((toast) => toast.textContent?.includes(text))) return;
      observer.disconnect();
      resolve(performance.now() - start);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    if (button instanceof HTMLElement) button.click();
  });
}
