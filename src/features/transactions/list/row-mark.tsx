import type { TransactionRow } from '#domain/rows';
import { type CategoryLook, categoryLook } from '../../categories/category-look.ts';

/** The round mark before a row's category. It only decorates: the words beside it say the same. */
export function RowMark({ row }: { row: TransactionRow }) {
  const look = lookOf(row);
  const style = {
    color: `var(--chakra-colors-mark-${look.hue})`,
    backgroundColor: `var(--chakra-colors-mark-${look.hue}-soft)`,
  };
  return (
    <span className="row-mark" data-icon={look.icon} style={style} aria-hidden>
      {look.letter}
    </span>
  );
}

const TRANSFER: CategoryLook = { hue: 'slate', icon: 'arrow-left-right' };
const SPLIT: CategoryLook = { hue: 'slate', icon: 'split' };

function lookOf({ nature, lines, category }: TransactionRow): CategoryLook {
  if (nature === 'transfer') return TRANSFER;
  return lines ? SPLIT : categoryLook(category);
}
