import { chakra } from '@chakra-ui/react';
import { formatMoney } from '#domain/money';
import type { CategorySum, Report } from '#domain/report';
import * as texts from '#texts/reports';
import * as terms from '#texts/terms';
import { Card } from '#ui/card';
import { ArrowDownIcon, ArrowUpIcon } from '#ui/icons';
import { MoneyText } from '#ui/money-text';
import { Cell, HeadCell, ReportTable, RowHead } from './report-table.tsx';

/** Signed sums by category, each with a bar as long as its share of the largest; the same rows as the exported file. */
export function CategoryBreakdown({ report }: { report: Report }) {
  const { categories, netChange } = report;
  const largest = Math.max(...categories.map(({ cents }) => Math.abs(cents)));
  return (
    <Card aria-labelledby="report-by-category">
      <chakra.h3 id="report-by-category" fontSize="md" mb="2">
        {texts.BY_CATEGORY}
      </chakra.h3>
      <ReportTable aria-labelledby="report-by-category">
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
        <tbody>
          {categories.map((sum) => (
            <CategoryRow key={`${sum.type} ${sum.category}`} sum={sum} largest={largest} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <RowHead scope="row" fontWeight="medium">
              {texts.NET_CHANGE}
            </RowHead>
            <Cell from="sm" />
            <Cell aria-hidden from="md" />
            <Cell amount>
              <MoneyText fontWeight="semibold">{formatMoney(netChange, { sign: 'always' })}</MoneyText>
            </Cell>
          </tr>
        </tfoot>
      </ReportTable>
    </Card>
  );
}

function CategoryRow({ sum, largest }: { sum: CategorySum; largest: number }) {
  const { category, type, cents } = sum;
  const Arrow = type === 'income' ? ArrowUpIcon : ArrowDownIcon;
  const bar = (
    <chakra.span
      display="block"
      height={{ base: '1.5', md: '2.5' }}
      minWidth="2px"
      borderRadius="sm"
      bg={type}
      css={{ printColorAdjust: 'exact' }}
      style={{ width: `${(Math.abs(cents) / largest) * 100}%` }}
    />
  );
  return (
    <tr>
      <RowHead scope="row">
        {category}
        <chakra.span aria-hidden display={{ base: 'block', md: 'none' }} mt="1.5">
          {bar}
        </chakra.span>
      </RowHead>
      <Cell color="fg.muted" from="sm">
        {type === 'income' ? terms.INCOME : terms.EXPENSE}
      </Cell>
      <Cell aria-hidden from="md">
        {bar}
      </Cell>
      <Cell amount>
        <MoneyText tone={type} display="inline-flex" alignItems="center" gap="1.5">
          <Arrow size={14} aria-hidden />
          {formatMoney(cents, { sign: 'always' })}
        </MoneyText>
      </Cell>
    </tr>
  );
}
