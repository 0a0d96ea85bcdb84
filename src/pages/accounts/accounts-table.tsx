import { chakra } from '@chakra-ui/react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ComponentProps, KeyboardEvent } from 'react';
import { formatMoney } from '#domain/money/money';
import type { Summary } from '#domain/money/totals';
import { can } from '#domain/sharing/roles';
import * as actions from '#texts/actions';
import * as texts from '#texts/books/accounts';
import * as terms from '#texts/terms';
import { IconButton } from '#ui/icon-button';
import { EllipsisVerticalIcon, PencilIcon } from '#ui/icons';
import { MoneyText } from '#ui/money-text';
import { KindIcon } from '../../features/accounts/kind-icon.tsx';
import { shownNumber } from '../../features/accounts/shown-number.ts';
import type { AccountView } from '../../session/accounts/use-accounts.ts';
import { useFocusInMovedRow } from './use-focus-in-moved-row.ts';

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

const wideOnly = { base: 'none', md: 'table-cell' };

interface AccountsTableProps {
  /** The table's name for screen readers. */
  caption: string;
  accounts: readonly AccountView[];
  summaries: ReadonlyMap<string, Summary> | undefined;
  onEdit: (accountId: string) => void;
  onMenu: (accountId: string) => void;
  /** Moves an account so many places down; below zero, up. */
  onMove?: (accountId: string, by: number) => void;
}

/**
 * Accounts of the user. A click on a row opens the account, and the pencil edits it. With Alt, the arrow keys move it.
 * On phones, type and number are below the name.
 */
export function AccountsTable({ caption, accounts, summaries, onEdit, onMenu, onMove }: AccountsTableProps) {
  const rowRef = useFocusInMovedRow(accounts.map(({ account }) => account.id));
  return (
    <chakra.table width="full" css={{ '& tbody tr + tr td': { borderTopWidth: '1px' } }}>
      <chakra.caption srOnly>{caption}</chakra.caption>
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
          <Heading scope="col" width={{ base: '16', md: '28' }}>
            <chakra.span srOnly>{terms.ACTIONS}</chakra.span>
          </Heading>
        </tr>
      </thead>
      <tbody ref={rowRef}>
        {accounts.map((view) => (
          <AccountLine
            key={view.account.id}
            view={view}
            balance={summaries?.get(view.account.id)?.balance}
            onEdit={onEdit}
            onMenu={onMenu}
            onMove={onMove}
          />
        ))}
      </tbody>
    </chakra.table>
  );
}

const BY_KEY: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

interface AccountLineProps extends Pick<AccountsTableProps, 'onEdit' | 'onMenu'> {
  view: AccountView;
  /** Integer cents; undefined until the first read. */
  balance: number | undefined;
  onMove: AccountsTableProps['onMove'];
}

function AccountLine({ view, balance, onEdit, onMenu, onMove }: AccountLineProps) {
  const { account, isDefault, role } = view;
  const navigate = useNavigate();
  const mayChange = can(role, 'account.update');
  const moveByKey = (event: KeyboardEvent) => {
    const by = BY_KEY[event.key];
    if (!onMove || !by || !event.altKey || !mayChange) return;
    event.preventDefault();
    onMove(account.id, by);
  };
  return (
    <chakra.tr
      cursor="pointer"
      _hover={{ bg: 'sunken' }}
      data-row={account.id}
      onKeyDown={moveByKey}
      onClick={() => navigate({ to: '/account/$accountId', params: { accountId: account.id } })}
    >
      <Cell width={{ base: '60%', md: '35%' }} py="3">
        <chakra.div display="flex" alignItems="flex-start" gap="2.5">
          <chakra.span color="fg.muted" flexShrink="0" pt="0.5">
            <KindIcon account={account} />
          </chakra.span>
          <chakra.div minWidth="0">
            <chakra.span display="block" fontWeight="medium">
              <Link to="/account/$accountId" params={{ accountId: account.id }}>
                {account.name}
              </Link>
            </chakra.span>
            <chakra.span display={{ base: 'block', md: 'none' }} color="fg.muted" fontSize="xs">
              {texts.TYPE_NAMES[account.type]} · {shownNumber(account, isDefault)}
            </chakra.span>
          </chakra.div>
        </chakra.div>
      </Cell>
      <Cell display={wideOnly} color="fg.muted">
        {texts.TYPE_NAMES[account.type]}
      </Cell>
      <Cell display={wideOnly} color="fg.muted" className="tabular">
        {shownNumber(account, isDefault)}
      </Cell>
      <Cell textAlign="end">
        <Balance cents={balance} />
      </Cell>
      <Cell px="2" textAlign="end" onClick={(event) => event.stopPropagation()}>
        {mayChange && (
          <chakra.div display="flex" flexDirection={{ base: 'column', md: 'row' }} justifyContent="flex-end">
            <RowButton label={actions.editOf(account.name)} onClick={() => onEdit(account.id)}>
              <PencilIcon aria-hidden />
            </RowButton>
            <RowButton label={texts.moreOf(account.name)} aria-haspopup="dialog" onClick={() => onMenu(account.id)}>
              <EllipsisVerticalIcon aria-hidden />
            </RowButton>
          </chakra.div>
        )}
      </Cell>
    </chakra.tr>
  );
}

function RowButton(props: ComponentProps<typeof IconButton>) {
  return <IconButton minWidth="11" minHeight="11" {...props} />;
}

function Balance({ cents }: { cents: number | undefined }) {
  if (cents === undefined) return null;
  return <MoneyText tone={cents >= 0 ? 'income' : 'expense'}>{formatMoney(cents, { sign: 'always' })}</MoneyText>;
}
