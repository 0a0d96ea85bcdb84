import { chakra } from '@chakra-ui/react';
import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import { formatMoney } from '#domain/money/money';
import type { TransactionRow } from '#domain/rows';
import { isAlone } from '#domain/transactions/bulk-change';
import { sumOfRows } from '#domain/transactions/filter';
import * as actions from '#texts/actions';
import * as texts from '#texts/transactions/bulk';
import * as refunds from '#texts/transactions/refunds';
import { Button } from '#ui/button';
import { MoneyText } from '#ui/money-text';
import { dialogOnDemand } from '#ui/on-demand';
import { useChangeMany } from './use-change-many.ts';
import { useLikeRefunds } from './use-like-refunds.ts';
import { useRowsElsewhere } from './use-rows-elsewhere.ts';
import type { Selection } from './use-selection.ts';

const BulkChangeDialog = dialogOnDemand(() => import('./bulk-change-dialog.tsx'));

/**
 * What is done to the chosen rows. It tells before how many of them stay: sides of transfers, and what the user may
 * not change; and how many keep what a bank's statement says of them.
 */
export default function ChoiceBar(props: {
  rows: ReadonlyMap<string, TransactionRow>;
  mayChange: (row: TransactionRow) => boolean;
  accountId: string;
  onUpdate: Selection['update'];
  onAll: () => void;
  onDone: () => void;
}) {
  const { accountId, onUpdate, onAll, onDone } = props;
  useRowsElsewhere(props.rows, onUpdate);
  const rows = [...props.rows.values()];
  const permitted = rows.filter(props.mayChange);
  const deletable = permitted.filter(isAlone);
  const changeable = permitted.filter(({ nature }) => nature !== 'transfer');
  const stay = rows.length - changeable.length;
  const reconciled = changeable.length - deletable.length;
  const [changing, setChanging] = useState(false);
  const { busy, change, remove } = useChangeMany(onDone);
  const likeRefunds = useLikeRefunds(permitted, accountId);
  const bar = useRef<HTMLDivElement>(null);
  // Toasts keep off it.
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--bar-height', `${bar.current?.offsetHeight ?? 0}px`);
  });
  useLayoutEffect(() => () => void document.documentElement.style.removeProperty('--bar-height'), []);
  return (
    <chakra.div
      ref={bar}
      role="toolbar"
      aria-label={texts.REGION}
      position="sticky"
      bottom="var(--floor)"
      zIndex="bar"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      px={{ base: '4', md: '5' }}
      py="3"
      bg="raised"
      borderTopWidth="1px"
      borderColor="line"
      borderBottomRadius="lg"
      boxShadow="float"
    >
      <chakra.p role="status" flex="1 1 10rem" fontSize="sm">
        {texts.chosen(rows.length)}
        {', '}
        <MoneyText>{formatMoney(sumOfRows(rows), { sign: 'not_zero' })}</MoneyText>
        {stay > 0 && (
          <chakra.span display="block" color="fg.muted">
            {texts.staying(stay)}
          </chakra.span>
        )}
        {reconciled > 0 && (
          <chakra.span display="block" color="fg.muted">
            {texts.reconciled(reconciled)}
          </chakra.span>
        )}
      </chakra.p>
      <Button variant="ghost" size="sm" onClick={onAll}>
        {texts.CHOOSE_ALL}
      </Button>
      <Button variant="outline" size="sm" disabled={busy || permitted.length === 0} onClick={() => setChanging(true)}>
        {texts.CHANGE}
      </Button>
      {likeRefunds.length > 0 && (
        <Button
          variant="outline"
          size="sm"
          disabled={busy}
          onClick={() => void change(likeRefunds, { field: 'refund', refund: true })}
        >
          {refunds.countAs(likeRefunds.length)}
        </Button>
      )}
      <Button
        variant="outline"
        size="sm"
        disabled={busy || deletable.length === 0}
        onClick={() => void remove(deletable)}
      >
        {actions.DELETE}
      </Button>
      <Button variant="ghost" size="sm" onClick={onDone}>
        {texts.DONE}
      </Button>
      {changing && (
        <Suspense>
          <BulkChangeDialog rows={permitted} accountId={accountId} onDone={onDone} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </chakra.div>
  );
}
