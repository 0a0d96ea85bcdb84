import { chakra } from '@chakra-ui/react';
import { memo, useMemo } from 'react';
import { isDate, type Period, today } from '#domain/dates/dates';
import { readDate } from '#domain/dates/written-date';
import { foldText } from '#domain/search-text';
import type { ReportScope } from '#store/queries/reports';
import * as problems from '#texts/field-problems';
import * as texts from '#texts/pages/reports';
import * as terms from '#texts/terms';
import { ChoiceField } from '#ui/choice-field';
import { Combobox } from '#ui/combobox';
import { WrittenDateField } from '../../features/dates/written-date-field.tsx';
import { ALL_LABELS, hasBothKinds, type ReportTargets } from './use-report-targets.ts';

const KINDS = [
  { value: 'account', label: terms.ACCOUNT },
  { value: 'budget', label: terms.BUDGET },
] as const;

/** Stands for all accounts or budgets in the list of them. */
const ALL = 'all';

/** The days that were typed; what is no date stays as it is. */
export function readPeriod({ from, to }: Period): Period {
  const day = today(new Date());
  return { from: readDate(from, day) ?? from, to: readDate(to, day) ?? to };
}

/** The error of each field of a period that was read; null when the period can be used. */
export function periodErrors({ from, to }: Period): { from?: string; to?: string } | null {
  if (!isDate(from)) return { from: problems.DATE_NOT_A_DATE };
  if (!isDate(to)) return { to: problems.DATE_NOT_A_DATE };
  return from > to ? { to: texts.PERIOD_BACKWARDS } : null;
}

/** The period as typed, both ends included, and the scope of the report. */
export const ReportFilters = memo(function ReportFilters(props: {
  period: Period;
  scope: ReportScope;
  targets: ReportTargets;
  onPeriod: (period: Period) => void;
  onScope: (scope: ReportScope) => void;
}) {
  const { period, scope, targets, onPeriod, onScope } = props;
  const errors = periodErrors(readPeriod(period));
  return (
    <chakra.div
      display="grid"
      gap="4"
      alignItems="start"
      gridTemplateColumns={{ base: 'repeat(auto-fit, minmax(9.5rem, 1fr))', lg: '10rem 10rem 14rem minmax(0, 1fr)' }}
    >
      <WrittenDateField
        label={texts.FROM}
        value={period.from}
        error={errors?.from}
        onText={(from) => onPeriod({ ...period, from })}
      />
      <WrittenDateField
        label={texts.TO}
        value={period.to}
        error={errors?.to}
        onText={(to) => onPeriod({ ...period, to })}
      />
      <ScopeFields scope={scope} targets={targets} onScope={onScope} />
    </chakra.div>
  );
});

const ScopeFields = memo(function ScopeFields(props: {
  scope: ReportScope;
  targets: ReportTargets;
  onScope: (scope: ReportScope) => void;
}) {
  const { scope, targets, onScope } = props;
  const { kind, id } = scope;
  const choices = useMemo(
    () => [
      { value: ALL, label: ALL_LABELS[kind] },
      ...targets[kind].map((target) => ({ value: target.id, label: target.name })),
    ],
    [kind, targets],
  );
  return (
    <>
      {hasBothKinds(targets) && (
        <chakra.div minWidth="0">
          <ChoiceField
            label={texts.REPORT_BY}
            value={kind}
            options={KINDS}
            onChange={(other) => onScope({ kind: other, id: null })}
          />
        </chakra.div>
      )}
      <chakra.div minWidth="0">
        <Combobox
          // What is typed belongs to the kind.
          key={kind}
          label={kind === 'account' ? terms.ACCOUNT : terms.BUDGET}
          name="scope"
          value={id ?? ALL}
          choices={choices}
          fold={foldText}
          onChoose={(chosen) => onScope({ kind, id: chosen === ALL || chosen === '' ? null : chosen })}
        />
      </chakra.div>
    </>
  );
});
