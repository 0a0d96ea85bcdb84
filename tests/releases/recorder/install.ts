/** Lives through what leaves a trace on a server, and keeps the release's own backup of it. */
import { execFile } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Operation } from '#domain/mutations/operations';
import { PROTOCOL_VERSION } from '../../../sync/protocol.ts';
import { makeDataDir, type SpawnedBackend, spawnBackend } from '../../support/backend.ts';
import type { Recorded } from '../recorded.ts';
import {
  connect,
  invite,
  known,
  mutation,
  openAccount,
  openBudget,
  PASSWORD,
  pull,
  push,
  seenBy,
  send,
  signUp,
} from './caller.ts';
import { keepBooks } from './install-books.ts';
import { entered, expense, importedRow } from './install-rows.ts';

const backupCommand = fileURLToPath(new URL('../../../supabase/embedded/backup-command.ts', import.meta.url));
const hour = 60 * 60_000;

export async function recordInstall(folder: string): Promise<void> {
  const dataDir = await makeDataDir();
  const backend = await spawnBackend({ dataDir });
  try {
    const recorded = await liveThrough(backend);
    const command = [backupCommand, `${folder}carryover.backup`];
    await promisify(execFile)(process.execPath, command, { env: { PATH: process.env.PATH, DATA_DIR: dataDir } });
    chmodSync(`${folder}carryover.backup`, 0o644);
    writeFileSync(`${folder}recorded.json`, `${JSON.stringify(recorded, null, 2)}\n`);
  } finally {
    await backend.stop();
    rmSync(dataDir, { recursive: true });
  }
}

/** A shared household: people, budgets, invitations, a conflict, removals, sessions, and books. */
async function liveThrough(backend: SpawnedBackend): Promise<Recorded> {
  const [ada, ben, cleo] = [await signUp(backend, 'ada'), await signUp(backend, 'ben'), await signUp(backend, 'cleo')];
  const household = await openAccount(ada, 'Household');
  const abandoned = await openAccount(ada, 'Abandoned');
  const food = await openBudget(ada, household);

  const toBen = await invite(ada, 'ben@example.org', 'admin', 'account', household);
  await push(ben, answered('invitation.accept', toBen));
  const toCleo = await invite(ada, 'cleo@example.org', 'admin', 'budget', food);
  await push(cleo, answered('invitation.accept', toCleo));
  await invite(ada, 'dora@example.org', 'viewer', 'account', household);
  const toEve = await invite(ada, 'eve@example.org', 'viewer', 'account', household);
  await push(ada, answered('invitation.revoke', toEve));

  const [market, bakery, removed, broughtBack, salary] = [
    expense(household, 'Market', 4210),
    expense(household, 'Bakery', 460),
    expense(household, 'Removed', 999),
    expense(household, 'Brought back', 1200),
    { ...expense(household, 'Salary', 250_000), type: 'income', category: 'Salary' } as const,
  ];
  await push(ada, ...[market, bakery, removed, broughtBack, salary].map((row) => entered(row)));
  await push(cleo, entered({ ...expense(household, 'Contribution of Cleo', 3300), budgetId: food }));
  await push(ada, { kind: 'delete', table: 'transactions', id: removed.id });
  await push(ben, { kind: 'delete', table: 'transactions', id: broughtBack.id });
  await push(ben, { kind: 'restore', table: 'transactions', row: broughtBack });
  await push(ada, { kind: 'delete', table: 'accounts', id: abandoned });

  // Ada's edit is the earlier one and arrives later, so Ben's stays.
  const seen = await seenBy(ada, 'transactions', household, market.id);
  const edited = (amount: number): Operation => {
    const fields = { before: { amount: 4210, type: 'expense' }, after: { amount, type: 'expense' } };
    return { kind: 'patch', table: 'transactions', id: market.id, seen, ...fields };
  };
  await send(ben, [mutation(ben, [edited(5000)])]);
  const [verdict] = await send(ada, [mutation(ada, [edited(4000)], new Date(Date.now() - hour))]);
  if (verdict?.status !== 'superseded') throw new Error(`no conflict: ${JSON.stringify(verdict)}`);

  const books = await keepBooks(ada, household);
  const { error } = await connect(backend).auth.signInWithPassword({ email: ada.email, password: PASSWORD });
  if (error) throw error;
  const { cursors, answer } = await pull(ada);
  const outbox = [
    mutation(ada, [entered(expense(household, 'Entered without a network', 1000))]),
    mutation(ada, [
      {
        kind: 'patch',
        table: 'transactions',
        id: bakery.id,
        seen: await seenBy(ada, 'transactions', household, bakery.id),
        before: { amount: 460, type: 'expense' },
        after: { amount: 560, type: 'expense' },
      },
    ]),
    mutation(ada, [{ kind: 'delete', table: 'transactions', id: broughtBack.id }]),
    ...books.outbox,
    // The same file from another device: the row is here already.
    mutation(ada, importedRow(household, books.statement, 0).operations),
  ];
  const balance = 250_000 - 5000 - 460 - 1200 - 3300 + books.balance;
  const rows = 5 + books.rows;
  return {
    people: [known(ada), known(ben), known(cleo)],
    password: PASSWORD,
    household,
    food,
    balance,
    rows,
    cursors,
    contents: answer,
    push: { p_user: ada.id, p_schema: PROTOCOL_VERSION, p_mutations: outbox },
    balanceAfterPush: balance - 1000 - 100 + 1200 + books.balanceOfOutbox,
    rowsAfterPush: rows + books.rowsOfOutbox,
  };
}

function answered(name: 'invitation.accept' | 'invitation.revoke', id: string): Operation {
  return { kind: 'call', name, arguments: { id } };
}
