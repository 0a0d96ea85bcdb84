import { chakra } from '@chakra-ui/react';
import { formatMoney } from '#domain/money/money';
import { type Before, centsBefore, withThoseBefore } from '#domain/reports/compared';
import type { CategorySum, Report } from '#domain/reports/report';
import { type CategoryGroups, type ReportSection, sectionsOf } from '#domain/reports/report-groups';
import type { Counted } from '#domain/transactions/written-filter';
import * as texts from '#texts/pages/reports';
import * as terms from '#texts/terms';
import { Card } from '#ui/card';
import { RowsLink } from '../../features/transactions/rows-link.tsx';
import { HeadCell, ReportTable } from './report-table.tsx';

const SUMS = {
  // Below the name on narrow screens, in a separate column on wide ones.
  '& .bars': { display: 'block', position: 'relative' },
  '& .bars > span': {
    display: 'block',
    height: { base: '1.5', md: '2.5' },
    minWidth: '2px',
    borderRadius: 'sm',
    printColorAdjust: 'exact',
  },
  '& .bars > .income': { bg: 'income' },
  '& .bars > .expense': { bg: 'expense' },
  // What it was in the period before.
  '& .bars > .mark': {
    position: 'absolute',
    insetBlock: '-0.1875rem',
    width: '2px',
    height: 'auto',
    borderRadius: '0',
    bg: 'fg',
  },
  '& .was': { color: 'fg.muted', fontWeight: 'normal' },
  // Where no column has room for it.
  '& .was.to-md': { display: { base: 'block', md: 'none' }, _print: { display: 'none' } },
  '& th > .bar': { display: { base: 'block', md: 'none' }, mt: '1.5' },
  '& .type': { color: 'fg.muted' },
  '& .sum > span': { display: 'inline-flex', alignItems: 'center', gap: '1.5' },
  '& .group th, & .group .sum': { fontWeight: 'semibold' },
  '& .group th': { py: '2.5', pe: '2', textAlign: 'start', borderTopWidth: '1px', borderColor: 'line' },
  '& tfoot th': { fontWeight: 'medium' },
  '& tfoot .sum': { fontWeight: 'semibold' },
} as const;

function Head({ isCompared }: { isCompared: boolean }) {
  return (
    <thead>
      <tr>
        <HeadCell scope="col" width={{ base: '50%', md: '14rem' }}>
          {terms.CATEGORY}
        </HeadCell>
        <HeadCell scope="col" from="sm" width="6rem">
          {terms.TYPE}
        </HeadCell>
        <HeadCell aria-hidden from="md" />
        {isCompared && (
          <HeadCell scope="col" amount from="md" width="9rem">
            {texts.BEFORE}
          </HeadCell>
        )}
        <HeadCell scope="col" amount width={{ md: '10rem' }}>
          {terms.AMOUNT}
        </HeadCell>
      </tr>
    </thead>
  );
}

/**
 * Signed sums by category, each with a bar for its share of the largest. A mark on the bar says what it was in the
 * period before. Where categories have groups, they stand below them.
 */
export function CategoryBreakdown(props: {
  report: Report;
  before: Before | null;
  groups: CategoryGroups;
  counted: Counted | null;
}) {
  const { report, before, groups, counted } = props;
  const categories = withThoseBefore(report, before);
  const sections = sectionsOf(categories, groups);
  const isGrouped = sections.some(({ group }) => group !== null);
  const isCompared = before !== null;
  const wasOf = (sum: CategorySum) => (before ? centsBefore(before, sum) : null);
  const largest = Math.max(...categories.flatMap((sum) => [Math.abs(sum.cents), Math.abs(wasOf(sum) ?? 0)]));
  return (
    <Card aria-labelledby="report-by-category">
      <chakra.h3 id="report-by-category" fontSize="md" mb="2">
        {texts.BY_CATEGORY}
      </chakra.h3>
      <ReportTable css={SUMS} aria-labelledby="report-by-category">
        <Head isCompared={isCompared} />
        {sections.map((section) => (
          <tbody key={`${section.type} ${section.group ?? ''}`}>
            {isGrouped && <GroupRow section={section} isCompared={isCompared} />}
            {section.sums.map((sum) => (
              <CategoryRow
                key={`${sum.type} ${sum.category}`}
                sum={sum}
                was={wasOf(sum)}
                largest={largest}
                counted={counted}
              />
            ))}
          </tbody>
        ))}
        <tfoot>
          <tr>
            <th scope="row">{texts.NET_CHANGE}</th>
            <td className="from-sm" />
            <td aria-hidden className="from-md" />
            {isCompared && <td className="from-md" />}
            <td className="sum">
              <RowsLink counted={counted && { ...counted, types: ['income', 'expense'] }}>
                {formatMoney(report.netChange, { sign: 'not_zero' })}
              </RowsLink>
            </td>
          </tr>
        </tfoot>
      </ReportTable>
    </Card>
  );
}

/** The heading of a group, with the sum of its categories. */
function GroupRow({ section, isCompared }: { section: ReportSection; isCompared: boolean }) {
  const { group, type, cents } = section;
  return (
    <tr className="group">
      <th scope="rowgroup">{group ?? texts.NO_GROUP}</th>
      <td className="type from-sm">{type === 'income' ? terms.INCOME : terms.EXPENSE}</td>
      <td aria-hidden className="from-md" />
      {isCompared && <td className="from-md" />}
      <td className="sum">{formatMoney(cents, { sign: 'not_zero' })}</td>
    </tr>
  );
}

function CategoryRow(props: {
  sum: CategorySum;
  /** What it was in the period before, signed cents; null without one. */
  was: number | null;
  largest: number;
  counted: Counted | null;
}) {
  const { sum, was, largest, counted } = props;
  const { category, type, cents, count } = sum;
  const shareOf = (one: number) => `${(Math.abs(one) / largest) * 100}%`;
  const bar = (
    <span className="bars">
      <span className={type} style={{ width: shareOf(cents) }} />
      {was !== null && <span className="mark" style={{ insetInlineStart: shareOf(was) }} />}
    </span>
  );
  return (
    <tr>
      <th scope="row">
        {category}
        <span aria-hidden className="bar">
          {bar}
        </span>
      </th>
      <td className="type from-sm">{type === 'income' ? terms.INCOME : terms.EXPENSE}</td>
      <td aria-hidden className="bar from-md">
        {bar}
      </td>
      {was !== null && <td className="sum was from-md">{formatMoney(was, { sign: 'not_zero' })}</td>}
      <td className="sum">
        <span data-tone={type}>
          <RowsLink counted={counted && count > 0 ? { ...counted, types: [type], categories: [category] } : null}>
            {formatMoney(cents, { sign: 'not_zero' })}
          </RowsLink>
        </span>
        {was !== null && <small className="was to-md">{texts.wasBefore(formatMoney(was, { sign: 'not_zero' }))}</small>}
      </td>
    </tr>
  );
}
