import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { memo } from 'react';
import type { TransactionRow } from '#domain/rows';
import type { Order } from '#domain/transactions/transactions';
import { readSyncState } from '#store/database/sync-state';
import * as terms from '#texts/terms';
import * as choosing from '#texts/transactions/choosing';
import { Button } from '#ui/button';
import { IconButton } from '#ui/icon-button';
import { ListChecksIcon } from '#ui/icons';
import { useDatabase } from '../../../session/session.ts';
import { BalanceToggle } from './balance-toggle.tsx';
import { ExportButton } from './export-button.tsx';
import { FilterField } from './filter-field.tsx';
import { HistoryProgress } from './history-progress.tsx';
import { isNewestFirst } from './order.ts';
import { SortSelect } from './sort-select.tsx';

/** The part of the panel that a new transaction does not change. */
export const PanelHead = memo(function PanelHead(props: {
  titleId: string;
  filterable: boolean;
  filter: string;
  onFilter: (filter: string) => void;
  onFocus: () => void;
  onBlur: () => void;
  order: Order;
  onOrder: (order: Order) => void;
  wide: boolean;
  /** A running balance is that of one account. */
  all: boolean;
  accountId: string;
  exportable: boolean;
  /** Null where the user may change no row, or is choosing already. */
  onChoose: ((row?: TransactionRow) => void) | null;
}) {
  const { titleId, all, filterable, filter, order, wide, accountId, onChoose } = props;
  const hasBalances = !all && wide && filterable && filter === '' && isNewestFirst(order);
  // On a narrow screen the rows need the room of a title.
  const isCompact = filterable && !wide;
  const words = onChoose && !isCompact && (
    <Button variant="ghost" size="sm" onClick={() => onChoose()}>
      {choosing.CHOOSE}
    </Button>
  );
  const icon = onChoose && isCompact && (
    <IconButton label={choosing.CHOOSE} onClick={() => onChoose()}>
      <ListChecksIcon aria-hidden />
    </IconButton>
  );
  const exporting = filterable && (
    <ExportButton query={{ filter, all, accountId, order }} compact={isCompact} disabled={!props.exportable} />
  );
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      columnGap="3"
      rowGap="1"
      px={{ base: '4', md: '5' }}
      pt={{ base: '2', lg: '3' }}
      pb={{ base: '2', lg: '3' }}
    >
      <chakra.h2 id={titleId} fontSize="md" srOnly={isCompact}>
        {terms.TRANSACTIONS}
      </chakra.h2>
      <ArrivingHistory />
      {!isCompact && (hasBalances || words || exporting) && (
        <chakra.div display="flex" ms="auto">
          {hasBalances && <BalanceToggle />}
          {words}
          {exporting}
        </chakra.div>
      )}
      {filterable && (
        <chakra.div display="flex" width={{ base: 'full', lg: 'auto' }} me={{ base: '-2', lg: '0' }}>
          <FilterField value={filter} onChange={props.onFilter} onFocus={props.onFocus} onBlur={props.onBlur} />
          {!wide && <SortSelect order={order} onChange={props.onOrder} />}
          {icon}
          {isCompact && exporting}
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
