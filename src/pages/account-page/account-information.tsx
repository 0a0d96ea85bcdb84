import { chakra } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { kindOf } from '#domain/account-kinds';
import { formatMoment } from '#domain/dates/dates';
import { formatMoney } from '#domain/money/money';
import { formatCount } from '#domain/money/numbers';
import type { Summary } from '#domain/money/totals';
import type { AccountRow } from '#domain/rows';
import { KIND, KINDS } from '#texts/books/account-kinds';
import * as texts from '#texts/books/accounts';
import * as terms from '#texts/terms';
import { Card } from '#ui/card';
import { MoneyText } from '#ui/money-text';

/**
 * All facts about an account, in as little height as they need: the register below is what people come for. The sums
 * are undefined until their first read. `action` stands beside the facts, and `warning` beside the title.
 */
export function AccountInformation(props: {
  account: AccountRow;
  summary: Summary | undefined;
  action: ReactNode;
  warning: ReactNode;
}) {
  const { account, summary, action, warning } = props;
  const balance = summary?.balance ?? 0;
  const kind = kindOf(account);
  const titleId = useId();
  return (
    <Card
      aria-labelledby={titleId}
      padded={false}
      display="grid"
      gridTemplateColumns="minmax(0, 1fr) auto"
      alignItems="center"
      columnGap="4"
      rowGap="1"
      px={{ base: '4', md: '5' }}
      py="2"
    >
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="3" minWidth="0">
        <chakra.h2 id={titleId} fontSize="sm">
          {texts.INFORMATION}
        </chakra.h2>
        {warning}
      </chakra.div>
      <chakra.div gridRow={{ base: '1', md: '1 / span 2' }} gridColumn="2">
        {action}
      </chakra.div>
      <chakra.dl
        gridColumn={{ base: '1 / -1', md: '1' }}
        display="flex"
        flexWrap="wrap"
        columnGap={{ base: '6', lg: '10' }}
        rowGap="2"
        minWidth="0"
      >
        <Fact label={texts.ACCOUNT_TYPE}>{texts.TYPE_NAMES[account.type]}</Fact>
        {kind !== 'other' && <Fact label={KIND}>{KINDS[kind]}</Fact>}
        <Fact label={terms.CURRENT_BALANCE}>
          <MoneyText tone={balance >= 0 ? 'income' : 'expense'}>
            {summary ? formatMoney(balance, { sign: 'always' }) : '\u00a0'}
          </MoneyText>
        </Fact>
        <Fact label={texts.CREATED}>{formatMoment(account.createdAt)}</Fact>
        <Fact label={texts.TOTAL_TRANSACTIONS}>{summary ? formatCount(summary.count) : '\u00a0'}</Fact>
        {account.description && (
          <Fact label={terms.DESCRIPTION} wide>
            {account.description}
          </Fact>
        )}
      </chakra.dl>
    </Card>
  );
}

function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <chakra.div flexBasis={wide ? 'full' : 'auto'} minWidth="0" lineHeight="short">
      <chakra.dt color="fg.muted" fontSize="xs">
        {label}
      </chakra.dt>
      <chakra.dd fontWeight={wide ? 'normal' : 'medium'} overflowWrap="anywhere" className="tabular">
        {children}
      </chakra.dd>
    </chakra.div>
  );
}
