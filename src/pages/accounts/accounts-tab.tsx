import { chakra } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import * as actions from '#texts/actions';
import * as texts from '#texts/books/accounts';
import * as drafts from '#texts/device/drafts';
import * as terms from '#texts/terms';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { EmptyState } from '#ui/empty-state';
import { PlusIcon, WalletIcon } from '#ui/icons';
import { dialogOnDemand } from '#ui/on-demand';
import { CreateAccountForm } from '../../features/accounts/create-account-form.tsx';
import { useImport } from '../../features/import/import-state.ts';
import { useAccounts } from '../../session/accounts/use-accounts.ts';
import { accountForm, NEW_ACCOUNT_FORM } from '../../session/drafts/form-names.ts';
import { momentOf } from '../../session/drafts/moment.ts';
import UnfinishedLine from '../../session/drafts/unfinished-line.tsx';
import { useUnfinished } from '../../session/drafts/use-unfinished.ts';
import { AccountLists } from './account-lists.tsx';

const EditAccountDialog = dialogOnDemand(() => import('../../features/accounts/edit-account-dialog.tsx'));

/** The tab Accounts of a signed-in user. */
export function AccountsTab() {
  const accounts = useAccounts();
  const unfinished = useUnfinished('account');
  const openImport = useImport((state) => state.open);
  const [chosen, setCreating] = useState<boolean | null>(null);
  const creating = chosen ?? false;
  // A form that was left with text in it opens by itself, unless the user has opened or closed it.
  if (chosen === null && unfinished.some(({ form }) => form === NEW_ACCOUNT_FORM)) setCreating(true);
  const [editingId, setEditingId] = useState<string | null>(null);
  const editing = accounts?.find(({ account }) => account.id === editingId);

  return (
    <chakra.div display="flex" flexDirection="column" gap="4">
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="3">
        <chakra.h2 fontSize="lg">{terms.ACCOUNTS}</chakra.h2>
        <chakra.div display="flex" flexWrap="wrap" justifyContent="flex-end" gap="2">
          <Button variant="outline" onClick={() => openImport()}>
            {texts.IMPORT}
          </Button>
          <Button
            variant={creating ? 'outline' : 'solid'}
            aria-expanded={creating}
            onClick={() => setCreating(!creating)}
          >
            {!creating && <PlusIcon aria-hidden />}
            {creating ? actions.CLOSE : texts.CREATE}
          </Button>
        </chakra.div>
      </chakra.div>
      {creating && <CreateAccountForm onClose={() => setCreating(false)} />}
      {!editing &&
        accounts?.flatMap(({ account }) => {
          const draft = unfinished.find(({ form }) => form === accountForm(account.id));
          if (!draft) return [];
          const text = drafts.editNotSaved(account.name, momentOf(draft.keptAt));
          const onContinue = () => setEditingId(account.id);
          return [<UnfinishedLine key={account.id} draft={draft} text={text} onContinue={onContinue} />];
        })}
      {accounts &&
        (accounts.length > 0 ? (
          <AccountLists accounts={accounts} onEdit={setEditingId} />
        ) : (
          <Card padded={false}>
            <EmptyState
              icon={<WalletIcon />}
              title={texts.EMPTY_TITLE}
              action={!creating && <Button onClick={() => setCreating(true)}>{texts.CREATE}</Button>}
            >
              {texts.EMPTY_EXPLANATION}
            </EmptyState>
          </Card>
        ))}
      {editing && (
        <Suspense>
          <EditAccountDialog
            view={editing}
            isOnlyOne={accounts?.filter(({ role }) => role === 'owner').length === 1}
            onClose={() => setEditingId(null)}
          />
        </Suspense>
      )}
    </chakra.div>
  );
}
