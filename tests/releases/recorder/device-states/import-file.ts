/** Carries out the import of a bank's file with these numbered rows. */
import { carryOutImport, type ImportPlan, type LinkedRow, type NewRow } from '#store/commands/imports/import-carry-out';
import { importKeys } from '../../../../src/import/matching/import-key.ts';
import type { Device } from './device.ts';

/** `linked`: a number and the description of the row that is there already. */
export async function importFile(
  device: Device,
  accountId: string,
  fileName: string,
  numbers: readonly number[],
  linked: readonly (readonly [number: number, description: string])[] = [],
) {
  const links = linked.map(async ([number, description]): Promise<LinkedRow> => {
    return { kind: 'link', ...originOf(number), row: await device.row(description) };
  });
  const rows = [...numbers.map(newRow), ...(await Promise.all(links))];
  const plan: ImportPlan = { accountId, fileName, format: 'csv', rows };
  return device.do((db, actor, input: ImportPlan, now) => carryOutImport(db, actor, input, {}, now), plan);
}

const readRow = (number: number) => ({ date: '2026-11-08', cents: -100 * number, text: `Shop ${number}` });

function originOf(number: number) {
  const [key = ''] = importKeys([readRow(number)]);
  return { key, bankId: null, importedText: `Shop ${number}` };
}

function newRow(number: number): NewRow {
  const { date, cents, text } = readRow(number);
  return {
    kind: 'new',
    ...originOf(number),
    fields: { type: 'expense', amount: -cents, date, description: text, category: 'Food' },
  };
}
