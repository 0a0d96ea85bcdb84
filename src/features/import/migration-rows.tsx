import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import * as imports from '#texts/import/import';
import * as texts from '#texts/import/migration';
import { Alert } from '#ui/alert';
import { SelectField } from '#ui/select-field';
import { idOf, LEAVE, NEW } from '../../import/worker/migration-plan.ts';
import { PlanView } from './plan-view.tsx';
import { changesOf } from './scoped-changes.ts';
import type { KeptChanges } from './use-changes.ts';
import type { MigrationState } from './use-migration.ts';
import type { OfferedCategory } from './use-offered-categories.ts';

/** What would be done with the rows, account by account. */
export function MigrationRows(props: {
  state: MigrationState;
  changes: KeptChanges;
  /** Categories that are made, and that rows may have. */
  made: readonly OfferedCategory[];
}) {
  const { state, changes, made } = props;
  const { accounts, plans } = state;
  const [chosen, setChosen] = useState(0);
  const open = accounts.flatMap(({ choice, name }, at) => (choice.into === LEAVE ? [] : [{ at, name }]));
  const at = open.some((one) => one.at === chosen) ? chosen : open[0]?.at;
  const account = at === undefined ? undefined : accounts[at];
  const plan = at === undefined ? undefined : plans.plans[at];
  if (at === undefined || !account) return null;
  if (plans.failed) return <Alert tone="error">{imports.PLAN_FAILED}</Alert>;
  if (plans.rows !== null || !plan) return <p role="status">{imports.planned(plans.rows ?? 0)}</p>;
  return (
    <chakra.section aria-label={texts.ROWS} display="flex" flexDirection="column" gap="3">
      {open.length > 1 && (
        <SelectField
          label={texts.ROWS_OF}
          value={String(at)}
          options={open.map((one) => ({ value: String(one.at), label: one.name }))}
          onChange={({ currentTarget: { value } }) => setChosen(Number(value))}
        />
      )}
      <PlanView
        key={at}
        plan={{ ...plan, unreadable: [] }}
        rows={account.rows}
        accountId={account.choice.into === NEW ? null : idOf(account.choice)}
        changes={changesOf(changes, account.name)}
        made={made}
      />
    </chakra.section>
  );
}
