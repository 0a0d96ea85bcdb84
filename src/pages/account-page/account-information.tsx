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

/** All facts about an account. The sums are undefined until their first read. */
export function AccountInformation({ account, summary }: { account: AccountRow; summary: Summary | undefined }) {
  const balance = summary?.balance ?? 0;
  const kind = kindOf(account);
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId}>
      <chakra.h2 id={titleId} fontSize="md" mb="4">
        {texts.INFORMATION}
      </chakra.h2>
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' }}
        gap="4"
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
    <chakra.div gridColumn={wide ? '1 / -1' : 'auto'} minWidth="0">
      <chakra.dt color="fg.muted" fontSize="sm">
        {label}
      </chakra.dt>
      <chakra.dd
        mt="1"
        fontSize="md"
        fontWeight={wide ? 'normal' : 'medium'}
        overflowWrap="anywhere"
        className="tabular"
      >
        {children}
      </chakra.dd>
    </chakra.div>
  );
}
