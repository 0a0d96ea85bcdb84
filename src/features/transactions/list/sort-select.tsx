import type { Order } from '#domain/transactions/transactions';
import * as texts from '#texts/transactions/transactions';
import { ArrowUpDownIcon } from '#ui/icons';
import { Select } from '#ui/select-field';

const ORDERS: readonly { label: string; order: Order }[] = [
  { label: texts.NEWEST_FIRST, order: { column: 'date', direction: 'descending' } },
  { label: texts.OLDEST_FIRST, order: { column: 'date', direction: 'ascending' } },
  { label: texts.HIGHEST_AMOUNT, order: { column: 'amount', direction: 'descending' } },
  { label: texts.LOWEST_AMOUNT, order: { column: 'amount', direction: 'ascending' } },
  { label: texts.DESCRIPTION_ASCENDING, order: { column: 'description', direction: 'ascending' } },
  { label: texts.DESCRIPTION_DESCENDING, order: { column: 'description', direction: 'descending' } },
  { label: texts.CATEGORY_ASCENDING, order: { column: 'category', direction: 'ascending' } },
  { label: texts.CATEGORY_DESCENDING, order: { column: 'category', direction: 'descending' } },
];

/** Chooses the order of the list where there are no column headings. The filter beside it needs the room of words. */
export function SortSelect({ order, onChange }: { order: Order; onChange: (order: Order) => void }) {
  const current = ORDERS.findIndex(
    (one) => one.order.column === order.column && one.order.direction === order.direction,
  );
  return (
    <Select
      look="icon"
      icon={<ArrowUpDownIcon size={16} />}
      title={texts.SORT}
      aria-label={texts.SORT}
      name="sort"
      value={current}
      options={ORDERS.map(({ label }, index) => ({ value: String(index), label }))}
      onChange={(event) => {
        const chosen = ORDERS[Number(event.currentTarget.value)];
        if (chosen) onChange(chosen.order);
      }}
    />
  );
}
