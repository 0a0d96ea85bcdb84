import { chakra } from '@chakra-ui/react';
import { type OwnedAccount, readOwnedAccounts } from '#store/queries/copies/own-data';
import { countUnsynced } from '#store/queries/entries/unsynced-entries';
import * as texts from '#texts/auth/sign-in-settings';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { useDatabase } from '../../session/session.ts';
import { useLoaded } from '../../session/use-loaded.ts';
import { DeleteLoginForm } from './delete-login-form.tsx';
import { exportEntries } from './export-entries.ts';
import { HandOver } from './hand-over.tsx';

/** Says what a deletion takes, offers the export first, and then asks for the password. */
export function DeleteLogin() {
  const db = useDatabase();
  const known = useLoaded(async () => ({ owned: await readOwnedAccounts(db), unsent: await countUnsynced(db) }), [db], {
    title: texts.DELETE_ERROR,
  });
  if (!known) return null;
  const shared = known.owned.filter(({ others }) => others.length > 0);
  return (
    <>
      <p>{texts.EXPORT_FIRST}</p>
      <Button variant="outline" block data-autofocus onClick={() => void exportEntries(db)}>
        {texts.EXPORT_ALL}
      </Button>
      {shared.length > 0 ? <HandOver accounts={shared} isSole={known.owned.length === 1} /> : <Alone {...known} />}
    </>
  );
}

function Alone({ owned, unsent }: { owned: OwnedAccount[]; unsent: number }) {
  return (
    <>
      {unsent > 0 && <Alert tone="warning">{texts.unsentGo(unsent)}</Alert>}
      <chakra.div color="fg.muted" display="flex" flexDirection="column" gap="2" overflowWrap="anywhere">
        {owned.length > 0 && <p>{texts.accountsGo(owned.map(({ account }) => account.name))}</p>}
        <p>{texts.DELETE_STAYS}</p>
      </chakra.div>
      <DeleteLoginForm />
    </>
  );
}
