import { chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import * as texts from '#texts/books/accounts';
import { Card } from '#ui/card';
import { AccountsTable } from './accounts-table.tsx';

/** The accounts that forms do not offer any more, folded until somebody looks for one. */
export function ArchivedAccounts(props: Omit<ComponentProps<typeof AccountsTable>, 'caption' | 'onMove'>) {
  return (
    <Card asChild padded={false} overflow="hidden">
      <details>
        <chakra.summary px={{ base: '4', md: '5' }} py="3" minHeight="11" cursor="pointer" fontWeight="medium">
          {texts.archivedAccounts(props.accounts.length)}
        </chakra.summary>
        <AccountsTable caption={texts.ARCHIVED} {...props} />
      </details>
    </Card>
  );
}
