import { memo } from 'react';
import { categoryNames, type CategoryFilter as Filter, type ReportPart, toggleCategory } from '#domain/reports/report';
import * as texts from '#texts/pages/reports';
import * as terms from '#texts/terms';
import { Chip, Chips } from './chips.tsx';

/** Which categories the report counts: all, or any number of them. */
export const CategoryFilter = memo(function CategoryFilter(props: {
  /** Their categories are offered. The filter's own categories are offered, too, so that they can be removed. */
  parts: readonly ReportPart[];
  filter: Filter;
  onChange: (filter: Filter) => void;
}) {
  const { parts, filter, onChange } = props;
  const names = categoryNames(parts);
  const offered = [...names, ...[...(filter ?? [])].filter((name) => !names.includes(name))];
  return (
    <Chips label={texts.CATEGORIES}>
      <Chip label={terms.ALL_CATEGORIES} checked={filter === null} onChange={() => onChange(null)} />
      {offered.map((name) => (
        <Chip
          key={name}
          label={name}
          checked={filter?.has(name) ?? false}
          onChange={() => onChange(toggleCategory(filter, name))}
        />
      ))}
    </Chips>
  );
});
