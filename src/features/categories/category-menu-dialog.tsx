import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { type FormEvent, useId, useState } from 'react';
import type { CategoryRow } from '#domain/rows';
import { managedCategories } from '#store/queries/categories/categories';
import * as actions from '#texts/actions';
import * as texts from '#texts/books/categories';
import * as mergeTexts from '#texts/books/category-merge';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { ArchiveIcon, ArchiveRestoreIcon, MergeIcon } from '#ui/icons';
import { TextField } from '#ui/text-field';
import { useDatabase } from '../../session/session.ts';
import { useCategoryCommands } from './use-category-commands.ts';

/** Puts a category into a group, into the archive, or into another category. It is mounted while it is open. */
export default function CategoryMenuDialog(props: { category: CategoryRow; onMerge: () => void; onClose: () => void }) {
  const { category, onMerge, onClose } = props;
  const db = useDatabase();
  const { group, archive } = useCategoryCommands();
  const [typed, setTyped] = useState(category.group ?? '');
  const [error, setError] = useState<string | null>(null);
  const categories = useLiveQuery(() => managedCategories(db), [db], []);
  const groups = new Set(categories.flatMap((one) => one.group ?? []));
  const ids = { form: useId(), groups: useId() };
  const { archived = false } = category;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const problem = await group(category, typed);
    setError(problem);
    if (problem === null) onClose();
  };

  return (
    <Dialog
      open
      title={texts.moreOf(category.name)}
      onClose={onClose}
      footer={
        <>
          <Button
            variant="ghost"
            me={{ sm: 'auto' }}
            onClick={() => {
              onClose();
              void archive(category, !archived);
            }}
          >
            {archived ? <ArchiveRestoreIcon aria-hidden /> : <ArchiveIcon aria-hidden />}
            {archived ? texts.UNARCHIVE : texts.ARCHIVE}
          </Button>
          <Button variant="outline" onClick={onClose}>
            {actions.CANCEL}
          </Button>
          <Button type="submit" form={ids.form}>
            {actions.SAVE}
          </Button>
        </>
      }
    >
      <chakra.form id={ids.form} noValidate onSubmit={submit} pt="1">
        <TextField
          label={texts.GROUP}
          hint={texts.GROUP_HINT}
          optional
          data-autofocus
          list={ids.groups}
          value={typed}
          error={error}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setError(null);
          }}
        />
        <datalist id={ids.groups}>
          {[...groups].sort().map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </chakra.form>
      <Button variant="ghost" mt="4" ms="-3" onClick={onMerge}>
        <MergeIcon aria-hidden />
        {mergeTexts.MENU}
      </Button>
    </Dialog>
  );
}
