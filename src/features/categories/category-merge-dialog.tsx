import { chakra } from '@chakra-ui/react';
import { type FormEvent, useId, useMemo, useState } from 'react';
import { groupsOf } from '#domain/books/category-groups';
import type { CategoryRow } from '#domain/rows';
import { foldText } from '#domain/search-text';
import { managedCategories } from '#store/queries/categories/categories';
import { mergeEffects } from '#store/queries/categories/merge-effects';
import * as actions from '#texts/actions';
import * as listTexts from '#texts/books/categories';
import * as texts from '#texts/books/category-merge';
import { NOTHING_CHOSEN, notAmong } from '#texts/ui';
import { Button } from '#ui/button';
import { Combobox } from '#ui/combobox';
import { Dialog } from '#ui/dialog';
import { useDatabase } from '../../session/session.ts';
import { useLoaded } from '../../session/use-loaded.ts';
import { useMergeCategories } from './use-merge-categories.ts';

/**
 * Merges a category into another one, after it has said what that does. It is mounted while it is open. `into`: the id
 * of the one that is proposed.
 */
export default function CategoryMergeDialog(props: { category: CategoryRow; into: string; onClose: () => void }) {
  const { category, onClose } = props;
  const db = useDatabase();
  const merge = useMergeCategories();
  const [into, setInto] = useState(props.into);
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const form = useId();
  const all = useLoaded(() => managedCategories(db), [db], listTexts.LOAD_FAILURE);
  const others = useMemo(
    () => (all ?? []).filter(({ type, name }) => type === category.type && name !== category.name),
    [all, category],
  );
  const choices = useMemo(() => {
    const byUse = [...others.filter(({ archived }) => !archived), ...others.filter(({ archived }) => archived)];
    return groupsOf(byUse).flatMap(({ group, categories }) =>
      categories.map(({ id, name }) => ({ value: id, label: name, group })),
    );
  }, [others]);
  const target = others.find(({ id }) => id === into);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!target) return setError(text.trim() === '' ? NOTHING_CHOSEN : notAmong(text));
    if (await merge(category, target)) onClose();
  };

  return (
    <Dialog
      open
      title={texts.titleOf(category.name)}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {actions.CANCEL}
          </Button>
          <Button type="submit" form={form}>
            {texts.MERGE}
          </Button>
        </>
      }
    >
      <chakra.form id={form} noValidate onSubmit={submit} pt="1" display="flex" flexDirection="column" gap="4">
        <Combobox
          label={texts.INTO}
          name="merge-into"
          data-autofocus
          value={into}
          choices={choices}
          fold={foldText}
          error={error}
          text={text || undefined}
          onChoose={(chosen) => {
            setText('');
            setError(null);
            setInto(chosen);
          }}
          onText={(typed) => {
            setError(null);
            setInto('');
            setText(typed);
          }}
        />
        {target && <Effects category={category} into={target} />}
      </chakra.form>
    </Dialog>
  );
}

/** What will happen, in words. */
function Effects({ category, into }: { category: CategoryRow; into: CategoryRow }) {
  const db = useDatabase();
  const effects = useLoaded(() => mergeEffects(db, category, into), [db, category, into], listTexts.LOAD_FAILURE);
  if (!effects) return null;
  const { count, budgets, viewers } = effects;
  return (
    <chakra.div role="status" color="fg.muted" display="flex" flexDirection="column" gap="2" overflowWrap="anywhere">
      <p>{texts.rows(count, category.name, into.name)}</p>
      {budgets.length > 0 && <p>{texts.budgets(budgets, into.name)}</p>}
      {viewers.length > 0 && (
        <chakra.ul ps="5" listStyle="disc">
          {viewers.map(({ email, budget }) => (
            <li key={`${email} ${budget}`}>{texts.seesMore(email, budget)}</li>
          ))}
        </chakra.ul>
      )}
    </chakra.div>
  );
}
