/** The transactions that every engine gets, the same in every run: ten years, three accounts, twenty categories. */

export interface SampleRow {
  id: string;
  accountId: string;
  type: 'income' | 'expense';
  /** Integer cents, above zero. */
  amount: number;
  /** YYYY-MM-DD. */
  date: string;
  description: string;
  category: string;
  createdAt: string;
}

/** The account that questions are about; it has nine of ten rows. */
export const MAIN_ACCOUNT = '00000000-0000-4000-8000-0000000000a1';
export const ACCOUNTS = [
  MAIN_ACCOUNT,
  '00000000-0000-4000-8000-0000000000a2',
  '00000000-0000-4000-8000-0000000000a3',
] as const;

/** The day of the newest rows. The others cover the ten years before it. */
export const LAST_DAY = '2026-10-31';
/** A month and a year in the middle of the rows. */
export const SOME_MONTH = '2021-05';
export const SOME_YEAR = 2022;

const DAYS = 3652;

const DESCRIPTIONS = [
  'Groceries at the corner',
  'Train to work',
  'Rent',
  'Power bill',
  'Cinema with friends',
  'Dentist',
  'Course books',
  'Birthday present',
  'Coffee',
  'Salary',
];

export const CATEGORIES = Array.from({ length: 20 }, (_, n) => `Category ${(n + 1).toString().padStart(2, '0')}`);

/**
 * Filter texts that match differently: a tenth of the rows, a number among them, one word of a description, nothing.
 */
export const FILTERS = ['coffee', 'dentist 1', 'books', 'rent 9', 'zebra'] as const;

/** Row `n` of `count`: row 0 is the newest. */
function sampleRow(n: number, count: number): SampleRow {
  const day = new Date(Date.parse(`${LAST_DAY}T00:00:00Z`) - Math.floor((n * DAYS) / count) * 86_400_000);
  const date = day.toISOString().slice(0, 10);
  return {
    id: idOf(n),
    accountId: accountOf(n),
    type: n % 9 === 0 ? 'income' : 'expense',
    amount: ((n * 7919) % 100_000) + 1,
    date,
    description: `${DESCRIPTIONS[n % DESCRIPTIONS.length]} ${n}`,
    category: CATEGORIES[(n * 7) % CATEGORIES.length] ?? '',
    createdAt: `${date}T12:00:00.000Z`,
  };
}

export function sampleRows(count: number): SampleRow[] {
  return Array.from({ length: count }, (_, n) => sampleRow(n, count));
}

/** Row `n` of the rows that are added one by one: all in the main account, on the last day. */
export function addedRow(n: number): SampleRow {
  return { ...sampleRow(0, 1), id: idOf(5_000_000 + n), description: `Added ${n}`, amount: 125, type: 'expense' };
}

/** Rows of a file that are none of the sample: hardly any has the amount of one near its day. */
export function importedRows(count: number): SampleRow[] {
  return sampleRows(count).map((row) => ({
    ...row,
    amount: row.amount + 1_013,
    description: `Bank ${row.description}`,
  }));
}

export function signed({ type, amount }: Pick<SampleRow, 'type' | 'amount'>): number {
  return type === 'income' ? amount : -amount;
}

function accountOf(n: number): string {
  if (n % 20 === 18) return ACCOUNTS[1];
  return n % 20 === 19 ? ACCOUNTS[2] : MAIN_ACCOUNT;
}

function idOf(n: number): string {
  return `10000000-0000-4000-8000-${n.toString().padStart(12, '0')}`;
}
