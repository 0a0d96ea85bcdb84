import { chakra } from '@chakra-ui/react';
import type { Explanation } from '#domain/books/difference';
import { formatDate } from '#domain/dates/dates';
import { formatSignedAmount } from '#domain/money/money';
import type { TransactionRow } from '#domain/rows';
import * as texts from '#texts/books/reconciling';

/** So many rows are named of which each alone would do. */
const NAMED = 3;

interface Explained {
  /** `ticked`: each of these alone, without its tick. */
  kind: Explanation<TransactionRow>['kind'] | 'ticked';
  rows: readonly TransactionRow[];
}

/** Names the rows that are the difference. It stays in sight while the rows scroll behind it. */
export function ExplainedDifference({ kind, rows }: Explained) {
  return (
    <chakra.p
      role="status"
      position="sticky"
      bottom="-5"
      py="2"
      mb="-5"
      bg="raised"
      borderTopWidth="1px"
      borderColor="line"
      fontSize="sm"
      overflowWrap="anywhere"
    >
      {sentenceOf(kind, rows)}
    </chakra.p>
  );
}

function sentenceOf(kind: Explained['kind'], rows: readonly TransactionRow[]): string {
  if (kind === 'all') return texts.allExplain(rows.length);
  const names = rows.slice(0, NAMED).map(nameOf);
  if (kind === 'ticked') return texts.tickedExplains(names, rows.length);
  return kind === 'one' ? texts.oneExplains(names, rows.length) : texts.twoExplain(names);
}

function nameOf(row: TransactionRow): string {
  return texts.rowNamed(row.description || row.category, formatDate(row.date), formatSignedAmount(row));
}
