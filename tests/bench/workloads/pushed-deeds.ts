/**
 * What B11 and B12 push, at the server alone: an import of 10,000 rows and its revert, and 5,000 chosen rows that are
 * changed and changed back. Each request holds one mutation, as large as a device makes them. The server decides on all
 * of them, over HTTP and under row-level security.
 */
import * as v from 'valibot';
import { importedId } from '#domain/ids/imported-id';
import type { Mutation, Operation, Patch } from '#domain/mutations/operations';
import { seenOf } from '#domain/mutations/seen';
import { TRANSACTION_DEFAULTS, type TransactionRow } from '#domain/rows';
import { type BulkChange, changedBy } from '#domain/transactions/bulk-change';
import { PROTOCOL_VERSION, PullAnswer } from '../../../sync/protocol.ts';
import { startTestBackend } from '../../support/backend.ts';
import { type Figures, OURS } from '../figures.ts';
import { seedLedger } from '../ledger-seed.ts';
import { type Client, openClient } from '../server-client.ts';
import { ROWS } from './chosen-rows.ts';

/** Operations of a mutation, as `change-each.ts`, `import-carry-out.ts` and `import-revert.ts` make them. */
const PART = { chosen: 250, imported: 500 };

export const IMPORTED = 10_000;
export const PUSHED_IMPORT = 'import pushed';
export const PUSHED_REVERT = 'revert of the import pushed';
export const PUSHED_ROWS = 'the same rows without keys pushed';
export const pushOf = (deed: string) => `push of ${deed}, at the server`;

type Changed = [deed: string, change: BulkChange];

/** What is changed in all rows, as in `DEEDS`. */
const changes = (other: string): Changed[] => [
  ['change of date', { field: 'date', date: '2026-01-15' }],
  ['change of category', { field: 'category', type: 'expense', category: 'Food' }],
  ['change of status', { field: 'status', status: 'cleared' }],
  ['move to another account', { field: 'accountId', accountId: other }],
];

export async function measurePushedImport(figures: Figures): Promise<void> {
  const backend = await startTestBackend();
  try {
    const device = new PushingDevice(await openClient(backend, 'ada@example.org'));
    const add = (what: string, elapsed: number) =>
      figures.add({ workload: 'B11', size: IMPORTED, what, who: OURS, measured: [elapsed] });
    add(PUSHED_ROWS, await device.push(newRows(device.accountId), PART.imported));
    const importId = crypto.randomUUID();
    add(PUSHED_IMPORT, await device.push(imported(device.accountId, importId), PART.imported));
    const rows = (await device.rows()).filter((row) => row.importId === importId);
    const end: Operation = { kind: 'delete', table: 'imports', id: importId };
    add(PUSHED_REVERT, await device.push([...rows.map(deletionOf), end], PART.imported));
  } finally {
    await backend.stop();
  }
}

export async function measurePushedChanges(figures: Figures): Promise<void> {
  const backend = await startTestBackend();
  const add = (what: string, elapsed: number) =>
    figures.add({ workload: 'B12', size: ROWS, what: pushOf(what), who: OURS, measured: [elapsed] });
  try {
    const device = new PushingDevice(await openClient(backend, 'ada@example.org'));
    await seedLedger(backend.sql, device.accountId, ROWS);
    await backend.sql`vacuum analyze public.transactions`;
    const other = crypto.randomUUID();
    await device.push([accountOf(device, other)], 1);
    for (const [deed, change] of changes(other)) {
      const patches = (await device.rows()).flatMap((row) => patchOf(row, change));
      add(deed, await device.push(patches, PART.chosen));
      add(`the undo of ${deed}`, await device.push(patches.toReversed().map(takenBack), PART.chosen));
    }
    const rows = await device.rows();
    add('deletion', await device.push(rows.map(deletionOf), PART.chosen));
    add('the undo of deletion', await device.push(rows.map(restorationOf), PART.chosen));
  } finally {
    await backend.stop();
  }
}

