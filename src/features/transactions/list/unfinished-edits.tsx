import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { Suspense, useState } from 'react';
import { readEditedRow } from '#domain/drafts';
import type { TransactionRow } from '#domain/rows';
import type { Draft } from '#store/database/records';
import { findTransaction } from '#store/queries/rows/transactions';
import * as texts from '#texts/device/drafts';
import { dialogOnDemand } from '#ui/on-demand';
import type { AccountView } from '../../../session/accounts/use-accounts.ts';
import { momentOf } from '../../../session/drafts/moment.ts';
import UnfinishedLine from '../../../session/drafts/unfinished-line.tsx';
import { useUnfinished } from '../../../session/drafts/use-unfinished.ts';
import { useDatabase } from '../../../session/session.ts';
import { mayAddAnew } from '../form/may-add-anew.ts';

const NewEntryDialog = dialogOnDemand(() => import('../form/new-entry-dialog.tsx'));

interface UnfinishedEdit {
  draft: Draft;
  /** The row as the editor last showed it. */
  from: TransactionRow;
  /** The row as it is; null when it is gone. */
  row: TransactionRow | null;
}

/**
 * The edits of rows that were begun and not saved, of this account or of all. When the row is gone, what was typed can
 * be added as a new entry: it may be the only copy, and nothing that was deleted comes back by itself.
 */
export default function UnfinishedEdits(props: {
  accountId: string;
  /** All accounts count, not only this one. */
  all: boolean;
  accounts: readonly AccountView[];
  /** The row that is being edited in its place. */
  except: string | undefined;
  mayChange: (row: TransactionRow) => boolean;
  onContinue: (row: TransactionRow) => void;
}) {
  const { accountId, all, accounts, except, mayChange, onContinue } = props;
  const mayAdd = ({ from }: UnfinishedEdit) => {
    const role = accounts.find(({ account }) => account.id === from.accountId)?.role ?? null;
    return mayAddAnew(from, role);
  };
  const drafts = useUnfinished('edit:');
  const db = useDatabase();
  const [adding, setAdding] = useState<UnfinishedEdit | null>(null);
  const read = async (): Promise<UnfinishedEdit[]> => {
    const begun = drafts.flatMap((draft) => {
      const from = readEditedRow(draft.from);
      return from && (all || from.accountId === accountId) ? [{ draft, from }] : [];
    });
    return Promise.all(begun.map(async (one) => ({ ...one, row: await findTransaction(db, one.from.id, one.from) })));
  };
  const begun = useLiveQuery(read, [db, drafts, accountId, all]) ?? [];
  const edits = begun.filter(({ from }) => from.id !== except);
  const begin = (edit: UnfinishedEdit) => {
    const { row } = edit;
    if (row) return mayChange(row) ? () => onContinue(row) : undefined;
    return mayAdd(edit) ? () => setAdding(edit) : undefined;
  };
  return (
    <>
      {edits.length > 0 && (
        <chakra.div display="grid" gap="2" px={{ base: '4', md: '5' }} pb="4">
          {edits.map((edit) => (
            <UnfinishedLine
              key={edit.from.id}
              draft={edit.draft}
              text={textOf(edit, mayAdd(edit))}
              onContinue={begin(edit)}
            />
          ))}
        </chakra.div>
      )}
      {adding && (
        <Suspense>
          <NewEntryDialog accountId={adding.from.accountId} form={adding.draft.form} onClose={() => setAdding(null)} />
        </Suspense>
      )}
    </>
  );
}

function textOf({ draft, from, row }: UnfinishedEdit, mayAdd: boolean): string {
  const text = texts.editNotSaved(from.description, momentOf(draft.keptAt));
  if (row) return text;
  return `${text} ${mayAdd ? texts.GONE : texts.GONE_HERE}`;
}
