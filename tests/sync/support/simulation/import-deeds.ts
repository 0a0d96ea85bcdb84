/** Deeds with bank files, by the commands of their dialog: what is shown as the plan is what is carried out. */

import { readActions } from '#store/actions/actions';
import { carryOutImport } from '#store/commands/imports/import-carry-out';
import { revertImport } from '#store/commands/imports/import-revert';
import type { PreviewRow } from '../../../../src/import/worker/messages.ts';
import { plannedRows, rowsToImport } from '../../../../src/import/worker/planned-rows.ts';
import { previewRows } from '../../../../src/import/worker/preview-rows.ts';
import type { RowChange } from '../../../../src/import/worker/row-changes.ts';
import { strike } from '../faults/strikes.ts';
import { PEOPLE } from '../people.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import { bankFile, expectOneKeyEach } from './bank-files.ts';
import { type Choice, type Deed, IMPORT_DEEDS, namedBy, pick } from './choice.ts';
import { expectRevert } from './revert-check.ts';
import type { Stage } from './stage.ts';

export function isOfFiles(deed: Deed): boolean {
  return IMPORT_DEEDS.some((one) => one === deed);
}

export async function doImportDeed(world: Stage, device: SimulatedDevice, choice: Choice): Promise<void> {
  await (choice.deed === 'file.import' ? importFile(world, device, choice) : revert(world, device, choice));
}

/** `b` chooses the file. Now and then somebody names an account that they may not see. */
async function importFile(world: Stage, device: SimulatedDevice, { a, b }: Choice): Promise<void> {
  const { db, person } = device;
  const own = await db.accounts.orderBy('id').primaryKeys();
  const accountId = pick(b % 7 === 6 ? world.accounts : own, a);
  if (!accountId) return;
  const statement = bankFile(b);
  const { rows } = await previewRows(db, accountId, statement);
  expectOneKeyEach(
    world,
    statement,
    rows.map(({ key }) => key),
  );
  const category = namedBy(PEOPLE.indexOf(person) + a);
  const changes = new Map(rows.map((row) => [row.key, { category, ...wishFor(row, a + b) }]));
  const planned = rowsToImport(plannedRows(rows, changes, false));
  if (rows.some(({ state }) => state === 'here')) strike('a row of a file that was here already');
  const plan = { accountId, fileName: `part ${b}`, format: statement.format, rows: planned };
  const outcome = await world.command(device, (db, actor, now) => carryOutImport(db, actor, plan, {}, now));
  if (!outcome.ok) return;
  for (const one of planned) {
    if (one.kind === 'link')
      strike(one.correction ? 'a row of a file that a schedule had expected' : 'a row of a file that was linked');
    else if (one.otherSide) strike('a row of a file that became a side of a transfer');
    else if (one.again) strike('a deleted row of a file that somebody wanted again');
  }
}

/** Now and then the user wants again what was deleted, says that two rows are not the same, or links a transfer. */
function wishFor({ state, otherSide }: PreviewRow, number: number): RowChange {
  if (otherSide && number % 3 !== 0) return { choice: 'transfer' };
  if (state === 'deleted') return { choice: number % 3 === 0 ? 'new' : 'leave' };
  return state === 'same' && number % 4 === 1 ? { choice: 'new' } : {};
}

/** The user is asked about rows that were changed since, and says what becomes of them. */
async function revert(world: Stage, device: SimulatedDevice, { a, b }: Choice): Promise<void> {
  const id = pick(await device.db.imports.orderBy('id').primaryKeys(), a);
  if (!id) return;
  const expectAsShown = await expectRevert(world, device, id);
  const act = (edited: 'ask' | 'keep' | 'delete') =>
    world.command(device, (db, actor, now) => revertImport(db, actor, { id, edited }, {}, now));
  const asked = await act('ask');
  if (!asked.ok) return;
  const edited = b % 2 === 0 ? 'keep' : 'delete';
  if (asked.question.length > 0) {
    strike('a revert that asks about changed rows');
    await act(edited);
  }
  const [deed] = readActions(device.db);
  if (!deed) return;
  const operations = deed.parts.flatMap((part) => part.operations);
  if (!operations.some((one) => one.kind === 'delete' && one.id === id)) return;
  strike('an import that was reverted');
  expectAsShown(operations, asked.question.length > 0 ? edited : 'keep');
}
