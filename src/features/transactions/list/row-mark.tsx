import type { TransactionRow } from '#domain/rows';
import { ArrowLeftRightIcon, SplitIcon } from '#ui/icons';
import { type CategoryLook, categoryLook } from '../../categories/category-look.ts';

/** The round mark before a row's category. It only decorates: the words beside it say the same. */
export function RowMark({ row, size }: { row: TransactionRow; size: number }) {
  const look = lookOf(row);
  const style = {
    color: `var(--chakra-colors-mark-${look.hue})`,
    backgroundColor: `var(--chakra-colors-mark-${look.hue}-soft)`,
  };
  return (
    <span className="row-mark" style={style} aria-hidden>
      {'icon' in look ? <look.icon size={size} /> : look.letter}
    </span>
  );
}

const TRANSFER: CategoryLook = { hue: 'slate', icon: ArrowLeftRightIcon };
const SPLIT: CategoryLook = { hue: 'slate', icon: SplitIcon };

function lookOf({ nature, lines, category }: TransactionRow): CategoryLook {
  if (nature === 'transfer') return TRANSFER;
  return lines ? SPLIT : categoryLook(category);
}
