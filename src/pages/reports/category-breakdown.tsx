import { chakra } from '@chakra-ui/react';
import { formatMoney } from '#domain/money/money';
import type { CategorySum, Report } from '#domain/reports/report';
import { type CategoryGroups, type ReportSection, sectionsOf } from '#domain/reports/report-groups';
import type { Counted } from '#domain/transactions/written-filter';
import * as texts from '#texts/pages/reports';
import * as terms from '#texts/terms';
import { Card } from '#ui/card';
import { ArrowDownIcon, ArrowUpIcon } from '#ui/icons';
import { RowsLink } from '../../features/transactions/rows-link.tsx';
import { HeadCell, ReportTable } from './report-table.tsx';

const SUMS = {
  // Below the name on narrow screens, in a separate column on wide ones.
  '& .bar > span': {
    display: 'block',
    height: { base: '1.5', md: '2.5' },
    minWidth: '2px',
    borderRadius: 'sm',
    printColorAdjust: 'exact',
  },
  '& .bar > .income': { bg: 'income' },
  '& .bar > .expense': { bg: 'expense' },
  '& th > .bar': { display: { base: 'block', md: 'none' }, mt: '1.5' },
  '& .type': { color: 'fg.muted' },
  '& .sum > span': { display: 'inline-flex', alignItems: 'center', gap: '1.5' },
  '& .group th, & .group .sum': { fontWeight: 'semibold' },
  '& .group th': { py: '2.5', pe: '2', textAlign: 'start', borderTopWidth: '1px', borderColor: 'line' },
  '& tfoot th': { fontWeight: 'medium' },
  '& tfoot .sum': { fontWeight: 'semibold' },
} as const;

const HEAD = (
  <thead>
    <tr>
      <HeadCell scope="col" width={{ base: '50%', md: '14rem' }}>
        {terms.CATEGORY}
      </HeadCell>
      <HeadCell scope="col" from="sm" width="6rem">
        {terms.TYPE}
      </HeadCell>
      <HeadCell aria-hidden from="md" />
      <HeadCell scope="col" amount width={{ md: '10rem' }}>
        {terms.AMOUNT}
      </HeadCell>
    </tr>
  </thead>
);

/**
 * Signed sums by category, each with a bar for its share of the largest. Where categories have groups, they stand below
 * them.
 */
export function CategoryBreakdown(props: { report: Report; groups: CategoryGroups; counted: Counted | null }) {
  const { report, groups, counted } = props;
  const { categories, netChange } = report;
  const sections = sectionsOf(categories, groups);
  const isGrouped = sections.some(({ group }) => group !== null);
  const largest = Math.max(...categories.map(({ cents }) => Math.abs(cents)));
  return (
    <Card aria-labelledby="report-by-category">
      <chakra.h3 id="report-by-category" fontSize="md" mb="2">
        {texts.BY_CATEGORY}
      </chakra.h3>
      <ReportTable css={SUMS} aria-labelledby="report-by-category">
        {HEAD}
        {sections.map((section) => (
          <tbody key={`${section.type} ${section.group ?? ''}`}>
            {isGrouped && <GroupRow section={section} />}
            {section.sums.map((sum) => (
              <CategoryRow key={`${sum.type} ${sum.category}`} sum={sum} largest={largest} counted={counted} />
            ))}
          </tbody>
        ))}
        <tfoot>
          <tr>
            <th scope="row">{texts.NET_CHANGE}</th>
            <td className="from-sm" />
            <td aria-hidden className="from-md" />
            <td className="sum">
              <RowsLink counted={counted && { ...counted, types: ['income', 'expense'] }}>
                {formatMoney(netChange, { sign: 'not_zero' })}
              </RowsLink>
            </td>
          </tr>
        </tfoot>
      </ReportTable>
    </Card>
  );
}

/** The heading of a group, with the sum of its categories. */
function GroupRow({ section: { group, type, cents } }: { section: ReportSection }) {
  return (
    <tr className="group">
      <th scope="rowgroup">{group ?? texts.NO_GROUP}</th>
      <td className="type from-sm">{type === 'income' ? terms.INCOME : terms.EXPENSE}</td>
      <td aria-hidden className="from-md" />
      <td className="sum">{formatMoney(cents, { sign: 'not_zero' })}</td>
    </tr>
  );
}

function CategoryRow(props: { sum: CategorySum; largest: number; counted: Counted | null }) {
  const { sum, largest, counted } = props;
  const { category, type, cents } = sum;
  const Arrow = type === 'income' ? ArrowUpIcon : ArrowDownIcon;
  const bar = <span className={type} style={{ width: `${(Math.abs(cents) / largest) * 100}%` }} />;
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
      <td className="sum">
        <span data-tone={type}>
          <Arrow size={14} aria-hidden />
          <RowsLink counted={counted && { ...counted, types: [type], categories: [category] }}>
            {formatMoney(cents, { sign: 'not_zero' })}
          </RowsLink>
        </span>
      </td>
    </tr>
  );
}
