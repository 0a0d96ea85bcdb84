/** How the lines of a month's totals are stored. */
import type { SumLine } from '#domain/money/totals';
import type { StoredLine } from './records.ts';

/**
 * Lines of v0.1.0 end before `nature`: all their transactions are regular and none is split. `lines` is left out where
 * it is the number of transactions.
 */
type PackedLine = [
  type: SumLine['type'],
  category: string,
  budgetId: string | null,
  cents: number,
  count: number,
  namedAfter?: number | null,
  nature?: SumLine['nature'],
  lines?: number,
  refund?: true,
];

/** Lines are stored without their field names, which would make up half of what a balance has to read. */
export const LINES_WITHOUT_NAMES = {
  pack: (lines: readonly StoredLine[]): PackedLine[] => lines.map(packed),
  unpack: (stored: readonly PackedLine[]): StoredLine[] => stored.map(unpacked),
};

function packed({ nature, type, refund, category, budgetId, cents, count, lines, namedAfter }: StoredLine): PackedLine {
  if (refund) return [type, category, budgetId, cents, count, namedAfter ?? null, nature, lines, refund];
  if (lines !== count) return [type, category, budgetId, cents, count, namedAfter ?? null, nature, lines];
  if (nature !== 'regular') return [type, category, budgetId, cents, count, namedAfter ?? null, nature];
  return namedAfter === undefined
    ? [type, category, budgetId, cents, count]
    : [type, category, budgetId, cents, count, namedAfter];
}

function unpacked(stored: PackedLine): StoredLine {
  const [type, category, budgetId, cents, count, namedAfter, nature = 'regular', lines = count, refund = false] =
    stored;
  const line = { nature, type, refund, category, budgetId, cents, count, lines };
  return typeof namedAfter === 'number' ? { ...line, namedAfter } : line;
}
