import { chakra } from '@chakra-ui/react';
import { formatDate, formatMonth } from '#domain/dates/dates';
import { formatMoney } from '#domain/money/money';
import { type FilterToken, filterTokens, isNamed, type NameToken } from '#domain/transactions/filter-parts';
import { type Named, searchedIn, wholeName } from '#domain/transactions/written-filter';
import { PERIODS } from '#texts/periods';
import * as terms from '#texts/terms';
import * as texts from '#texts/transactions/filter';
import { KINDS } from '#texts/transactions/transaction-kinds';
import { Button } from '#ui/button';
import { XIcon } from '#ui/icons';
import { MoneyText } from '#ui/money-text';
import { Select } from '#ui/select-field';
import type { AccountView } from '../../../session/accounts/use-accounts.ts';

/** Values of the choice that are no account's id. */
const [OWN, ALL, TYPED] = ['', 'all', 'typed'];

/**
 * How many transactions the filter finds and what they come to, and the tokens that it understood. Each token can be
 * taken out. Who has several accounts chooses where it searches: in the list's own account, in another one, or in all.
 */
export default function FilterResult(props: {
  filter: string;
  onFilter: (filter: string) => void;
  total: number | null;
  sum: number | null;
  own: AccountView;
  /** The list is that of all accounts. */
  all: boolean;
  accounts: readonly AccountView[];
}) {
  const { filter, onFilter, total, sum, own, all } = props;
  const accounts = props.accounts.map(({ account: { id, name } }) => ({ id, name }));
  const found = total !== null && total > 0;
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      px={{ base: '4', md: '5' }}
      pb="3"
      color="fg.muted"
      fontSize="sm"
    >
      {accounts.length > 1 && (
        <AccountChoice own={all ? null : own.account} accounts={accounts} filter={filter} onFilter={onFilter} />
      )}
      {filterTokens(filter).map(({ raw, token, without }, at) => (
        <Button
          // biome-ignore lint/suspicious/noArrayIndexKey: two equal tokens differ only by their place.
          key={`${raw} ${at}`}
          variant="outline"
          size="sm"
          borderRadius="full"
          maxWidth="full"
          aria-label={texts.withoutToken(nameOf(token, accounts))}
          onClick={() => onFilter(without)}
        >
          <chakra.span truncate>{nameOf(token, accounts)}</chakra.span>
          <XIcon aria-hidden />
        </Button>
      ))}
      <chakra.p role="status">
        {found && texts.found(total)}
        {found && sum !== null && (
          <>
            {', '}
            <MoneyText>{formatMoney(sum, { sign: 'not_zero' })}</MoneyText>
          </>
        )}
      </chakra.p>
    </chakra.div>
  );
}

function AccountChoice(props: {
  /** The account of the list; null for the list of all. */
  own: Named | null;
  accounts: readonly Named[];
  filter: string;
  onFilter: (filter: string) => void;
}) {
  const { own, accounts, filter, onFilter } = props;
  const named = filterTokens(filter).flatMap(({ token }) => (token.kind === 'account' ? [token] : []));
  const choose = (value: string) => {
    const one = accounts.find(({ id }) => id === value);
    if (one) onFilter(searchedIn(filter, { whole: wholeName(one, accounts) }));
    else onFilter(searchedIn(filter, value === ALL ? 'all' : null));
  };
  const others = accounts.filter(({ id }) => id !== own?.id);
  const value = chosenBy(named, accounts);
  return (
    <Select
      look="inline"
      aria-label={texts.SEARCH_IN}
      name="search-in"
      value={value === (own?.id ?? ALL) ? OWN : value}
      options={[
        { value: OWN, label: own?.name ?? terms.ALL_ACCOUNTS },
        ...(own ? [{ value: ALL, label: terms.ALL_ACCOUNTS }] : []),
        ...others.map(({ id, name }) => ({ value: id, label: name })),
        ...(value === TYPED ? [{ value: TYPED, label: named.map(({ text }) => text).join(', ') }] : []),
      ]}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}

function chosenBy(tokens: readonly NameToken[], accounts: readonly Named[]): string {
  const [token, ...more] = tokens;
  if (!token) return OWN;
  if (token.text === '') return ALL;
  const [meant, ...alike] = token.whole ? accounts.filter((account) => isNamed(token, account)) : [];
  return meant && alike.length + more.length === 0 ? meant.id : TYPED;
}

function nameOf(token: FilterToken, accounts: readonly Named[]): string {
  switch (token.kind) {
    case 'above':
      return texts.moreThan(formatMoney(token.cents));
    case 'below':
      return texts.lessThan(formatMoney(token.cents));
    case 'equal':
      return texts.exactly(formatMoney(token.cents));
    case 'period':
      return PERIODS[token.name];
    case 'without':
      return texts.withoutWord(token.text);
    case 'notes':
      return texts.inNotes(token.text);
    case 'date':
      return dayOrMonth(token.when);
    case 'from':
      return texts.fromDate(dayOrMonth(token.when));
    case 'to':
      return texts.toDate(dayOrMonth(token.when));
    case 'status':
      return terms.STATUSES[token.status];
    case 'type':
      return KINDS[token.type];
    case 'person':
      return texts.enteredBy(token.text);
    case 'category':
      return token.text === '' ? terms.ALL_CATEGORIES : texts.inCategory(token.text);
    case 'budget':
      return token.text === '' ? terms.ALL_BUDGETS : texts.inBudget(token.text);
    case 'account':
      return token.text === '' ? terms.ALL_ACCOUNTS : texts.inAccount(accountName(token, accounts));
  }
}

/** An id that was written because several accounts have the name is shown as that name. */
function accountName({ text, whole }: NameToken, accounts: readonly Named[]): string {
  return (whole && accounts.find(({ id }) => id === text)?.name) || text;
}

function dayOrMonth(when: string): string {
  return when.length === 7 ? formatMonth(when) : formatDate(when);
}
