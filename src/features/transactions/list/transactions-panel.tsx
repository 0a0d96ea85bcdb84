import { type ReactNode, Suspense, useCallback, useId, useMemo, useState } from 'react';
import type { TransactionRow } from '#domain/rows';
import { NEWEST_FIRST } from '#domain/transactions/transactions';
import * as texts from '#texts/transactions/transactions';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { EmptyState } from '#ui/empty-state';
import { InboxIcon } from '#ui/icons';
import { dialogOnDemand, extraOnDemand } from '#ui/on-demand';
import { useWideScreen } from '#ui/use-wide-screen.ts';
import { type AccountView, useAccounts } from '../../../session/accounts/use-accounts.ts';
import { useHasDraft } from '../../../session/drafts/use-has-draft.ts';
import { useReconciledQuestion } from '../../reconciling/use-reconciled-question.tsx';
import { filterOf, type RowFocus, useRowFocus } from '../use-row-focus.ts';
import { PanelHead } from './panel-head.tsx';
import type { TableColumn } from './row-cells.tsx';
import type { RowView } from './row-view.ts';
import { SearchFailed } from './search-failed.tsx';
import { TransactionList } from './transaction-list.tsx';
import { useEditedRow } from './use-edited-row.ts';
import { useFilter } from './use-filter.ts';
import { type Listed, namesPlaces } from './use-filter-sources.ts';
import { useRowView } from './use-row-view.ts';
import { useWithBalances } from './use-running-balance.ts';
import { type Selection, useSelection } from './use-selection.ts';
import { useTransactionRows } from './use-transaction-rows.ts';

const FilterResult = extraOnDemand(() => import('./filter-result.tsx'));
const UnfinishedEdits = extraOnDemand(() => import('./unfinished-edits.tsx'));
const ChoiceBar = extraOnDemand(() => import('./choice-bar.tsx'));
const TransactionDialog = dialogOnDemand(() => import('./transaction-dialog.tsx'));
const AgainDialog = dialogOnDemand(() => import('../quick-entry/again-dialog.tsx'));
const TransferDialog = dialogOnDemand(() => import('../transfer/transfer-dialog.tsx'));

/**
 * The transactions of one account, or of those that the filter names: filter, sortable list, and the dialog that edits
 * a row.
 */
export function TransactionsPanel(props: {
  account: AccountView;
  /** All accounts instead of this one, which takes new transactions all the same. */
  all?: boolean;
  columns: readonly TableColumn[];
  /** Shown when the account has no transactions at all. */
  empty: ReactNode;
}) {
  const { account, all = false, empty } = props;
  const accountId = account.account.id;
  const known = useAccounts();
  const accounts = useMemo(() => known ?? [account], [known, account]);
  const wide = useWideScreen();
  const titleId = useId();
  const [order, setOrder] = useState(NEWEST_FIRST);
  const { filter, type, settle, choose } = useFilter();
  const [editing, setEditing] = useState<TransactionRow | null>(null);
  const [repeated, setRepeated] = useState<TransactionRow | null>(null);
  const listed = useListed(accountId, all, accounts);
  const withBalances = useWithBalances(wide);
  const list = useTransactionRows(listed, order, filter, withBalances);
  const { total, sum, balances, loadMore, failed, retry, readAll, prepare } = list;
  const focus = useRowFocus(list.rows);
  const inPlace = useEditedRow(`${accountId} ${filter}`, list.rows, focus.panelRef);
  const { rows, edited, close } = inPlace;
  const { ask, question } = useReconciledQuestion();
  const view = useRowView(accounts, setEditing, setRepeated, focus, ask);
  const { selection, start, stop } = useSelection(`${accountId} ${filter}`, rows);
  const mayChangeSome = useMemo(() => rows?.some(view.mayChange) ?? false, [rows, view]);
  const onChoose = useCallback(
    (row?: TransactionRow) => {
      if (edited) close(edited);
      start(row ? [row] : []);
    },
    [start, edited, close],
  );
  const clear = () => {
    choose('');
    // The button goes with the text.
    if (focus.panelRef.current) filterOf(focus.panelRef.current)?.focus();
  };
  const hasUnfinished = useHasDraft('edit:');
  const withAccounts = all || namesPlaces(filter);
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
        onFilter={type}
        onFocus={prepare}
        onBlur={settle}
        order={order}
        onOrder={setOrder}
        wide={wide}
        all={all}
        accountId={accountId}
        exportable={total !== 0}
        onChoose={mayChangeSome && !selection ? onChoose : null}
      />
      {filter !== '' && (
        <Suspense>
          <FilterResult
            filter={filter}
            onFilter={choose}
            total={total}
            sum={sum}
            own={account}
            all={all}
            accounts={accounts}
          />
        </Suspense>
      )}
      {!editing && hasUnfinished && (
        <Suspense>
          <UnfinishedEdits
            accountId={accountId}
            all={all}
            accounts={accounts}
            mayChange={view.mayChange}
            except={edited?.row.id}
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
          listName={list.listName}
          total={total}
          order={order}
          onOrder={setOrder}
          onEnd={loadMore}
          view={view}
          balances={balances}
          withAccounts={withAccounts}
          inPlace={inPlace}
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
            <EmptyState
              icon={<InboxIcon />}
              title={texts.NOTHING_FOUND}
              action={
                <Button variant="outline" onClick={clear}>
                  {texts.CLEAR_FILTER}
                </Button>
              }
            >
              {texts.nothingHas(filter)}
            </EmptyState>
          )}
        </div>
      )}
      {question}
      {repeated && (
        <Suspense>
          <AgainDialog row={repeated} onClose={() => setRepeated(null)} />
        </Suspense>
      )}
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
            {...(!wide && { offers: offersOf(view, focus, editing) })}
          />
        </Suspense>
      )}
    </Card>
  );
}

/** The account of the list; or the ids of all, which is another list only when they are others. */
function useListed(accountId: string, all: boolean, accounts: readonly AccountView[]): Listed {
  const ids = accounts.map(({ account }) => account.id).join(' ');
  return useMemo(() => (all ? ids.split(' ') : accountId), [all, ids, accountId]);
}

/** What a list without buttons offers in the dialog of a row. */
function offersOf(view: RowView, { leaving }: RowFocus, row: TransactionRow) {
  return { onDelete: () => view.remove(row), onRepeat: view.mayRepeat(row) ? () => view.repeat(row) : null, leaving };
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
