import { chakra } from '@chakra-ui/react';
import { isDate, type Period } from '#domain/dates';
import type { ReportScope } from '#store/queries/reports';
import { ChoiceField } from '#ui/choice-field';
import { DateField } from '#ui/date-field';
import { SelectField } from '#ui/select-field';
import { ALL_LABELS, type ReportTargets } from './use-report-targets.ts';

const KINDS = [
  { value: 'account', label: 'Account' },
  { value: 'budget', label: 'Budget' },
] as const;

/** What is wrong with a period as typed, by field; null when it can be used. */
export function periodErrors({ from, to }: Period): { from?: string; to?: string } | null {
  const problem = 'Enter a date of the calendar.';
  if (!isDate(from)) return { from: problem };
  if (!isDate(to)) return { to: problem };
  return from > to ? { to: 'The period ends before it begins.' } : null;
}

/** The period, both ends included, and what the report is over. */
export function ReportFilters(props: {
  period: Period;
  scope: ReportScope;
  targets: ReportTargets;
  onPeriod: (period: Period) => void;
  onScope: (scope: ReportScope) => void;
}) {
  const { period, scope, targets, onPeriod, onScope } = props;
  const errors = periodErrors(period);
  return (
    <chakra.div
      display="grid"
      gap="4"
      alignItems="start"
      gridTemplateColumns={{ base: 'repeat(auto-fit, minmax(9.5rem, 1fr))', lg: '10rem 10rem 14rem minmax(0, 1fr)' }}
    >
      <DateField
        label="From"
        value={period.from}
        error={errors?.from}
        onChange={(event) => onPeriod({ ...period, from: event.currentTarget.value })}
      />
      <DateField
        label="To"
        value={period.to}
        error={errors?.to}
        onChange={(event) => onPeriod({ ...period, to: event.currentTarget.value })}
      />
      <chakra.div minWidth="0">
        <ChoiceField
          label="Report by"
          value={scope.kind}
          options={KINDS}
          onChange={(kind) => onScope({ kind, id: null })}
        />
      </chakra.div>
      <chakra.div minWidth="0">
        <SelectField
          label={scope.kind === 'account' ? 'Account' : 'Budget'}
          placeholder={ALL_LABELS[scope.kind]}
          value={scope.id ?? ''}
          options={targets[scope.kind].map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => onScope({ kind: scope.kind, id: event.currentTarget.value || null })}
        />
      </chakra.div>
    </chakra.div>
  );
}
