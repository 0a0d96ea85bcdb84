import { chakra } from '@chakra-ui/react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ComponentProps, KeyboardEvent } from 'react';
import { kindOf } from '#domain/account-kinds';
import { formatMoney } from '#domain/money/money';
import type { Summary } from '#domain/money/totals';
import { can } from '#domain/sharing/roles';
import * as actions from '#texts/actions';
import { KINDS } from '#texts/books/account-kinds';
import * as texts from '#texts/books/accounts';
import * as terms from '#texts/terms';
import { IconButton } from '#ui/icon-button';
import { EllipsisVerticalIcon, PencilIcon } from '#ui/icons';
import { MoneyText } from '#ui/money-text';
import { KindIcon } from '../../features/accounts/kind-icon.tsx';
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

/** On the narrowest phones, a name and a balance need the room of the icon, and of a second button beside the first. */
const BUTTONS_FIT = '@media (width >= 23em)';

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
 * One word says what it is: its kind, or its type while no kind is chosen. On phones it is below the name.
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
          <Heading scope="col" textAlign="end">
            {texts.BALANCE}
          </Heading>
          <Heading scope="col" css={{ width: '16', [BUTTONS_FIT]: { width: '24' }, md: { width: '28' } }}>
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
  const { account, role } = view;
  const kind = kindOf(account);
  const whatItIs = kind === 'other' ? texts.TYPE_NAMES[account.type] : KINDS[kind];
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
          <chakra.span
            css={{ display: 'none', [BUTTONS_FIT]: { display: 'block' } }}
            color="fg.muted"
            flexShrink="0"
            pt="0.5"
          >
            <KindIcon account={account} />
          </chakra.span>
          <chakra.div minWidth="0">
            <chakra.span display="block" fontWeight="medium">
              <Link to="/account/$accountId" params={{ accountId: account.id }}>
                {account.name}
              </Link>
            </chakra.span>
            <chakra.span display={{ base: 'block', md: 'none' }} color="fg.muted" fontSize="xs">
              {whatItIs}
            </chakra.span>
          </chakra.div>
        </chakra.div>
      </Cell>
      <Cell display={wideOnly} color="fg.muted" whiteSpace="nowrap">
        {whatItIs}
      </Cell>
      <Cell textAlign="end">
        <Balance cents={balance} />
      </Cell>
      <Cell px="2" textAlign="end" onClick={(event) => event.stopPropagation()}>
        {mayChange && (
          <chakra.div
            css={{ display: 'inline-flex', flexDirection: 'column', [BUTTONS_FIT]: { flexDirection: 'row' } }}
          >
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
  return <MoneyText>{formatMoney(cents, { sign: 'always' })}</MoneyText>;
}
