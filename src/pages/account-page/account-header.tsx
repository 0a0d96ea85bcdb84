import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { can } from '#domain/sharing/roles';
import * as actions from '#texts/actions';
import * as texts from '#texts/books/accounts';
import * as page from '#texts/pages/account-page';
import { VIEW_ONLY } from '#texts/pages/dashboard';
import { Badge } from '#ui/badge';
import { Button } from '#ui/button';
import { ArrowLeftIcon, PlusIcon } from '#ui/icons';
import { shownNumber } from '../../features/accounts/shown-number.ts';
import { useImport } from '../../features/import/import-state.ts';
import type { AccountView } from '../../session/accounts/use-accounts.ts';

/** The name and number of an account, and what can be done with it. `onAdd` is missing where nothing may be added. */
export function AccountHeader({ view, onAdd }: { view: AccountView; onAdd?: () => void }) {
  const { account, isDefault, role } = view;
  const openImport = useImport((state) => state.open);
  return (
    <chakra.header display="flex" flexWrap="wrap" alignItems="center" columnGap={{ base: '1', md: '3' }} rowGap="2">
      <Button variant="ghost" px="2" ms="-2" asChild>
        <Link to="/" search={{ tab: 'accounts' }}>
          <ArrowLeftIcon aria-hidden />
          {actions.BACK}
        </Link>
      </Button>
      <chakra.div flex="1 1 12rem" minWidth="0">
        <chakra.h1 fontSize="lg" overflowWrap="anywhere">
          {account.name}
        </chakra.h1>
        {account.archived && <Badge>{texts.ARCHIVED}</Badge>}
        {!can(role, 'transaction.add') && <Badge>{VIEW_ONLY}</Badge>}
        <chakra.p color="fg.muted" fontSize={{ base: 'xs', md: 'sm' }} className="tabular">
          {texts.labelledNumber(shownNumber(account, isDefault))}
        </chakra.p>
      </chakra.div>
      <chakra.div
        display="flex"
        flexWrap="wrap"
        gap="2"
        width={{ base: 'full', sm: 'auto' }}
        css={{ '& > *': { flexGrow: { base: 1, sm: 0 }, px: { base: '2', sm: '4' } } }}
      >
        {onAdd && (
          <Button variant="outline" onClick={() => openImport({ accountId: account.id })}>
            {page.IMPORT}
          </Button>
        )}
        {can(role, 'access.manage') && (
          <Button variant="outline" asChild>
            <Link to="/settings" search={{ tab: 'userAccess', account: account.id }}>
              {actions.INVITE_USERS}
            </Link>
          </Button>
        )}
        {onAdd && (
          <Button onClick={onAdd}>
            <PlusIcon aria-hidden />
            {actions.ADD_TRANSACTION}
          </Button>
        )}
      </chakra.div>
    </chakra.header>
  );
}
