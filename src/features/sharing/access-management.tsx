import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { accessShortId } from '#domain/books/budgets';
import { formatMoney } from '#domain/money/money';
import type { Target } from '#domain/rows';
import type { AccountView } from '#store/queries/accounts/accounts';
import type { BudgetView } from '#store/queries/budgets';
import { CREATE as CREATE_ACCOUNT, TYPE_NAMES } from '#texts/books/accounts';
import * as budgetTexts from '#texts/books/budgets';
import * as texts from '#texts/sharing/members';
import * as terms from '#texts/terms';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { EmptyList } from '#ui/empty-list';
import { Lines } from '#ui/lines';
import { Tabs } from '#ui/tabs';
import { useAccounts } from '../../session/accounts/use-accounts.ts';
import { useBudgets } from '../budgets/use-budgets.ts';
import { SharedItem } from './shared-item.tsx';

const TABS = [
  { value: 'account', label: terms.ACCOUNTS },
  { value: 'budget', label: terms.BUDGETS },
] as const;

/** The people of each account and budget that the user has. The user can leave those that others shared. */
export function AccessManagement({ first }: { first: Target }) {
  const [tab, setTab] = useState(first);
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId}>
      <chakra.h2 id={titleId} fontSize="md" mb="4">
        {texts.TITLE}
      </chakra.h2>
      <Tabs label={texts.TITLE} value={tab} tabs={TABS} onChange={setTab}>
        {tab === 'account' ? <SharedAccounts /> : <SharedBudgets />}
      </Tabs>
    </Card>
  );
}

function SharedAccounts() {
  const accounts = useAccounts();
  if (!accounts) return null;
  if (accounts.length === 0) {
    const action = (
      <Button asChild variant="outline">
        <Link to="/" search={{ tab: 'accounts' }}>
          {CREATE_ACCOUNT}
        </Link>
      </Button>
    );
    return (
      <EmptyList title={texts.NO_ACCOUNTS} action={action}>
        {texts.NO_ACCOUNTS_EXPLANATION}
      </EmptyList>
    );
  }
  return (
    <Lines mt="-3">
      {accounts.map((view) => (
        <SharedAccount key={view.account.id} view={view} />
      ))}
    </Lines>
  );
}

function SharedAccount({ view: { account, role } }: { view: AccountView }) {
  return (
    <SharedItem
      target={{ accountId: account.id, budgetId: null }}
      name={account.name}
      access={{ account: role, budget: null }}
      inviteTo={{ account: account.id }}
    >
      {TYPE_NAMES[account.type]}
    </SharedItem>
  );
}

function SharedBudgets() {
  const budgets = useBudgets('settings');
  if (!budgets) return null;
  if (budgets.length === 0) {
    const action = (
      <Button asChild variant="outline">
        <Link to="/settings" search={{ tab: 'budget' }}>
          {budgetTexts.CREATE_FIRST}
        </Link>
      </Button>
    );
    return (
      <EmptyList title={budgetTexts.EMPTY_TITLE} action={action}>
        {texts.NO_BUDGETS_EXPLANATION}
      </EmptyList>
    );
  }
  return (
    <Lines mt="-3">
      {budgets.map((view) => (
        <SharedBudget key={view.budget.id} view={view} />
      ))}
    </Lines>
  );
}

function SharedBudget({ view: { budget, access, categoryName } }: { view: BudgetView }) {
  return (
    <SharedItem
      target={{ accountId: budget.accountId, budgetId: budget.id }}
      name={budget.name}
      access={access}
      inviteTo={{ budget: budget.id }}
    >
      <span className="tabular">
        {texts.budget(accessShortId(budget.id), formatMoney(budget.amount), categoryName ?? terms.ALL_CATEGORIES)}
      </span>
    </SharedItem>
  );
}
