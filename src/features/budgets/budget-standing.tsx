import { chakra } from '@chakra-ui/react';
import type { BudgetLevel, BudgetProgress } from '#domain/budgets';
import { formatMoney } from '#domain/money';
import { counted } from '#domain/numbers';
import { TriangleAlertIcon } from '#ui/icons';
import { MoneyText } from '#ui/money-text';
import { ProgressBar } from './progress-bar.tsx';

const WARNINGS: Record<BudgetLevel, string | null> = { within: null, near: 'Near its limit', over: 'Limit reached' };

/** How a budget stands in this month: spent of amount, what is left, for how many days, and its balance. */
export function BudgetStanding(props: { name: string; amount: number; progress: BudgetProgress }) {
  const { name, amount, progress } = props;
  const { spent, remaining, percent, level, balance, daysLeft } = progress;
  const exceeded = remaining < 0;
  const warning = exceeded ? 'Over budget' : WARNINGS[level];
  return (
    <chakra.div display="flex" flexDirection="column" gap="2">
      <chakra.div display="flex" flexWrap="wrap" alignItems="baseline" justifyContent="space-between" columnGap="3">
        <chakra.p color="fg.muted">
          <MoneyText fontSize="lg" fontWeight="semibold">
            {formatMoney(spent)}
          </MoneyText>{' '}
          spent of <MoneyText tone="neutral">{formatMoney(amount)}</MoneyText>
        </chakra.p>
        <chakra.span color="fg.muted" className="tabular">
          {percent}%
        </chakra.span>
      </chakra.div>
      <ProgressBar label={`Spent of ${name}`} percent={percent} level={level} />
      <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" columnGap="3" rowGap="1">
        <chakra.span fontWeight="medium" className="tabular" color={exceeded ? 'danger' : undefined}>
          {exceeded ? `${formatMoney(-remaining)} over` : `${formatMoney(remaining)} left`}
        </chakra.span>
        <chakra.span color="fg.muted">{counted(daysLeft, 'day left', 'days left')}</chakra.span>
      </chakra.div>
      {warning && (
        <chakra.p display="flex" alignItems="center" gap="1.5" color={level === 'over' ? 'danger' : 'warning'}>
          <TriangleAlertIcon size={14} aria-hidden />
          {warning}
        </chakra.p>
      )}
      <chakra.p display="flex" justifyContent="space-between" gap="3" pt="2" borderTopWidth="1px" borderColor="line">
        <chakra.span color="fg.muted">Balance this month</chakra.span>
        <MoneyText tone={balance >= 0 ? 'income' : 'expense'}>{formatMoney(balance, { sign: 'always' })}</MoneyText>
      </chakra.p>
    </chakra.div>
  );
}
