import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { BudgetProgress } from '#domain/books/budgets';
import { canContribute } from '#domain/sharing/roles';
import { budgetsProgress } from '#store/queries/budget-state';
import type { BudgetView } from '#store/queries/budgets';
import * as texts from '#texts/books/budgets';
import * as drafts from '#texts/device/drafts';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { EmptyState } from '#ui/empty-state';
import { TargetIcon } from '#ui/icons';
import { useBudgets } from '../../features/budgets/use-budgets.ts';
import { useToday } from '../../features/dates/use-today.ts';
import { contributionForm } from '../../session/drafts/form-names.ts';
import { momentOf } from '../../session/drafts/moment.ts';
import UnfinishedLine from '../../session/drafts/unfinished-line.tsx';
import { useUnfinished } from '../../session/drafts/use-unfinished.ts';
import { useDatabase } from '../../session/session.ts';
import { BudgetCard } from './budget-card.tsx';
import { BudgetDialog } from './budget-dialog.tsx';
import { BudgetPanel } from './budget-panel.tsx';
import { ContributeDialog } from './contribute-dialog.tsx';
import { useOpenedBudget } from './use-opened-budget.ts';

/** The tab Budgets of a signed-in user. */
export function BudgetsTab() {
  const budgets = useBudgets('tab');
  return (
    <chakra.div display="flex" flexDirection="column" gap={{ base: '4', md: '5' }}>
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="3">
        <chakra.h2 fontSize="lg">{texts.TITLE}</chakra.h2>
        <Button asChild variant="outline">
          <Link to="/settings" search={{ tab: 'budget' }}>
            {texts.MANAGE}
          </Link>
        </Button>
      </chakra.div>
      {budgets && <Budgets budgets={budgets} />}
    </chakra.div>
  );
}

/** By the share that is spent. Until that is read, no card is shown, because it would move. */
function mostUrgentFirst(
  budgets: readonly BudgetView[],
  progress: ReadonlyMap<string, BudgetProgress> | undefined,
): BudgetView[] {
  if (!progress) return [];
  const percentOf = ({ budget }: BudgetView) => progress.get(budget.id)?.percent ?? 0;
  return budgets.toSorted((one, other) => percentOf(other) - percentOf(one));
}

/** The cards; at most one dialog, and below the cards at most one expanded budget. */
function Budgets({ budgets }: { budgets: readonly BudgetView[] }) {
  const db = useDatabase();
  const day = useToday();
  const inDialog = useOpenedBudget(budgets);
  const expanded = useOpenedBudget(budgets);
  const contributing = useOpenedBudget(budgets);
  const progress = useLiveQuery(
    () => budgetsProgress(db, [...budgets, ...[inDialog.gone, expanded.gone].filter((view) => view !== null)], day),
    [db, budgets, inDialog.gone, expanded.gone, day],
  );
  const unfinished = useUnfinished(contributionForm(''));
  return (
    <>
      {!contributing.view &&
        budgets.flatMap((view) => {
          const draft = unfinished.find(({ form }) => form === contributionForm(view.budget.id));
          if (!draft) return [];
          const text = drafts.contributionNotSaved(view.budget.name, momentOf(draft.keptAt));
          const onContinue = canContribute(view.access, 'income') ? () => contributing.open(view) : undefined;
          return [<UnfinishedLine key={draft.form} draft={draft} text={text} onContinue={onContinue} />];
        })}
      {budgets.length > 0 ? (
        <chakra.ul
          listStyle="none"
          aria-label={texts.TITLE}
          display="grid"
          gap="4"
          gridTemplateColumns={{
            base: 'minmax(0, 1fr)',
            md: 'repeat(2, minmax(0, 1fr))',
            lg: 'repeat(3, minmax(0, 1fr))',
          }}
        >
          {mostUrgentFirst(budgets, progress).map((view) => (
            <li key={view.budget.id}>
              <BudgetCard view={view} progress={progress?.get(view.budget.id)} onOpen={() => inDialog.open(view)} />
            </li>
          ))}
        </chakra.ul>
      ) : (
        <NoBudgets />
      )}
      {expanded.view && (
        <BudgetPanel
          view={expanded.view}
          isGone={expanded.gone !== null}
          progress={progress?.get(expanded.view.budget.id)}
          onContribute={() => contributing.open(expanded.view)}
          onClose={expanded.close}
        />
      )}
      {inDialog.view && (
        <BudgetDialog
          view={inDialog.view}
          isGone={inDialog.gone !== null}
          progress={progress?.get(inDialog.view.budget.id)}
          onContribute={() => contributing.open(inDialog.view)}
          onExpand={() => {
            expanded.open(inDialog.view);
            inDialog.close();
          }}
          onClose={inDialog.close}
        />
      )}
      {contributing.view && <ContributeDialog view={contributing.view} onClose={contributing.close} />}
    </>
  );
}

function NoBudgets() {
  return (
    <Card>
      <EmptyState
        icon={<TargetIcon />}
        title={texts.EMPTY_TITLE}
        action={
          <Button asChild>
            <Link to="/settings" search={{ tab: 'budget' }}>
              {texts.CREATE_FIRST}
            </Link>
          </Button>
        }
      >
        {texts.EMPTY_EXPLANATION}
      </EmptyState>
    </Card>
  );
}
