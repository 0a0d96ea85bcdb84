import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { memo, type ReactNode, Suspense, useCallback, useId, useMemo, useState } from 'react';
import type { TransactionRow } from '#domain/rows';
import { NEWEST_FIRST, type Order } from '#domain/transactions/transactions';
import { readSyncState } from '#store/database/sync-state';
import * as terms from '#texts/terms';
import * as choosing from '#texts/transactions/choosing';
import * as texts from '#texts/transactions/transactions';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { EmptyState } from '#ui/empty-state';
import { InboxIcon } from '#ui/icons';
import { dialogOnDemand, extraOnDemand } from '#ui/on-demand';
import { useWideScreen } from '#ui/use-wide-screen.ts';
import { type AccountView, useAccounts } from '../../../session/accounts/use-accounts.ts';
import { useHasDraft } from '../../../session/drafts/use-has-draft.ts';
import { useDatabase } from '../../../session/session.ts';
import { useReconciledQuestion } from '../../reconciling/use-reconciled-question.tsx';
import { useRowFocus } from '../use-row-focus.ts';
import { FilterField } from './filter-field.tsx';
import { HistoryProgress } from './history-progress.tsx';
import { SearchFailed } from './search-failed.tsx';
import { SortSelect } from './sort-select.tsx';
import { TransactionList } from './transaction-list.tsx';
import type { TableColumn } from './transactions-table.tsx';
import { useFilter } from './use-filter.ts';
import { namesPlaces } from './use-filter-sources.ts';
import { useRowView } from './use-row-view.ts';
import { type Selection, useSelection } from './use-selection.ts';
import { useTransactionRows } from './use-transaction-rows.ts';

const FilterResult = extraOnDemand(() => import('./filter-result.tsx'));
const UnfinishedEdits = extraOnDemand(() => import('./unfinished-edits.tsx'));
const ChoiceBar = extraOnDemand(() => import('./choice-bar.tsx'));
const TransactionDialog = dialogOnDemand(() => import('./transaction-dialog.tsx'));
const TransferDialog = dialogOnDemand(() => import('../transfer/transfer-dialog.tsx'));

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
  const { rows, total, sum, loadMore, failed, retry, readAll, prepare } = useTransactionRows(accountId, order, filter);
  const onFocus = useCallback(() => {
    prepare();
    setFocused(true);
  }, [prepare]);
  const focus = useRowFocus(rows);
  const { ask, question } = useReconciledQuestion();
  const view = useRowView(accounts, setEditing, focus, ask);
  const { selection, start, stop } = useSelection(`${accountId} ${filter}`, rows);
  const mayChangeSome = useMemo(() => rows?.some(view.mayChange) ?? false, [rows, view]);
  const onChoose = useCallback((row?: TransactionRow) => start(row ? [row] : []), [start]);
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
        onChoose={mayChangeSome && !selection ? onChoose : null}
      />
      {(filter !== '' || focused) && (
        <Suspense>
          <FilterResult
            filter={filter}
            onFilter={setFilter}
            total={total}
            sum={sum}
            order={order}
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
      {failed && <SearchFailed onRetry={retry} />}
      {isEmpty && empty}
      {rows && rows.length > 0 && (
        <TransactionList
          wide={wide}
          columns={columns}
          rows={rows}
          total={total}
          order={order}
          onOrder={setOrder}
          onEnd={loadMore}
          view={view}
          withAccounts={withAccounts}
          selection={selection}
          onChoose={onChoose}
        />
      )}
      <Choosing
        selection={selection}
        mayChange={view.mayChange}
        accountId={accountId}
        onAll={() => void readAll().then(start)}
        onDone={stop}
      />
      {filter !== '' && (
        <div role="status">
          {total === 0 && (
            <EmptyState icon={<InboxIcon />} title={texts.NOTHING_FOUND}>
              {texts.nothingHas(filter)}
            </EmptyState>
          )}
        </div>
      )}
      {question}
      {editing?.nature === 'transfer' && (
        <Suspense>
          <TransferDialog row={editing} onClose={() => setEditing(null)} onDelete={() => view.remove(editing)} />
        </Suspense>
      )}
      {editing && editing.nature !== 'transfer' && (
        <Suspense>
          <TransactionDialog
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

/** The bar of what is done to the chosen rows; nothing while the user does not choose. */
function Choosing(props: {
  selection: Selection | null;
  mayChange: (row: TransactionRow) => boolean;
  accountId: string;
  onAll: () => void;
  onDone: () => void;
}) {
  const { selection, ...bar } = props;
  return (
    selection && (
      <Suspense>
        <ChoiceBar rows={selection.rows} onUpdate={selection.update} {...bar} />
      </Suspense>
    )
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
  /** Null where the user may change no row, or is choosing already. */
  onChoose: ((row?: TransactionRow) => void) | null;
}) {
  const { titleId, filterable, filter, onFilter, onFocus, order, onOrder, wide, onChoose } = props;
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
      {onChoose && (
        <Button variant="ghost" size="sm" ms="auto" onClick={() => onChoose()}>
          {choosing.CHOOSE}
        </Button>
      )}
      {filterable && (
        <chakra.div
          display="grid"
          gridTemplateColumns={{ base: 'repeat(auto-fit, minmax(9rem, 1fr))', lg: 'auto' }}
          gap="2"
          width={{ base: 'full', lg: 'auto' }}
        >
          <FilterField value={filter} onChange={onFilter} onFocus={onFocus} />
          {!wide && <SortSelect order={order} onChange={onOrder} />}
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
  return backfill && <HistoryProgress {...backfill} />;
}
