import { chakra } from '@chakra-ui/react';
import type { Order } from '#domain/transactions';
import * as texts from '#texts/transactions';
import { ChevronDownIcon } from '#ui/icons';
import { VisuallyHidden } from '#ui/visually-hidden';

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

/** The order of the list where there are no column headings to click on. */
export function SortSelect({ order, onChange }: { order: Order; onChange: (order: Order) => void }) {
  const current = ORDERS.findIndex(
    (one) => one.order.column === order.column && one.order.direction === order.direction,
  );
  return (
    <chakra.label position="relative" display="block">
      <VisuallyHidden>{texts.SORT}</VisuallyHidden>
      <chakra.select
        name="sort"
        value={current}
        onChange={(event) => {
          const chosen = ORDERS[Number(event.currentTarget.value)];
          if (chosen) onChange(chosen.order);
        }}
        width="full"
        minHeight="11"
        ps="3"
        pe="8"
        appearance="none"
        bg="surface"
        borderWidth="1px"
        borderColor="line.control"
        borderRadius="md"
        fontSize="md"
      >
        {ORDERS.map(({ label }, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </chakra.select>
      <chakra.span
        aria-hidden
        position="absolute"
        insetEnd="2.5"
        top="50%"
        translate="0 -50%"
        color="fg.muted"
        pointerEvents="none"
      >
        <ChevronDownIcon size={16} />
      </chakra.span>
    </chakra.label>
  );
}
