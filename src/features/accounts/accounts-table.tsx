import { chakra } from '@chakra-ui/react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { formatMoney } from '#domain/money';
import { can } from '#domain/roles';
import { accountSummaries } from '#store/queries/accounts';
import * as texts from '#texts/accounts';
import * as actions from '#texts/actions';
import * as terms from '#texts/terms';
import { IconButton } from '#ui/icon-button';
import { PencilIcon } from '#ui/icons';
import { MoneyText } from '#ui/money-text';
import { useDatabase } from '../session/session.tsx';
import { shownNumber } from './shown-number.ts';
import type { AccountView } from './use-accounts.ts';

const Heading = chakra('th', {
  base: {
    px: { base: '2', md: '5' },
    _first: { ps: { base: '4', md: '5' } },
    height: '11',
    textAlign: 'start',
    fontSize: 'sm',
    fontWeight: 'medium',
    color: 'fg.muted',
    borderBottomWidth: '1px',
    borderColor: 'line',
  },
});

const Cell = chakra('td', {
  base: {
    px: { base: '2', md: '5' },
    _first: { ps: { base: '4', md: '5' } },
    height: '14',
    borderColor: 'line',
    // A long word must not take width from the other columns. The reset would otherwise give each element its own rule.
    '&, & *': { overflowWrap: 'anywhere' },
  },
});

/**
 * The user's accounts. A click on a row opens the account; the pencil edits it. On phones, type and number are below
 * the name.
 */
export function AccountsTable({
  accounts,
  onEdit,
}: {
  accounts: readonly AccountView[];
  onEdit: (accountId: string) => void;
}) {
  const navigate = useNavigate();
  const db = useDatabase();
  const summaries = useLiveQuery(() => accountSummaries(db), [db]);
  const wideOnly = { base: 'none', md: 'table-cell' };
  return (
    <chakra.table width="full" css={{ '& tbody tr + tr td': { borderTopWidth: '1px' } }}>
      <chakra.caption srOnly>{terms.ACCOUNTS}</chakra.caption>
      <thead>
        <tr>
          <Heading scope="col">{terms.NAME}</Heading>
          <Heading scope="col" display={wideOnly}>
            {terms.TYPE}
          </Heading>
          <Heading scope="col" display={wideOnly}>
            {texts.ACCOUNT_NUMBER}
          </Heading>
          <Heading scope="col" textAlign="end">
            {texts.BALANCE}
          </Heading>
          <Heading scope="col" width="16">
            <chakra.span srOnly>{terms.ACTIONS}</chakra.span>
          </Heading>
        </tr>
      </thead>
      <tbody>
        {accounts.map(({ account, isDefault, role }) => (
          <chakra.tr
            key={account.id}
            cursor="pointer"
            _hover={{ bg: 'sunken' }}
            onClick={() => navigate({ to: '/account/$accountId', params: { accountId: account.id } })}
          >
            <Cell width={{ base: '60%', md: '35%' }} py="3">
              <chakra.span display="block" fontWeight="medium">
                <Link to="/account/$accountId" params={{ accountId: account.id }}>
                  {account.name}
                </Link>
              </chakra.span>
              <chakra.span display={{ base: 'block', md: 'none' }} color="fg.muted" fontSize="xs">
                {texts.TYPE_NAMES[account.type]} · {shownNumber(account, isDefault)}
              </chakra.span>
            </Cell>
            <Cell display={wideOnly} color="fg.muted">
              {texts.TYPE_NAMES[account.type]}
            </Cell>
            <Cell display={wideOnly} color="fg.muted" className="tabular">
              {shownNumber(account, isDefault)}
            </Cell>
            <Cell textAlign="end">
              <Balance cents={summaries?.get(account.id)?.balance} />
            </Cell>
            <Cell px="2" textAlign="end" onClick={(event) => event.stopPropagation()}>
              {can(role, 'account.update') && (
                <IconButton
                  label={actions.editOf(account.name)}
                  minWidth="11"
                  minHeight="11"
                  onClick={() => onEdit(account.id)}
                >
                  <PencilIcon aria-hidden />
                </IconButton>
              )}
            </Cell>
          </chakra.tr>
        ))}
      </tbody>
    </chakra.table>
  );
}

function Balance({ cents }: { cents: number | undefined }) {
  if (cents === undefined) return null;
  return <MoneyText tone={cents >= 0 ? 'income' : 'expense'}>{formatMoney(cents, { sign: 'always' })}</MoneyText>;
}
