import { chakra } from '@chakra-ui/react';
import type { BudgetLevel, BudgetProgress } from '#domain/budgets';
import { formatMoney } from '#domain/money';
import * as texts from '#texts/budgets';
import { TriangleAlertIcon } from '#ui/icons';
import { MoneyText } from '#ui/money-text';
import { ProgressBar } from './progress-bar.tsx';

const WARNINGS: Record<BudgetLevel, string | null> = {
  within: null,
  near: texts.NEAR_LIMIT,
  over: texts.LIMIT_REACHED,
};

/** A budget in this month: spent of amount, what is left and for how many days, and its balance. */
export function BudgetStanding(props: { name: string; amount: number; progress: BudgetProgress }) {
  const { name, amount, progress } = props;
  const { spent, remaining, percent, level, balance, daysLeft } = progress;
  const exceeded = remaining < 0;
  const warning = exceeded ? texts.OVER_LIMIT : WARNINGS[level];
  return (
    <chakra.div display="flex" flexDirection="column" gap="2">
      <chakra.div display="flex" flexWrap="wrap" alignItems="baseline" justifyContent="space-between" columnGap="3">
        <chakra.p color="fg.muted">
          {texts.spentOf(
            <MoneyText key="spent" fontSize="lg" fontWeight="semibold">
              {formatMoney(spent)}
            </MoneyText>,
            <MoneyText key="amount" tone="neutral">
              {formatMoney(amount)}
            </MoneyText>,
          )}
        </chakra.p>
        <chakra.span color="fg.muted" className="tabular">
          {percent}%
        </chakra.span>
      </chakra.div>
      <ProgressBar label={texts.spentOfBudget(name)} percent={percent} level={level} />
      <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" columnGap="3" rowGap="1">
        <chakra.span fontWeight="medium" className="tabular" color={exceeded ? 'danger' : undefined}>
          {exceeded ? texts.amountOver(formatMoney(-remaining)) : texts.amountLeft(formatMoney(remaining))}
        </chakra.span>
        <chakra.span color="fg.muted">{texts.daysLeft(daysLeft)}</chakra.span>
      </chakra.div>
      {warning && (
        <chakra.p display="flex" alignItems="center" gap="1.5" color={level === 'over' ? 'danger' : 'warning'}>
          <TriangleAlertIcon size={14} aria-hidden />
          {warning}
        </chakra.p>
      )}
      <chakra.p display="flex" justifyContent="space-between" gap="3" pt="2" borderTopWidth="1px" borderColor="line">
        <chakra.span color="fg.muted">{texts.BALANCE}</chakra.span>
        <MoneyText tone={balance >= 0 ? 'income' : 'expense'}>{formatMoney(balance, { sign: 'always' })}</MoneyText>
      </chakra.p>
    </chakra.div>
  );
}
