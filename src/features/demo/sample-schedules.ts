/** The schedules of the sample data. What they have added so far is among its transactions. */
import { shiftDays } from '#domain/dates/dates';
import { nameId } from '#domain/ids/name-id';
import type { Insert } from '#domain/mutations/operations';
import { occurrenceKey } from '#domain/schedules/occurrence-key';
import type { SampleAccount } from '#texts/device/sample-data';
import type { SampleRow } from './sample-rows.ts';

/** `first`: the first day of the first month, YYYY-MM-DD. */
export function schedulesOf(
  accountId: string,
  { lines, schedules = [] }: SampleAccount,
  { first, createdAt }: { first: string; createdAt: string },
): Extract<Insert, { table: 'schedules' }>[] {
  return schedules.flatMap(({ name, mode }) => {
    const line = lines.find(({ names }) => names[0] === name);
    const day = line?.days[0];
    if (!line || day === undefined) return [];
    const { category, cents: amount, type = 'expense' } = line;
    const timing = { rhythm: `month 1 on ${day}`, weekend: 'as_is', startDate: shiftDays(first, day - 1) } as const;
    const plain = { refund: false, lines: null, notes: '', endDate: null, count: null, pairId: null } as const;
    const row = { id: scheduleId(accountId, name), createdAt, accountId, type, amount, category, description: name };
    return {
      kind: 'insert',
      table: 'schedules',
      row: { ...row, ...timing, ...plain, mode, amountMatch: 'near' },
    } as const;
  });
}

/** The addition of a sample row, by its schedule if it has one. */
export function insertOf(row: SampleRow, account: SampleAccount): Insert {
  const insert = { kind: 'insert', table: 'transactions', row } as const;
  if (!account.schedules?.some(({ name }) => name === row.description)) return insert;
  const id = scheduleId(row.accountId, row.description);
  return { ...insert, key: occurrenceKey(id, row.date), scheduleId: id };
}

function scheduleId(accountId: string, name: string): string {
  return nameId(`demo:schedule:${accountId}:${name}`);
}
