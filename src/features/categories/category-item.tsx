import { chakra } from '@chakra-ui/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { CategoryRow } from '#domain/rows';
import * as actions from '#texts/actions';
import * as texts from '#texts/books/categories';
import * as mergeTexts from '#texts/books/category-merge';
import { Button } from '#ui/button';
import { IconButton } from '#ui/icon-button';
import { EllipsisVerticalIcon, PencilIcon, Trash2Icon } from '#ui/icons';
import { TextField } from '#ui/text-field';
import { useCategoryCommands } from './use-category-commands.ts';

/** A category as a line, or as a field while its name is edited. */
export function CategoryItem(props: {
  category: CategoryRow;
  onDelete: () => void;
  onMenu: () => void;
  /** Another category has the name that was typed. */
  onMerge: (name: string) => void;
}) {
  const { category, onDelete, onMenu, onMerge } = props;
  const [editing, setEditing] = useState(false);
  const [wasEdited, setWasEdited] = useState(false);
  const line = useRef<HTMLLIElement>(null);

  // The focus moves into the field, and back to the pencil, the first button of the line.
  useEffect(() => {
    if (editing || wasEdited) line.current?.querySelector<HTMLElement>(editing ? 'input' : 'button')?.focus();
  }, [editing, wasEdited]);

  const stop = () => {
    setWasEdited(true);
    setEditing(false);
  };

  return (
    <chakra.li
      ref={line}
      display="flex"
      alignItems="center"
      gap="1"
      minHeight="12"
      borderTopWidth="1px"
      borderColor="line"
      _first={{ borderTopWidth: 0 }}
    >
      {editing ? (
        <CategoryEditor
          category={category}
          onClose={stop}
          onMerge={(name) => {
            stop();
            onMerge(name);
          }}
        />
      ) : (
        <>
          <chakra.span flex="1" minWidth="0" overflowWrap="anywhere">
            {category.name}
          </chakra.span>
          <IconButton label={actions.editOf(category.name)} onClick={() => setEditing(true)}>
            <PencilIcon aria-hidden />
          </IconButton>
          <IconButton label={actions.deleteOf(category.name)} onClick={onDelete}>
            <Trash2Icon aria-hidden />
          </IconButton>
          <IconButton label={texts.moreOf(category.name)} aria-haspopup="dialog" onClick={onMenu}>
            <EllipsisVerticalIcon aria-hidden />
          </IconButton>
        </>
      )}
    </chakra.li>
  );
}

function CategoryEditor(props: { category: CategoryRow; onClose: () => void; onMerge: (name: string) => void }) {
  const { category, onClose, onMerge } = props;
  const { rename } = useCategoryCommands();
  const [name, setName] = useState(category.name);
  const [error, setError] = useState<string | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const problem = await rename(category, name);
    if (problem === null) onClose();
    else setError(problem);
  };

  return (
    <chakra.form
      noValidate
      aria-label={actions.editOf(category.name)}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
      flex="1"
      display="flex"
      flexWrap="wrap"
      alignItems="flex-end"
      gap="2"
      py="3"
    >
      <chakra.div flex="1 1 10rem" minWidth="0">
        <TextField
          label={texts.NEW_NAME}
          value={name}
          error={error}
          autoComplete="off"
          onChange={(event) => {
            setName(event.currentTarget.value);
            setError(null);
          }}
        />
      </chakra.div>
      {error === texts.DUPLICATE && (
        <Button variant="outline" onClick={() => onMerge(name)}>
          {mergeTexts.MERGE_THEM}
        </Button>
      )}
      <Button variant="outline" onClick={onClose}>
        {actions.CANCEL}
      </Button>
      <Button type="submit">{actions.SAVE}</Button>
    </chakra.form>
  );
}
