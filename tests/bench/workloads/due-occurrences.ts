/**
 * B13: schedules that nobody looked after for months come to a device, which adds what they say until today. The page
 * measures from the answer that brings them until the entries are in sight.
 */
import type { Page } from '@playwright/test';
import { shiftDays } from '#domain/dates/dates';
import type { Insert, Operation } from '#domain/mutations/operations';
import { PROTOCOL_VERSION } from '../../../sync/protocol.ts';
import { type Figures, OURS } from '../figures.ts';
import { type Client, signedInClient } from '../server-client.ts';
import { untilOutboxIsEmpty } from './empty-outbox.ts';
import { openLedger } from './ledger.ts';
import { longestTask } from './main-thread.ts';
import { LONGEST_TASK } from './screens.ts';

export const DUE_ROWS = 10_000;
export const ADDED = '500 missed occurrences added and in sight';
export const DUE_PUSHED = '500 missed occurrences pushed and come back';

const SCHEDULES = 12;
/** As many as a device adds without a question. */
const OCCURRENCES = 500;
const EVERY_DAYS = 3;
const ROUNDS = 5;

export async function measureDueOccurrences(folder: string, figures: Figures): Promise<void> {
  const ledger = await openLedger(DUE_ROWS, folder);
  const client = await signedInClient(ledger.backend, ledger.owner);
  const device = await ledger.openDevice('due');
  const measured = new Map<string, number[]>();
  const note = (what: string, one: number) => measured.set(what, [...(measured.get(what) ?? []), one]);
  try {
    for (let round = 0; round < ROUNDS; round++) await missOnce(device.page, client, round, note);
  } finally {
    await device.close();
    await ledger.backend.stop();
  }
  for (const [what, some] of measured)
    figures.add({ workload: 'B13', size: DUE_ROWS, what, who: OURS, measured: some });
}

async function missOnce(
  page: Page,
  client: Client,
  round: number,
  note: (what: string, one: number) => void,
): Promise<void> {
  const start = performance.now();
  let elapsed = Number.NaN;
  const longest = await longestTask(page, async () => {
    const added = page.evaluate(untilAdded, textOf(round));
    await send(client, [...removalsOf(round - 1), ...schedulesOf(client, round)]);
    elapsed = await added;
  });
  note(ADDED, elapsed);
  note(`${ADDED}: ${LONGEST_TASK}`, longest);
  const longestOfPush = await longestTask(page, () => untilOutboxIsEmpty(page));
  note(DUE_PUSHED, performance.now() - start);
  note(`${DUE_PUSHED}: ${LONGEST_TASK}`, longestOfPush);
  await expectAll(client, round);
}

const textOf = (round: number) => `Due ${round}`;

const idOf = (round: number, n: number) =>
  `50000000-0000-4000-8000-${(round * SCHEDULES + n).toString().padStart(12, '0')}`;

/** The last one has begun later, so that all together have as many occurrences as wanted. */
function schedulesOf({ accountId }: Client, round: number): Insert[] {
  const today = new Date().toISOString().slice(0, 10);
  const most = Math.ceil(OCCURRENCES / SCHEDULES);
  return Array.from({ length: SCHEDULES }, (_, n) => {
    const occurrences = n < SCHEDULES - 1 ? most : OCCURRENCES - most * (SCHEDULES - 1);
    return {
      kind: 'insert',
      table: 'schedules',
      row: {
        id: idOf(round, n),
        createdAt: new Date().toISOString(),
        accountId,
        type: 'expense',
        amount: 1_000 + n,
        refund: false,
        category: 'Food',
        lines: null,
        description: textOf(round),
        notes: '',
        rhythm: `day ${EVERY_DAYS}`,
        weekend: 'as_is',
        startDate: shiftDays(today, -EVERY_DAYS * (occurrences - 1)),
        endDate: null,
        count: null,
        mode: 'add',
        amountMatch: 'exact',
        pairId: null,
      },
    };
  });
}

function removalsOf(round: number): Operation[] {
  if (round < 0) return [];
  return Array.from({ length: SCHEDULES }, (_, n) => ({ kind: 'delete', table: 'schedules', id: idOf(round, n) }));
}

async function send(client: Client, operations: Operation[]): Promise<void> {
  const editedAt = new Date().toISOString();
  const { verdicts } = await client.push([{ id: crypto.randomUUID(), editedAt, operations }]);
  if (verdicts.some(({ status }) => status !== 'applied')) throw new Error(JSON.stringify(verdicts));
}

/** Every occurrence is there once. */
async function expectAll(client: Client, round: number): Promise<void> {
  const { scopes } = await client.pull({ protocol: PROTOCOL_VERSION, epoch: null, scopes: {} }, DUE_ROWS * 2);
  const there = JSON.stringify(scopes.map(({ transactions }) => transactions)).split(`"${textOf(round)}"`).length - 1;
  if (there !== OCCURRENCES) throw new Error(`${there} of ${OCCURRENCES} occurrences are there`);
}

/**
 * Runs in the page. Milliseconds from the first answer to a pull, after now, until an entry with this text is in sight.
 * The device adds all of them in one transaction.
 */
function untilAdded(text: string): Promise<number> {
  return new Promise((resolve) => {
    const start = performance.now();
    const observer = new MutationObserver(() => {
      if (!document.querySelector('.ledger tbody')?.textContent?.includes(text)) return;
      observer.disconnect();
      const end = performance.now();
      const pulls = performance
        .getEntriesByType('resource')
        .filter((one): one is PerformanceResourceTiming => one instanceof PerformanceResourceTiming)
        .filter(({ name, responseEnd }) => name.endsWith('/rpc/sync_pull') && responseEnd > start);
      resolve(end - Math.min(...pulls.map(({ responseEnd }) => responseEnd)));
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}
