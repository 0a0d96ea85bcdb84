import { chakra } from '@chakra-ui/react';
import { formatMoney } from '#domain/money/money';
import * as texts from '#texts/import/migration';
import { SelectField, type SelectOption } from '#ui/select-field';
import type { PlannedBudget } from '../../import/worker/migration-messages.ts';
import { LEAVE } from '../../import/worker/migration-plan.ts';

const PROBLEMS = { no_category: texts.NO_CATEGORY, has_budget: texts.HAS_BUDGET, second: texts.SECOND_BUDGET };

/** In which account the budgets of the export are made, and each of them. */
export function MigrationBudgets(props: {
  budgets: readonly PlannedBudget[];
  into: string;
  accounts: readonly SelectOption[];
  onInto: (account: string) => void;
}) {
  const { budgets, into, accounts, onInto } = props;
  return (
    <section aria-label={texts.BUDGETS}>
      <SelectField
        label={texts.BUDGETS_INTO}
        hint={texts.BUDGETS_HINT}
        value={into}
        options={[...accounts, { value: LEAVE, label: texts.NO_BUDGETS }]}
        onChange={({ currentTarget: { value } }) => onInto(value)}
      />
      <chakra.ul listStyleType="none" mt="2" fontSize="sm">
        {budgets.map(({ category, cents, problem }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may become one category, and none changes places.
          <chakra.li key={at} display="flex" justifyContent="space-between" gap="2" py="1">
            <chakra.span minWidth="0" overflowWrap="anywhere">
              {category}
              {problem && <chakra.span color="fg.muted">{` (${PROBLEMS[problem]})`}</chakra.span>}
            </chakra.span>
            <chakra.span className="tabular" color={problem ? 'fg.muted' : undefined}>
              {formatMoney(cents)}
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
    </section>
  );
}
