import { categoriesOf } from '#domain/money/lines';
import { formatMoney } from '#domain/money/money';
import type { TransactionLine, TransactionRow } from '#domain/rows';
import * as texts from '#texts/transactions/lines';
import * as refunds from '#texts/transactions/refunds';

/** The category of a row, or the word Split with the categories of its lines. */
export function categoryText(row: TransactionRow): string {
  return row.lines ? texts.inCategories(categoriesOf(row)) : refunds.categoryOf(row);
}

/** Nothing where the description of an opening balance or an adjustment says the same. */
export function categoryBeside(row: TransactionRow): string {
  return row.nature !== 'regular' && row.category === row.description ? '' : categoryText(row);
}

/** The category in a table. A split unfolds to its lines. */
export function RowCategory({ row }: { row: TransactionRow }) {
  if (row.lines) return <SplitLines title={categoryText(row)} lines={row.lines} />;
  return (
    <span className="ledger-clip" title={categoryText(row)}>
      {categoryBeside(row)}
    </span>
  );
}

/** The lines of a split below a title that folds them. The browser's own element: a key or a tap unfolds it. */
export function SplitLines({ title, lines }: { title: string; lines: readonly TransactionLine[] }) {
  return (
    <details className="split">
      <summary title={title}>{title}</summary>
      <ul aria-label={texts.LINES}>
        {lines.map(({ id, category, cents, note }) => (
          <li key={id}>
            <span>
              {category}
              {note && <span className="split-note"> {note}</span>}
            </span>
            <span>{formatMoney(cents)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
