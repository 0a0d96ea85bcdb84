/**
 * What the demo shows: three accounts, the budgets of one, and what people really enter. Categories are built-in ones.
 */
import type { AccountKind } from '#domain/account-kinds';
import type { AccountType, TransactionType } from '#domain/rows';

/** Something that comes again and again. */
export interface Line {
  category: string;
  /** Descriptions, in turn. */
  names: readonly string[];
  /** Days of the month. */
  days: readonly number[];
  /** At least so much, integer cents, and up to `spread` more. */
  cents: number;
  spread?: number;
  /** An expense unless it says otherwise. */
  type?: TransactionType;
  /** Its category is of the other type: an income is money back, and an expense is paid back. */
  refund?: boolean;
  /** Every so many months; each month when absent. */
  every?: number;
  /** Divides it over several categories. The last part is what the others leave. */
  split?: readonly SamplePart[];
}

interface SamplePart {
  category: string;
  /** Percent of the amount. */
  share: number;
  note?: string;
}

/** Money that goes from one account to the next, on a day of each month; integer cents. */
export interface SampleTransfer {
  name: string;
  day: number;
  cents: number;
}

/** A monthly budget over one category of expenses, or over all; integer cents. */
export interface SampleBudget {
  name: string;
  amount: number;
  category: string | null;
}

/** The line of this name comes by a schedule. */
export interface SampleSchedule {
  name: string;
  mode: 'add' | 'remind';
}

export interface SampleAccount {
  name: string;
  type: AccountType;
  kind: AccountKind;
  /** The balance on the first day, integer cents. */
  opening: number;
  budgets: readonly SampleBudget[];
  schedules?: readonly SampleSchedule[];
  lines: readonly Line[];
}

export const HOUSEHOLD: SampleAccount = {
  name: 'Household',
  type: 'personal',
  kind: 'checking',
  opening: 184_000,
  budgets: [
    { name: 'Food', amount: 72_000, category: 'Food' },
    { name: 'Going out', amount: 15_000, category: 'Entertainment' },
    { name: 'Everything', amount: 360_000, category: null },
  ],
  schedules: [
    { name: 'Rent', mode: 'add' },
    { name: 'Music streaming', mode: 'remind' },
  ],
  lines: [
    { category: 'Salary', names: ['Salary Meridian Labs'], days: [1], cents: 435_000, type: 'income' },
    { category: 'Housing', names: ['Rent'], days: [2], cents: 148_000 },
    { category: 'Utilities', names: ['City Power & Water'], days: [5], cents: 8_420, spread: 5_300 },
    { category: 'Utilities', names: ['Fiber internet'], days: [9], cents: 3_999 },
    {
      category: 'Food',
      names: ['Green Market', 'Corner Grocery', 'Farm box', 'Green Market'],
      days: [3, 10, 17, 24],
      cents: 6_180,
      spread: 5_640,
    },
    {
      category: 'Food',
      names: ['Trattoria Luce', 'Noodle House', 'Bakery Anders', 'Café Rio'],
      days: [7, 14, 21, 27],
      cents: 1_460,
      spread: 4_150,
    },
    {
      category: 'Food',
      names: ['Superstore', 'Riverside Mall'],
      days: [13],
      cents: 9_640,
      spread: 6_200,
      split: [
        { category: 'Food', share: 55 },
        { category: 'Healthcare', share: 15, note: 'vitamins' },
        { category: 'Other Expenses', share: 30, note: 'kitchen towels' },
      ],
    },
    { category: 'Transportation', names: ['Monthly pass'], days: [1], cents: 7_800 },
    {
      category: 'Transportation',
      names: ['Train to the coast', 'Bike repair'],
      days: [19],
      cents: 3_150,
      spread: 4_800,
      every: 2,
    },
    {
      category: 'Entertainment',
      names: ['Cinema Rio', 'Concert hall', 'Climbing gym'],
      days: [12, 20],
      cents: 1_800,
      spread: 3_900,
    },
    { category: 'Entertainment', names: ['Music streaming'], days: [15], cents: 1_099 },
    { category: 'Healthcare', names: ['Dentist', 'Pharmacy'], days: [18], cents: 2_260, spread: 9_400, every: 3 },
    { category: 'Education', names: ['Evening course'], days: [6], cents: 18_500, every: 4 },
    {
      category: 'Other Expenses',
      names: ['Birthday present', 'Hardware store'],
      days: [22],
      cents: 2_480,
      spread: 4_900,
    },
    {
      // Part of what the line above cost goes back to the shop.
      category: 'Other Expenses',
      names: ['Birthday present returned', 'Hardware store, drill returned'],
      days: [26],
      cents: 1_990,
      type: 'income',
      refund: true,
      every: 11,
    },
    {
      category: 'Investments',
      names: ['Fund distribution'],
      days: [28],
      cents: 12_640,
      spread: 4_200,
      type: 'income',
      every: 3,
    },
    { category: 'Gifts', names: ['From grandma'], days: [24], cents: 10_000, type: 'income', every: 6 },
  ],
};

export const SAVINGS: SampleAccount = {
  name: 'Savings',
  type: 'personal',
  kind: 'savings',
  opening: 520_000,
  budgets: [],
  lines: [
    { category: 'Investments', names: ['Interest'], days: [30], cents: 1_180, spread: 420, type: 'income', every: 3 },
  ],
};

/** From the household to the savings. */
export const PUT_ASIDE: SampleTransfer = { name: 'Put aside', day: 4, cents: 35_000 };

export const STUDIO: SampleAccount = {
  name: 'Studio',
  type: 'business',
  kind: 'checking',
  opening: 96_500,
  budgets: [],
  lines: [
    {
      category: 'Freelance',
      names: ['Invoice Harbor Books', 'Invoice Lumen Energy', 'Invoice Kite & Co'],
      days: [4, 16],
      cents: 84_000,
      spread: 96_000,
      type: 'income',
    },
    { category: 'Housing', names: ['Studio rent'], days: [2], cents: 42_000 },
    { category: 'Utilities', names: ['Design software'], days: [8], cents: 5_499 },
    { category: 'Transportation', names: ['Train to client'], days: [11], cents: 2_900, spread: 5_100 },
    { category: 'Other Expenses', names: ['Printing', 'Paper and ink'], days: [19], cents: 3_640, spread: 8_800 },
  ],
};
