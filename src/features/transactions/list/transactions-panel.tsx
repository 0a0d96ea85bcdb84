import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { memo, type ReactNode, Suspense, useCallback, useId, useMemo, useState } from 'react';
import type { TransactionRow } from '#domain/rows';
import { NEWEST_FIRST, type Order } from '#domain/transactions';
import { readSyncState } from '#store/database/sync-state';
import * as terms from '#texts/terms';
import * as texts from '#texts/transactions';
import { Card } from '#ui/card';
import { EmptyState } from '#ui/empty-state';
import { InboxIcon } from '#ui/icons';
import { dialogOnDemand, extraOnDemand, onDemand } from '#ui/on-demand';
import { type AccountView, useAccounts } from '../../accounts/use-accounts.ts';
import { useHasDraft } from '../../drafts/use-has-draft.ts';
import { useDatabase } from '../../session/session.tsx';
import { FilterField } from './filter-field.tsx';
import { orderAfterClick } from './order.ts';
import { type TableColumn, TransactionsTable } from './transactions-table.tsx';
import { useFilter } from './use-filter.ts';
import { namesPlaces } from './use-filter-sources.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useRowView } from './use-row-view.ts';
import { useTransactionRows } from './use-transaction-rows.ts';
import { useWideScreen } from './use-wide-screen.ts';

const HistoryProgress = extraOnDemand(() => import('./history-progress.tsx'));
const SearchFailed = extraOnDemand(() => import('./search-failed.tsx'));
const FilterResult = extraOnDemand(() => import('./filter-result.tsx'));
const UnfinishedEdits = extraOnDemand(() => import('./unfinished-edits.tsx'));
const TransactionCards = onDemand(async () => ({
  default: (await import('./transaction-cards.tsx')).TransactionCards,
}));
const SortSelect = extraOnDemand(() => import('./sort-select.tsx'));
const TransactionDialog = dialogOnDemand(() => import('../form/transaction-dialog.tsx'));

/**
 * The transactions of one account, or of those that the filter names: filter, sortable list, and the dialog that edits
 * a row.
 */
export function TransactionsPanel(props: {
  account: AccountView;
  columns: readonly TableColumn[];
  /** Shown when the account has no transactions at all. */
  empty: ReactNode;
}) {
  const { account, empty } = props;
  const accountId = account.account.id;
  const known = useAccounts();
  const accounts = useMemo(() => known ?? [account], [known, account]);
  const wide = useWideScreen();
  const titleId = useId();
  const [order, setOrder] = useState(NEWEST_FIRST);
  const [filter, setFilter] = useFilter();
  const [focused, setFocused] = useState(false);
  const [editing, setEditing] = useState<TransactionRow | null>(null);
  const { rows, total, sum, loadMore, failed, retry, prepare } = useTransactionRows(accountId, order, filter);
  const onFocus = useCallback(() => {
    prepare();
    setFocused(true);
  }, [prepare]);
  const focus = useRowFocus(rows);
  const view = useRowView(accounts, setEditing, focus);
  const hasUnfinished = useHasDraft('edit:');
  const withAccounts = namesPlaces(filter);
  const columns = useMemo(
    () => (withAccounts ? besideCategory(props.columns) : props.columns),
    [withAccounts, props.columns],
  );
  const isEmpty = rows?.length === 0 && filter === '';

  return (
    <Card ref={focus.panelRef} tabIndex={-1} padded={false} aria-labelledby={titleId}>
      <PanelHead
        titleId={titleId}
        filterable={!isEmpty}
        filter={filter}
        onFilter={setFilter}
        onFocus={onFocus}
        order={order}
        onOrder={setOrder}
        wide={wide}
      />
      {(filter !== '' || (focused && accounts.length > 1)) && (
        <Suspense>
          <FilterResult
            filter={filter}
            onFilter={setFilter}
            total={total}
            sum={sum}
            own={account}
            accounts={accounts}
          />
        </Suspense>
      )}
      {!editing && hasUnfinished && (
        <Suspense>
          <UnfinishedEdits
            accountId={accountId}
            role={account.role}
            mayChange={view.mayChange}
            onContinue={setEditing}
          />
        </Suspense>
      )}
      {failed && (
        <Suspense>
          <SearchFailed onRetry={retry} />
        </Suspense>
      )}
      {isEmpty && empty}
      {rows && rows.length > 0 && wide && (
        <TransactionsTable
          columns={columns}
          rows={rows}
          total={total}
          order={order}
          onSort={(column) => setOrder(orderAfterClick(order, column))}
          onEnd={loadMore}
          view={view}
        />
      )}
      {rows && rows.length > 0 && !wide && (
        <Suspense>
          <TransactionCards
            rows={rows}
            byDay={order.column === 'date'}
            onEnd={loadMore}
            view={view}
            withAccounts={withAccounts}
          />
        </Suspense>
      )}
      {filter !== '' && (
        <div role="status">
          {total === 0 && (
            <EmptyState icon={<InboxIcon />} title={texts.NOTHING_FOUND}>
              {texts.nothingHas(filter)}
            </EmptyState>
          )}
        </div>
      )}
      {editing && (
        <Suspense>
          <TransactionDialog
            accountId={editing.accountId}
            row={editing}
            typeFixed={!view.mayChange({ ...editing, type: 'expense' })}
            onClose={() => setEditing(null)}
            {...(!wide && { onDelete: () => view.remove(editing) })}
          />
        </Suspense>
      )}
    </Card>
  );
}

function besideCategory(columns: readonly TableColumn[]): TableColumn[] {
  return columns.flatMap((column) => (column === 'category' ? [column, 'account'] : column));
}

/** The part of the panel that a new transaction does not change. */
const PanelHead = memo(function PanelHead(props: {
  titleId: string;
  filterable: boolean;
  filter: string;
  onFilter: (filter: string) => void;
  onFocus: () => void;
  order: Order;
  onOrder: (order: Order) => void;
  wide: boolean;
}) {
  const { titleId, filterable, filter, onFilter, onFocus, order, onOrder, wide } = props;
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      gap="3"
      p={{ base: '4', md: '5' }}
    >
      <chakra.h2 id={titleId} fontSize="md">
        {terms.TRANSACTIONS}
      </chakra.h2>
      <ArrivingHistory />
      {filterable && (
        <chakra.div
          display="grid"
          gridTemplateColumns={{ base: 'repeat(auto-fit, minmax(9rem, 1fr))', lg: 'auto' }}
          gap="2"
          width={{ base: 'full', lg: 'auto' }}
        >
          <FilterField value={filter} onChange={onFilter} onFocus={onFocus} />
          {!wide && (
            // Its place is there from the start, so that nothing moves when it comes.
            <Suspense fallback={<chakra.div minHeight="11" />}>
              <SortSelect order={order} onChange={onOrder} />
            </Suspense>
          )}
        </chakra.div>
      )}
    </chakra.div>
  );
});

/**
 * Shows, during a first sync, how many of the older months have arrived. The sums above are already complete. It is on
 * the line of the title, so that no row moves when it appears or disappears.
 */
function ArrivingHistory() {
  const db = useDatabase();
  const backfill = useLiveQuery(async () => (await readSyncState(db)).backfill, [db]);
  return (
    backfill && (
      <Suspense>
        <HistoryProgress {...backfill} />
      </Suspense>
    )
  );
}
