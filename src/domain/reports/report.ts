/**
 * Reports: sums of a period by category, in integer cents. A report is made of lines of totals, so a long one never
 * needs the transactions of a whole month. `report-steps.ts` makes its sums over time.
 */
import { type Period, periodOfMonth } from '../dates/dates.ts';
import { LOCALE } from '../locale.ts';
import { type SumLine, summarize } from '../money/totals.ts';
import { categoryType } from '../refunds.ts';
import type { TransactionType } from '../rows.ts';
import type { OtherNature } from '../transactions/natures.ts';

/** Lines of totals of one day, of one month, or of the part of a month that the period includes. */
export interface ReportPart {
  /** That day, or the first of that month, which may lie before the period. */
  date: string;
  lines: readonly SumLine[];
}

/** One category of one type; `cents` is signed: income counts up, expense counts down, and refunds the other way. */
export interface CategorySum {
  category: string;
  type: TransactionType;
  cents: number;
  count: number;
}

/** What changes the balances and is neither income nor expense. */
export const OTHER_KINDS = {
  corrections: ['opening', 'adjustment'],
  transfers: ['transfer'],
} as const satisfies Record<string, readonly OtherNature[]>;

export type OtherKind = keyof typeof OTHER_KINDS;

/** The signed sum of one such kind. */
export interface OtherSum {
  kind: OtherKind;
  cents: number;
}

export interface Report {
  totalIncome: number;
  totalExpense: number;
  /** Income minus expense. The balances changed by this and the others. */
  netChange: number;
  count: number;
  /** Income first, the largest sum of each type first. They sum to income minus expense. */
  categories: CategorySum[];
  /** Those of which something does not come to zero. A transfer between two accounts of the report does. */
  others: OtherSum[];
}

/** Category names that a report is narrowed to; null is all of them. Never empty: see `toggleCategory`. */
export type CategoryFilter = ReadonlySet<string> | null;

/** Lines of totals as reports count them: a split row by its lines alone. */
export function reportLines(lines: readonly SumLine[]): SumLine[] {
  // Hardly any line is of a split row, and a report over ten years has thousands.
  return lines.flatMap((line) => {
    if (line.lines === line.count) return line;
    return line.lines === 0 && line.cents === 0 ? [] : { ...line, count: line.lines };
  });
}

/** The report of these parts, over the categories that the filter names. Then it has only income and expenses. */
export function buildReport(parts: readonly ReportPart[], filter: CategoryFilter): Report {
  const all = narrowed(parts, filter).flatMap(({ lines }) => lines);
  const { income, expense, count } = summarize(all);
  return {
    totalIncome: income,
    totalExpense: expense,
    netChange: income - expense,
    count,
    categories: categorySums(all.filter(isRegular)),
    others: otherSums(all),
  };
}

/** The parts and lines that the filter keeps; parts without lines are left out. */
export function narrowed(parts: readonly ReportPart[], filter: CategoryFilter): readonly ReportPart[] {
  if (filter === null) return parts;
  return parts.flatMap(({ date, lines }) => {
    const left = lines.filter((line) => isRegular(line) && filter.has(line.category));
    return left.length > 0 ? [{ date, lines: left }] : [];
  });
}

/** The names of categories that have income or expenses in these parts, in alphabetical order. */
export function categoryNames(parts: readonly ReportPart[]): string[] {
  const names = new Set(parts.flatMap(({ lines }) => lines.filter(isRegular).map(({ category }) => category)));
  return [...names].sort(collator.compare);
}

/**
 * The filter after a click on a category's box. From "all", a click chooses that category alone. Unchecking the last
 * one means all again (specification, point 9).
 */
export function toggleCategory(filter: CategoryFilter, category: string): CategoryFilter {
  const next = new Set(filter);
  if (!next.delete(category)) next.add(category);
  return next.size > 0 ? next : null;
}

/** Whether the period includes every day of the month, so that the month's totals can be used. */
export function hasWholeMonth({ from, to }: Period, month: string): boolean {
  const days = periodOfMonth(month);
  return from <= days.from && days.to <= to;
}

export function isRegular({ nature }: SumLine): boolean {
  return nature === 'regular';
}

function otherSums(lines: readonly SumLine[]): OtherSum[] {
  return OTHERS.flatMap((kind) => {
    const cents = OTHER_KINDS[kind].map((of) => summarize(lines.filter(({ nature }) => nature === of)).balance);
    return cents.every((one) => one === 0) ? [] : [{ kind, cents: cents.reduce((sum, one) => sum + one, 0) }];
  });
}

const OTHERS: readonly OtherKind[] = ['corrections', 'transfers'];

function categorySums(lines: readonly SumLine[]): CategorySum[] {
  const sums = { income: new Map<string, CategorySum>(), expense: new Map<string, CategorySum>() };
  for (const line of lines) {
    const { category, cents, count } = line;
    const type = categoryType(line);
    let sum = sums[type].get(category);
    if (!sum) {
      sum = { category, type, cents: 0, count: 0 };
      sums[type].set(category, sum);
    }
    sum.cents += line.type === 'income' ? cents : -cents;
    sum.count += count;
  }
  return [...sums.income.values(), ...sums.expense.values()].sort(
    (a, b) => byTypeAndSize(a, b) || collator.compare(a.category, b.category),
  );
}

type Sized = Pick<CategorySum, 'type' | 'cents'>;

/** Income first, the largest sum of each type first. */
export function byTypeAndSize(a: Sized, b: Sized): number {
  if (a.type !== b.type) return a.type === 'income' ? -1 : 1;
  return Math.abs(b.cents) - Math.abs(a.cents);
}

const collator = new Intl.Collator(LOCALE, { sensitivity: 'base', numeric: true });
