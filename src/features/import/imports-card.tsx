import { chakra } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { formatMoment, formatTime } from '#domain/dates/dates';
import { can } from '#domain/sharing/roles';
import type { ListedImport } from '#store/queries/imports/imports';
import * as texts from '#texts/import/imports';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { ListRow } from '#ui/list-row';
import type { AccountView } from '../../session/accounts/use-accounts.ts';
import { personName } from '../../session/person-name.ts';
import { useActor } from '../../session/session.ts';
import { RevertQuestions } from './revert-questions.tsx';
import { useImports } from './use-imports.ts';

/** What was imported into an account, newest first. What brought nothing has nothing to revert. */
export function ImportsCard({ view: { account, role } }: { view: AccountView }) {
  const me = useActor();
  const titleId = useId();
  const [reverting, setReverting] = useState<ListedImport | null>(null);
  const imports = useImports(account.id, reverting !== null);
  if (imports.length === 0 && !reverting) return null;
  // Members take back their own imports, admins and the owner all (S69d).
  const mayRevert = ({ row }: ListedImport) =>
    row.userId === me.userId ? can(role, 'transaction.add') : can(role, 'account.reconcile');
  const whoMade = ({ row }: ListedImport) => personName({ userId: row.userId, email: row.userEmail }, me);
  return (
    <Card aria-labelledby={titleId}>
      <chakra.h2 id={titleId} fontSize="md" mb="2">
        {texts.IMPORTS}
      </chakra.h2>
      <chakra.ul listStyleType="none" maxHeight="20rem" overflowY="auto">
        {imports.map((one) => (
          <ListRow
            key={one.row.id}
            text={one.row.fileName}
            detail={[texts.importedBy(whoMade(one), momentOf(one)), texts.brought(one.here, one.brought)].join(' · ')}
            action={
              one.brought > 0 &&
              mayRevert(one) && (
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={texts.revertOf(one.row.fileName)}
                  onClick={() => setReverting(one)}
                >
                  {texts.REVERT}
                </Button>
              )
            }
          />
        ))}
      </chakra.ul>
      {reverting && <RevertQuestions listed={reverting} onClose={() => setReverting(null)} />}
    </Card>
  );
}

/** With the time of day: a file may be imported twice on one day. */
function momentOf({ row: { createdAt } }: ListedImport): string {
  return `${formatMoment(createdAt)}, ${formatTime(new Date(createdAt))}`;
}
