import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { formatMoney } from '#domain/money/money';
import type { AccountRow } from '#domain/rows';
import * as texts from '#texts/pages/account-choice';
import { UsersIcon } from '#ui/icons';
import { MoneyText } from '#ui/money-text';
import { FINGER } from '#ui/theme/control.ts';
import { KindIcon } from '../../features/accounts/kind-icon.tsx';
import { useAccountSummaries } from '../../session/accounts/use-account-summaries.ts';

/** A line of the list, 36 px beside a mouse. */
export const ItemLink = chakra('a', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    minHeight: { base: '11', lg: '9' },
    [FINGER]: { minHeight: '11' },
    px: '2',
    borderRadius: 'md',
    color: 'fg',
    transition: 'background-color 120ms',
    _icon: { flexShrink: 0, color: 'fg.muted' },
    '&:not([aria-current]):hover': { bg: 'sunken' },
    '&[aria-current]': { bg: 'accent.soft', fontWeight: 'medium', '& svg': { color: 'accent' } },
  },
});

/** An account with its icon, name and balance. */
export function AccountItem(props: {
  account: AccountRow;
  isShared: boolean;
  isCurrent: boolean;
  /** A press shows the account there. Elsewhere it opens the account's page. */
  onDashboard: boolean;
  onClick: (event: MouseEvent) => void;
}) {
  const { account, isShared, isCurrent, onDashboard, onClick } = props;
  return (
    <li>
      <ItemLink asChild>
        <Link
          to="/account/$accountId"
          params={{ accountId: account.id }}
          title={onDashboard ? texts.showHere(account.name) : texts.openPage(account.name)}
          // On the dashboard it is the one of the accounts that is shown, and not the page.
          aria-current={isCurrent ? (onDashboard ? 'true' : 'page') : undefined}
          onClick={onClick}
        >
          <KindIcon account={account} />
          <chakra.span flex="1" minWidth="0" display="flex" alignItems="center" gap="1.5">
            <chakra.span truncate>{account.name}</chakra.span>
            {isShared && <UsersIcon size={14} role="img" aria-label={texts.SHARED} />}
          </chakra.span>
          <Balance accountId={account.id} />
        </Link>
      </ItemLink>
    </li>
  );
}

/** Apart, because a new transaction changes only this text. */
function Balance({ accountId }: { accountId: string }) {
  const summary = useAccountSummaries()?.get(accountId);
  return <MoneyText fontWeight="normal">{summary ? formatMoney(summary.balance) : '\u00a0'}</MoneyText>;
}