/** Pushes as one device of one user does. */
class PushingDevice {
  readonly accountId: string;
  readonly #client: Client;
  readonly #device = crypto.randomUUID();
  #number = 0;
  #cursors: Record<string, number> = {};

  constructor(client: Client) {
    this.#client = client;
    this.accountId = client.accountId;
  }

  get userId(): string {
    return this.#client.userId;
  }

  /** Everything that the server has. Later pushes know it. */
  async rows(): Promise<TransactionRow[]> {
    const answer = await this.#client.pull({ protocol: PROTOCOL_VERSION, epoch: null, scopes: {} }, 50_000);
    const { scopes } = v.parse(PullAnswer, answer);
    this.#cursors = Object.fromEntries(scopes.map(({ accountId, head }) => [accountId, head]));
    return scopes.flatMap(({ transactions }) => transactions);
  }

  /** One request after the other, each with up to `most` operations in one mutation. Milliseconds for all. */
  async push(operations: readonly Operation[], most: number): Promise<number> {
    const start = performance.now();
    for (let from = 0; from < operations.length; from += most) {
      const mutation: Mutation & { device: string; number: number } = {
        id: crypto.randomUUID(),
        editedAt: new Date().toISOString(),
        device: this.#device,
        number: ++this.#number,
        cursors: this.#cursors,
        operations: operations.slice(from, from + most),
      };
      const { verdicts } = await this.#client.push([mutation]);
      if (verdicts.some(({ status }) => status !== 'applied')) throw new Error(JSON.stringify(verdicts));
    }
    return performance.now() - start;
  }
}

function accountOf({ userId }: PushingDevice, id: string): Operation {
  const fields = { name: 'Other', type: 'personal', description: null, accountNumber: null, kind: 'other' } as const;
  const row = { id, createdAt: new Date().toISOString(), ...fields, archived: false, position: null, ownerId: userId };
  return { kind: 'insert', table: 'accounts', row };
}

const newRow = (accountId: string, n: number) => ({
  ...TRANSACTION_DEFAULTS,
  id: crypto.randomUUID(),
  createdAt: new Date().toISOString(),
  accountId,
  type: 'expense' as const,
  amount: 100 + n,
  date: new Date(Date.UTC(2026, 0, 1) - (n % 3_650) * 86_400_000).toISOString().slice(0, 10),
  description: `Groceries at the corner ${n}`,
  category: 'Food',
  notes: '',
  budgetId: null,
});

function newRows(accountId: string): Operation[] {
  return Array.from({ length: IMPORTED }, (_, n) => ({
    kind: 'insert',
    table: 'transactions',
    row: newRow(accountId, n),
  }));
}

function imported(accountId: string, importId: string): Operation[] {
  const row = { id: importId, createdAt: new Date().toISOString(), accountId, fileName: 'bank.csv' };
  const rows = Array.from({ length: IMPORTED }, (_, n): Operation => {
    const key = n.toString(16).padStart(40, '0');
    const made = { ...newRow(accountId, n), id: importedId(accountId, key), status: 'cleared' as const };
    const origin = { bankId: null, importId, importedText: `POS PAYMENT ${n}` };
    return { kind: 'insert', table: 'transactions', row: { ...made, ...origin }, key };
  });
  return [{ kind: 'insert', table: 'imports', row: { ...row, format: 'csv' } }, ...rows];
}

function patchOf(row: TransactionRow, change: BulkChange): Patch[] {
  const changed = changedBy(change, row);
  return changed ? [{ kind: 'patch', table: 'transactions', id: row.id, seen: seenOf(row), ...changed }] : [];
}

const takenBack = (patch: Patch): Operation => ({ ...patch, before: patch.after, after: patch.before, undo: true });

const deletionOf = (row: TransactionRow): Operation => ({
  kind: 'delete',
  table: 'transactions',
  id: row.id,
  seen: seenOf(row),
});

function restorationOf({ version, userId, userEmail, ...row }: TransactionRow): Operation {
  return { kind: 'restore', table: 'transactions', row, undo: true };
}
