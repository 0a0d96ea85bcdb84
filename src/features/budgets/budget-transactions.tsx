import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { formatDate } from '#domain/dates';
import { formatSignedAmount } from '#domain/money';
import { type BudgetView, newestOfBudget } from '#store/queries/budgets';
import { ArrowDownIcon, ArrowUpIcon } from '#ui/icons';
import { MoneyText } from '#ui/money-text';
import { useDatabase } from '../session/session.tsx';

/** The latest transactions that a budget covers. */
export function BudgetTransactions({ view, limit }: { view: BudgetView; limit: number }) {
  const db = useDatabase();
  const rows = useLiveQuery(() => newestOfBudget(db, view, limit), [db, view, limit]);
  if (!rows) return null;
  if (rows.length === 0) return <chakra.p color="fg.muted">No transactions found for this budget.</chakra.p>;
  return (
    <chakra.ul listStyle="none" aria-label="Latest transactions" css={{ '& > li + li': { borderTopWidth: '1px' } }}>
      {rows.map((row) => {
        const Arrow = row.type === 'income' ? ArrowUpIcon : ArrowDownIcon;
        return (
          <chakra.li key={row.id} display="flex" alignItems="center" gap="3" py="2" borderColor="line">
            <chakra.div flex="1" minWidth="0">
              <chakra.p truncate>{row.description}</chakra.p>
              <chakra.p color="fg.muted" fontSize="xs" truncate>
                <time dateTime={row.date}>{formatDate(row.date)}</time> · {row.category} ·{' '}
                {row.userEmail ?? 'Anonymous'}
              </chakra.p>
            </chakra.div>
            <MoneyText tone={row.type} display="inline-flex" alignItems="center" gap="1.5">
              <Arrow size={14} aria-hidden />
              {formatSignedAmount(row)}
            </MoneyText>
          </chakra.li>
        );
      })}
    </chakra.ul>
  );
}
