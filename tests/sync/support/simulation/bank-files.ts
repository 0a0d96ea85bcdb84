/**
 * What a bank's statement says, of which every file of a history is a part. Rows fit others that people enter by hand,
 * and two are alike.
 */
import { expect } from 'vitest';
import type { ReadRow, Statement } from '../../../../src/import/statement/statement.ts';
import type { Stage } from './stage.ts';

type Booked = Pick<ReadRow, 'date' | 'cents' | 'text'>;

const BOOKED: readonly Booked[] = [
  { date: '2026-02-11', cents: -2, text: 'Kiosk' },
  { date: '2026-03-05', cents: -100, text: 'Coffee' },
  { date: '2026-03-05', cents: -100, text: 'Coffee' },
  { date: '2026-03-12', cents: -3, text: 'Lunch' },
  { date: '2026-04-13', cents: 4, text: 'Salary' },
  // In another account these may be the other sides of rows above.
  { date: '2026-03-07', cents: 100, text: 'Put aside' },
  { date: '2026-03-12', cents: 3, text: 'Put aside' },
];

/** Overlapping parts: from which row, up to which one. */
const PARTS = [
  [0, 3],
  [1, 4],
  [2, 5],
  [4, 7],
] as const;

/** How many rows of the statement have this text. */
export function countBooked(text: string): number {
  return BOOKED.filter((row) => row.text === text || inOtherWords(row).text === text).length;
}

/** The file with this number. Now and then the same rows come in another format, with ids and in capitals. */
export function bankFile(number: number): Statement {
  const [from, to] = PARTS[number % PARTS.length] ?? PARTS[0];
  const isOfx = number % 6 === 4;
  const rows = BOOKED.slice(from, to).map((row, at) => ({ line: at + 1, ...(isOfx ? inOtherWords(row) : row) }));
  return { format: isOfx ? 'ofx' : 'csv', account: {}, currencies: [], rows, unreadable: [] };
}

function inOtherWords({ text, ...row }: Booked): Booked & { bankId: string } {
  return { ...row, text: text.toUpperCase(), bankId: `B ${text}` };
}

/** The same row has the same key in every file, and no other row has it. */
export function expectOneKeyEach({ fileKeys }: Pick<Stage, 'fileKeys'>, { rows }: Statement, keys: string[]): void {
  expect(keys).toHaveLength(rows.length);
  for (const [at, { date, cents, text }] of rows.entries()) {
    const alike = rows.slice(0, at).filter((row) => row.text === text && row.date === date).length;
    const name = `${text} ${date} ${cents} ${alike}`;
    const key = keys[at] ?? '';
    expect(fileKeys.get(name) ?? key, name).toBe(key);
    fileKeys.set(name, key);
  }
  expect(new Set(fileKeys.values()).size, 'every row has a key of its own').toBe(fileKeys.size);
}
