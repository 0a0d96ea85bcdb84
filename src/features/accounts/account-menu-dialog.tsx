import { chakra } from '@chakra-ui/react';
import * as texts from '#texts/books/accounts';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { ArchiveIcon, ArchiveRestoreIcon, ArrowDownIcon, ArrowUpIcon } from '#ui/icons';
import type { AccountView } from '../../session/accounts/use-accounts.ts';
import { useArchiveAccount } from './use-archive-account.ts';
import type { Placing } from './use-place-account.ts';

const ITEM = { variant: 'ghost', block: true, justifyContent: 'start', px: '3', color: 'fg' } as const;

/** What can be done with an account in its list. It stays open while the account moves, and is mounted while open. */
export default function AccountMenuDialog(props: { view: AccountView; placing: Placing; onClose: () => void }) {
  const { view, placing, onClose } = props;
  const { id, name, archived = false } = view.account;
  const archive = useArchiveAccount();
  return (
    <Dialog open title={texts.moreOf(name)} onClose={onClose}>
      <chakra.div mx="-3">
        {!archived && (
          <>
            <Button {...ITEM} disabled={!placing.mayMove(id, -1)} onClick={() => void placing.move(id, -1)}>
              <ArrowUpIcon aria-hidden />
              {texts.MOVE_UP}
            </Button>
            <Button {...ITEM} disabled={!placing.mayMove(id, 1)} onClick={() => void placing.move(id, 1)}>
              <ArrowDownIcon aria-hidden />
              {texts.MOVE_DOWN}
            </Button>
          </>
        )}
        <Button
          {...ITEM}
          onClick={() => {
            onClose();
            void archive(id, !archived);
          }}
        >
          {archived ? <ArchiveRestoreIcon aria-hidden /> : <ArchiveIcon aria-hidden />}
          {archived ? texts.UNARCHIVE : texts.ARCHIVE}
        </Button>
      </chakra.div>
    </Dialog>
  );
}
