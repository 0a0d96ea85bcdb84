/** How the lines of a month's totals are stored. */
import type { SumLine } from '#domain/totals';
import type { StoredLine } from './records.ts';

type PackedLine = [
  type: SumLine['type'],
  category: string,
  budgetId: string | null,
  cents: number,
  count: number,
  namedAfter?: number,
];

/** Lines are stored without their field names, which would make up half of what a balance has to read. */
export const LINES_WITHOUT_NAMES = {
  pack: ({ type, category, budgetId, cents, count, namedAfter }: StoredLine): PackedLine =>
    namedAfter === undefined
      ? [type, category, budgetId, cents, count]
      : [type, category, budgetId, cents, count, namedAfter],
  unpack: ([type, category, budgetId, cents, count, namedAfter]: PackedLine): StoredLine => {
    const line = { type, category, budgetId, cents, count };
    return namedAfter === undefined ? line : { ...line, namedAfter };
  },
};
