import { chakra } from '@chakra-ui/react';
import * as texts from '#texts/pages/account-choice';
import * as terms from '#texts/terms';
import { IconButton } from '#ui/icon-button';
import { PanelLeftIcon } from '#ui/icons';
import type { AccountView } from '../../session/accounts/use-accounts.ts';
import { AccountList } from './account-list.tsx';

const LIST_ID = 'side-bar-list';

/** The accounts beside the work, from which one press leads to any of them. Folded, only the button is left. */
export default function SideBar(props: {
  accounts: readonly AccountView[];
  folded: boolean;
  onFold: (fold: boolean) => void;
}) {
  const { accounts, folded, onFold } = props;
  return (
    <chakra.div display="flex" flexDirection="column" height="full">
      <chakra.div
        display="flex"
        alignItems="center"
        justifyContent="space-between"
        minHeight="14"
        ps={folded ? '1' : '5'}
        pe={folded ? '0' : '3'}
      >
        {!folded && (
          <chakra.h2 fontSize="sm" fontWeight="medium" color="fg.muted">
            {terms.ACCOUNTS}
          </chakra.h2>
        )}
        <IconButton
          label={folded ? texts.UNFOLD : texts.FOLD}
          aria-expanded={!folded}
          aria-controls={folded ? undefined : LIST_ID}
          bg="transparent"
          onClick={() => onFold(!folded)}
        >
          <PanelLeftIcon aria-hidden />
        </IconButton>
      </chakra.div>
      {!folded && (
        <chakra.div id={LIST_ID} flex="1" minHeight="0" display="flex" flexDirection="column">
          <AccountList accounts={accounts} inSideBar />
        </chakra.div>
      )}
    </chakra.div>
  );
}
