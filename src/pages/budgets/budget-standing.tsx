import { chakra } from '@chakra-ui/react';
import type { BudgetLevel, BudgetProgress } from '#domain/books/budgets';
import { monthOf, periodOfMonth } from '#domain/dates/dates';
import { formatMoney } from '#domain/money/money';
import type { BudgetView } from '#store/queries/budgets';
import * as texts from '#texts/books/budgets';
import { TriangleAlertIcon } from '#ui/icons';
import { MoneyText, toneOf } from '#ui/money-text';
import { useToday } from '../../features/dates/use-today.ts';
import { ROWS_LINKS, RowsLink } from '../../features/transactions/rows-link.tsx';
import { ProgressBar } from './progress-bar.tsx';

const WARNINGS: Record<BudgetLevel, string | null> = {
  within: null,
  near: texts.NEAR_LIMIT,
  over: texts.LIMIT_REACHED,
};

/**
 * A budget in this month: spent of amount, what is left and for how many days, and its balance. What is spent and the
 * balance lead to their rows, where the dashboard lists them: in an account that the user has.
 */
export function BudgetStanding(props: {
  view: BudgetView;
  isGone?: boolean;
  /** Without the balance where nothing came in: it would say again what is spent. */
  brief?: boolean;
  progress: BudgetProgress;
}) {
  const { view, isGone = false, brief = false, progress } = props;
  const { name, amount } = view.budget;
  const period = periodOfMonth(monthOf(useToday()));
  const rows = isGone || view.accountName === null ? null : { budgets: { whole: view.filterName }, period };
  const { spent, remaining, percent, level, balance, daysLeft } = progress;
  const exceeded = remaining < 0;
  const warning = exceeded ? texts.OVER_LIMIT : WARNINGS[level];
  return (
    <chakra.div css={ROWS_LINKS} display="flex" flexDirection="column" gap="2">
      <chakra.p color="fg.muted" overflowWrap="anywhere">
        {texts.spentOf(
          <MoneyText key="spent" fontSize="lg" fontWeight="semibold">
            <RowsLink counted={rows && { ...rows, types: ['expense'] }}>{formatMoney(spent)}</RowsLink>
          </MoneyText>,
          <MoneyText key="amount" tone="neutral">
            {formatMoney(amount)}
          </MoneyText>,
        )}
      </chakra.p>
      <ProgressBar label={texts.spentOfBudget(name)} percent={percent} level={level} />
      <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" columnGap="3" rowGap="1">
        <chakra.span fontWeight="medium" className="tabular" color={exceeded ? 'danger' : undefined}>
          {exceeded ? texts.amountOver(formatMoney(-remaining)) : texts.amountLeft(formatMoney(remaining))}
        </chakra.span>
        <chakra.span color="fg.muted" display="flex" gap="3">
          <span className="tabular">{percent}%</span>
          <span>{texts.daysLeft(daysLeft)}</span>
        </chakra.span>
      </chakra.div>
      {warning && (
        <chakra.p display="flex" alignItems="center" gap="1.5" color={level === 'over' ? 'danger' : 'warning'}>
          <TriangleAlertIcon size={14} aria-hidden />
          {warning}
        </chakra.p>
      )}
      {(!brief || balance !== -spent) && (
        <chakra.p display="flex" justifyContent="space-between" gap="3" pt="2" borderTopWidth="1px" borderColor="line">
          <chakra.span color="fg.muted">{texts.BALANCE}</chakra.span>
          <MoneyText tone={toneOf(balance)}>
            <RowsLink counted={rows}>{formatMoney(balance, { sign: 'not_zero' })}</RowsLink>
          </MoneyText>
        </chakra.p>
      )}
    </chakra.div>
  );
}
