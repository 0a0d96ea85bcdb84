/** Where the rows of a table miss its balance, other columns are looked for with which they add up. */
import { expect, it } from 'vitest';
import { readText, statementsOf } from '../../../tests/support/bank-files.ts';
import type { Mapping } from './mapping.ts';
import { provenReading } from './proven-reading.ts';

const COLUMNS = { date: 0, text: 1, amount: 2, balance: 4 };

/** `costs`: on these rows a commission of one dollar went out on top of the amount. */
function bankTable(rows: number, costs: (at: number) => boolean): string {
  let balance = 1_000_000;
  const lines = Array.from({ length: rows }, (_, at) => {
    const date = new Date(Date.UTC(2020, 0, 1 + Math.floor(at / 3))).toISOString().slice(0, 10);
    const fee = costs(at) ? 1 : 0;
    balance -= 3 + (at % 5) + fee;
    return `${date},Row ${at},-${3 + (at % 5)}.00,${fee}.00,${balance}.00`;
  });
  return ['Date,Text,Amount,Commission,Balance', ...lines].join('\n');
}

function provenOf(text: string, mapping: Mapping): Mapping['columns'] | undefined {
  const read = readText(text, { mapping });
  const [statement] = statementsOf(read);
  if (read.kind !== 'table' || !statement) throw new Error('it is a table of one account');
  return provenReading(read.table, read.guess.mapping, statement)?.columns;
}

it('a fee that only one row far down has is found, because that row is where the balance is missed', () => {
  const text = bankTable(3_500, (at) => at === 2_750);
  expect(provenOf(text, { columns: COLUMNS, chosen: true })).toEqual({ ...COLUMNS, fee: 3 });
});

it('nothing is offered where the rows add up, and where rows are missing', () => {
  const whole = bankTable(3_500, () => false);
  expect(provenOf(whole, { columns: COLUMNS, chosen: true })).toBeUndefined();
  const lines = whole.split('\n');
  for (const at of [40, 1_000, 2_002])
    expect(provenOf(lines.toSpliced(at, 4).join('\n'), { columns: COLUMNS, chosen: true })).toBeUndefined();
});
