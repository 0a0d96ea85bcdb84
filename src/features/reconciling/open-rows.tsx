import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, memo, useRef, useState } from 'react';
import { formatDate } from '#domain/dates/dates';
import { formatSignedAmount } from '#domain/money/money';
import type { TransactionRow } from '#domain/rows';
import * as texts from '#texts/books/reconciling';
import { Button } from '#ui/button';
import { MoneyText } from '#ui/money-text';
import { FINGER } from '#ui/theme/control.ts';

/** So many rows are drawn at first. Nobody ticks more in one go. */
const FIRST_ROWS = 300;

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The rows with a tick each. One of them is in the order of Tab; the arrow keys go to the others. */
export function OpenRows(props: {
  rows: readonly TransactionRow[];
  onTick: (row: TransactionRow) => void;
  onTickAll: (rows: readonly TransactionRow[], status: 'open' | 'cleared') => void;
}) {
  const { rows, onTick, onTickAll } = props;
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState('');
  const [limit, setLimit] = useState(FIRST_ROWS);
  const shown = rows.slice(0, limit);
  const areTicked = shown.every(({ status }) => status === 'cleared');
  const current = shown.some(({ id }) => id === active) ? active : shown[0]?.id;

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const at = shown.findIndex(({ id }) => id === current) + step;
    const next = shown[Math.min(Math.max(at, 0), shown.length - 1)];
    if (!next) return;
    setActive(next.id);
    const inputs = [...(list.current?.querySelectorAll('input') ?? [])];
    inputs.find((input) => input.value === next.id)?.focus();
  };

  return (
    <div>
      <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" columnGap="3" rowGap="1" mb="1">
        <chakra.p color="fg.muted" fontSize="sm" flex="1 1 14rem">
          {texts.TICK} <chakra.span css={{ [FINGER]: { display: 'none' } }}>{texts.KEYS}</chakra.span>
        </chakra.p>
        <Button variant="plain" size="inline" onClick={() => onTickAll(shown, areTicked ? 'open' : 'cleared')}>
          {areTicked ? texts.UNTICK_ALL : texts.tickAll(shown.length)}
        </Button>
      </chakra.div>
      <chakra.ul ref={list} aria-label={texts.ROWS} onKeyDown={onKeyDown} listStyleType="none" mx="-2">
        {shown.map((row) => (
          <OpenRow key={row.id} row={row} isActive={row.id === current} onTick={onTick} onActive={setActive} />
        ))}
      </chakra.ul>
      {rows.length > shown.length && (
        <Button variant="outline" size="sm" mt="2" onClick={() => setLimit(limit + FIRST_ROWS)}>
          {texts.more(rows.length - shown.length)}
        </Button>
      )}
    </div>
  );
}

const OpenRow = memo(
  function OpenRow(props: {
    row: TransactionRow;
    isActive: boolean;
    onTick: (row: TransactionRow) => void;
    onActive: (id: string) => void;
  }) {
    const { row, isActive, onTick, onActive } = props;
    return (
      <chakra.li css={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 2.75rem' }}>
        <chakra.label
          display="grid"
          gridTemplateColumns="auto minmax(0, 1fr) auto"
          alignItems="center"
          columnGap="3"
          minHeight="11"
          px="2"
          borderRadius="md"
          cursor="pointer"
          _hover={{ bg: 'sunken' }}
        >
          <chakra.input
            type="checkbox"
            width="4"
            height="4"
            value={row.id}
            checked={row.status === 'cleared'}
            tabIndex={isActive ? 0 : -1}
            onFocus={() => onActive(row.id)}
            onChange={() => onTick(row)}
          />
          <chakra.span minWidth="0">
            <chakra.span display="block" truncate>
              {row.description || row.category}
            </chakra.span>
            <chakra.span display="block" color="fg.muted" fontSize="xs">
              <time dateTime={row.date}>{formatDate(row.date)}</time>
            </chakra.span>
          </chakra.span>
          <MoneyText tone={row.type === 'income' ? 'income' : 'neutral'}>{formatSignedAmount(row)}</MoneyText>
        </chakra.label>
      </chakra.li>
    );
  },
  (a, b) => a.isActive === b.isActive && sameRow(a.row, b.row),
);

/** Every read brings new objects. Only these fields are shown, and a new number means another row to patch. */
function sameRow(a: TransactionRow, b: TransactionRow): boolean {
  return a.version === b.version && a.status === b.status && a.amount === b.amount && a.date === b.date;
}
