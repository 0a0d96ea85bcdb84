import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { BudgetProgress } from '#domain/books/budgets';
import { can } from '#domain/sharing/roles';
import type { BudgetView } from '#store/queries/budgets';
import * as actions from '#texts/actions';
import * as texts from '#texts/books/budgets';
import * as failures from '#texts/failures';
import * as terms from '#texts/terms';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { BudgetStanding } from './budget-standing.tsx';
import { BudgetTransactions } from './budget-transactions.tsx';
import { coverageTexts } from './coverage-text.ts';
import { InvitedList } from './invited-list.tsx';

const Part = chakra('div', { base: { minWidth: '0' } });
const PartTitle = chakra('h3', { base: { fontSize: 'sm' } });

/**
 * The content of the budget dialog and panel, with the actions to edit and share the budget. `wide` puts the parts side
 * by side.
 */
export function BudgetDetails(props: {
  view: BudgetView;
  isGone: boolean;
  progress: BudgetProgress | undefined;
  latest: number;
  wide?: boolean;
}) {
  const { view, isGone, progress, latest, wide = false } = props;
  const { budget, access, mayManage } = view;
  const mayInvite = !isGone && (can(access.account, 'access.manage') || can(access.budget, 'access.manage'));
  const parts = '"about" "latest" "people"';
  return (
    <chakra.div
      display="grid"
      columnGap="8"
      rowGap="5"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: wide ? '3fr 2fr' : 'minmax(0, 1fr)' }}
      gridTemplateRows={{ lg: wide ? 'auto 1fr' : 'none' }}
      gridTemplateAreas={{ base: parts, lg: wide ? '"latest about" "latest people"' : parts }}
    >
      <Part gridArea="about">
        {isGone && <Alert tone="warning">{failures.GONE}</Alert>}
        <chakra.p color="fg.muted">{coverageTexts(view).join(' · ')}</chakra.p>
        {budget.description && (
          <chakra.p mt="1" overflowWrap="anywhere">
            {budget.description}
          </chakra.p>
        )}
        {mayManage && !isGone && (
          <Button asChild variant="plain" size="inline">
            <Link to="/settings" search={{ tab: 'budget', budgetId: budget.id }}>
              {texts.EDIT}
            </Link>
          </Button>
        )}
        <chakra.div mt="4">{progress && <BudgetStanding view={view} isGone={isGone} progress={progress} />}</chakra.div>
      </Part>
      <Part gridArea="latest">
        <PartTitle mb="1.5">{texts.latest(latest)}</PartTitle>
        <BudgetTransactions view={view} limit={latest} />
      </Part>
      <Part gridArea="people">
        <SplitLine>
          <PartTitle>{terms.INVITED_USERS}</PartTitle>
          {mayInvite && (
            <Button asChild variant="outline" size="sm">
              <Link to="/settings" search={{ tab: 'userAccess', budget: budget.id }}>
                {actions.INVITE_USERS}
              </Link>
            </Button>
          )}
        </SplitLine>
        <InvitedList budget={budget} />
      </Part>
    </chakra.div>
  );
}

function SplitLine({ children }: { children: ReactNode }) {
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="2" mb="1.5">
      {children}
    </chakra.div>
  );
}
