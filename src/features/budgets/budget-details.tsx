import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import type { BudgetProgress } from '#domain/budgets';
import { can, canContribute } from '#domain/roles';
import type { BudgetView } from '#store/queries/budgets';
import { Button } from '#ui/button';
import { BudgetStanding } from './budget-standing.tsx';
import { BudgetTransactions } from './budget-transactions.tsx';
import { coverageText } from './coverage-text.ts';
import { InvitedList } from './invited-list.tsx';

/** What dialog and panel say about a budget; `wide` puts its parts side by side. */
export function BudgetDetails(props: {
  view: BudgetView;
  progress: BudgetProgress | undefined;
  latest: number;
  wide?: boolean;
}) {
  const { view, progress, latest, wide = false } = props;
  const { budget } = view;
  return (
    <chakra.div
      display="grid"
      gap={wide ? '8' : '5'}
      gridTemplateColumns={{ base: '1fr', lg: wide ? '3fr 2fr' : '1fr' }}
      alignItems="start"
    >
      <chakra.div display="flex" flexDirection="column" gap="5" order={wide ? { lg: 1 } : 0} minWidth="0">
        <div>
          <chakra.p color="fg.muted">{coverageText(view)}</chakra.p>
          {budget.description && (
            <chakra.p mt="1" overflowWrap="anywhere">
              {budget.description}
            </chakra.p>
          )}
        </div>
        {progress && <BudgetStanding name={budget.name} amount={budget.amount} progress={progress} />}
        <Part title="Invited users">
          <InvitedList budget={budget} />
        </Part>
      </chakra.div>
      <Part title={`Latest ${latest} transactions`}>
        <BudgetTransactions view={view} limit={latest} />
      </Part>
    </chakra.div>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <chakra.div minWidth="0">
      <chakra.h4 fontWeight="semibold" mb="1.5">
        {title}
      </chakra.h4>
      {children}
    </chakra.div>
  );
}

/** What the user may do with the budget: contribute, invite others to it, edit it. */
export function BudgetActions({ view, onContribute }: { view: BudgetView; onContribute: () => void }) {
  const { budget, access, mayManage } = view;
  const mayInvite = can(access.account, 'access.manage') || can(access.budget, 'access.manage');
  return (
    <>
      {mayManage && (
        <Button asChild variant="ghost">
          <Link to="/settings" search={{ tab: 'budget', budgetId: budget.id }}>
            Edit Budget
          </Link>
        </Button>
      )}
      {mayInvite && (
        <Button asChild variant="outline">
          <Link to="/settings" search={{ tab: 'userAccess', budget: budget.id }}>
            Invite Users
          </Link>
        </Button>
      )}
      {canContribute(access, 'income') && (
        <Button variant="outline" onClick={onContribute}>
          Contribute
        </Button>
      )}
    </>
  );
}
