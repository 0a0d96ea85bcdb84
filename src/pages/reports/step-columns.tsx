import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { formatMoney, formatShortAmount } from '#domain/money/money';
import { amountAxis } from '#domain/reports/amount-axis';
import { axisMarks, axisYears, type ReportStep, type StepSum, stepName } from '#domain/reports/report-steps';
import * as texts from '#texts/pages/reports';
import * as terms from '#texts/terms';

const NAMES = {
  day: texts.CHART_BY_DAY,
  week: texts.CHART_BY_WEEK,
  month: texts.CHART_BY_MONTH,
  year: texts.CHART_BY_YEAR,
};

const HEIGHT = '9rem';

// A report may have dozens of steps. They are plain elements that their parent styles, because a styled component costs
// several times as much as the element.

/**
 * The scale of amounts and lines: equal distances from the top of the columns down to zero, and no height of its own.
 */
const SCALE = { display: 'flex', flexDirection: 'column', justifyContent: 'space-between', height: HEIGHT } as const;

const AMOUNTS = {
  ...SCALE,
  flexShrink: 0,
  color: 'fg.muted',
  fontSize: 'xs',
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'end',
  '& > span': { height: '0', lineHeight: '0' },
} as const;

const LINES = {
  ...SCALE,
  position: 'absolute',
  insetX: '0',
  top: '0',
  '& > span': { height: '0', borderTopWidth: '1px', borderColor: 'line' },
  '& > span:last-child': { borderColor: 'line.control' },
} as const;

const COLUMNS = {
  '& > div': { position: 'relative', flex: '1 1 0', minWidth: '0', maxWidth: '24', _hover: { bg: 'sunken' } },
  '& > div > div': {
    display: 'flex',
    alignItems: 'flex-end',
    justifyContent: 'center',
    gap: '2px',
    height: HEIGHT,
  },
  // With many columns, a label is wider than its column: it is centred below it and overlaps both sides.
  '& > div > span': {
    display: 'flex',
    justifyContent: 'center',
    color: 'fg.muted',
    fontSize: 'xs',
    height: '5',
    whiteSpace: 'nowrap',
  },
  // On the smallest phones, labels side by side have no room.
  '@container (max-width: 20rem)': { '& .second': { visibility: 'hidden' } },
  '& i': { width: '30%', maxWidth: '5', borderRadius: '3px 3px 0 0', printColorAdjust: 'exact' },
  '& .income': { bg: 'income' },
  '& .expense': { bg: 'expense' },
} as const;

/**
 * A pair of columns for each step, between an axis of amounts and an axis of days. Pointing at a column shows its value
 * above; everybody else reads the table below.
 */
export function StepColumns({ step, sums }: { step: ReportStep; sums: readonly StepSum[] }) {
  const [pointedAt, setPointedAt] = useState<string | null>(null);
  const pointed = sums.find(({ days }) => days.from === pointedAt);
  const amounts = amountAxis(Math.max(0, ...sums.flatMap(({ income, expense }) => [income, expense]))).reverse();
  const highest = amounts[0] ?? 1;
  // A sum that is not zero is always visible.
  const heightOf = (cents: number) => (cents === 0 ? '0' : `max(2px, ${(cents / highest) * 100}%)`);
  const marks = axisMarks(step, sums);
  const marked = marks.flatMap((mark, at) => (mark ? [at] : []));
  const years = axisYears(sums, marks);
  const crossesYears = years.some(Boolean);
  return (
    <>
      <chakra.div
        aria-hidden
        display="flex"
        flexWrap="wrap"
        columnGap="4"
        minHeight={{ base: '10', sm: '5' }}
        alignContent="flex-start"
        color="fg.muted"
        fontSize="xs"
        mb="3"
      >
        {pointed ? (
          <chakra.span color="fg" className="tabular">
            {texts.step(stepName(step, pointed.days), formatMoney(pointed.income), formatMoney(pointed.expense))}
          </chakra.span>
        ) : (
          <>
            <Key color="income">{terms.INCOME}</Key>
            <Key color="expense">{texts.EXPENSES}</Key>
          </>
        )}
      </chakra.div>
      <chakra.div display="flex" gap="2">
        <chakra.div aria-hidden css={AMOUNTS}>
          {amounts.map((cents) => (
            <span key={cents}>{formatShortAmount(cents)}</span>
          ))}
        </chakra.div>
        <chakra.div
          role="img"
          aria-label={NAMES[step]}
          position="relative"
          flex="1"
          minWidth="0"
          containerType="inline-size"
        >
          <chakra.div css={LINES}>
            {amounts.map((cents) => (
              <span key={cents} />
            ))}
          </chakra.div>
          <chakra.div display="flex" css={COLUMNS} onPointerLeave={() => setPointedAt(null)}>
            {sums.map(({ days, income, expense }, at) => (
              <div key={days.from} onPointerEnter={() => setPointedAt(days.from)}>
                <div>
                  <i className="income" style={{ height: heightOf(income) }} />
                  <i className="expense" style={{ height: heightOf(expense) }} />
                </div>
                <span className={marked.indexOf(at) % 2 === 1 ? 'second' : undefined}>{marks[at]}</span>
                {crossesYears && <span>{years[at]}</span>}
              </div>
            ))}
          </chakra.div>
        </chakra.div>
      </chakra.div>
    </>
  );
}

function Key({ color, children }: { color: 'income' | 'expense'; children: string }) {
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="1.5">
      <chakra.span width="2.5" height="2.5" borderRadius="sm" bg={color} css={{ printColorAdjust: 'exact' }} />
      {children}
    </chakra.span>
  );
}
