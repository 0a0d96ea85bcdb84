import { chakra } from '@chakra-ui/react';
import { formatDate, formatMonth } from '#domain/dates';
import { type FilterToken, filterTokens } from '#domain/filter';
import { formatMoney } from '#domain/money';
import * as texts from '#texts/transactions';
import { Button } from '#ui/button';
import { XIcon } from '#ui/icons';
import { MoneyText } from '#ui/money-text';

/**
 * How many transactions the filter finds and what they come to, and the tokens that it understood. Each token can be
 * taken out.
 */
export default function FilterResult(props: {
  filter: string;
  onFilter: (filter: string) => void;
  total: number | null;
  sum: number | null;
}) {
  const { filter, onFilter, total, sum } = props;
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      ps={{ base: '4', md: '5' }}
      // The floating button covers the end of no chip.
      pe={{ base: '16', lg: '5' }}
      pb="3"
      color="fg.muted"
      fontSize="sm"
    >
      {filterTokens(filter).map(({ raw, token, without }, at) => (
        <Button
          // biome-ignore lint/suspicious/noArrayIndexKey: two equal tokens differ only by their place.
          key={`${raw} ${at}`}
          variant="outline"
          size="sm"
          borderRadius="full"
          aria-label={texts.withoutToken(nameOf(token))}
          onClick={() => onFilter(without)}
        >
          {nameOf(token)}
          <XIcon aria-hidden />
        </Button>
      ))}
      <chakra.p role="status">
        {total !== null && total > 0 && texts.found(total)}
        {total !== null && total > 0 && sum !== null && (
          <>
            {', '}
            <MoneyText>{formatMoney(sum, { sign: 'always' })}</MoneyText>
          </>
        )}
      </chakra.p>
    </chakra.div>
  );
}

function nameOf(token: FilterToken): string {
  switch (token.kind) {
    case 'above':
      return texts.moreThan(formatMoney(token.cents));
    case 'below':
      return texts.lessThan(formatMoney(token.cents));
    case 'date':
      return token.when.length === 7 ? formatMonth(token.when) : formatDate(token.when);
    case 'person':
      return texts.enteredBy(token.text);
    case 'category':
      return texts.inCategory(token.text);
  }
}
