import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import * as terms from '#texts/terms';
import * as refunds from '#texts/transactions/refunds';
import * as texts from '#texts/transactions/transactions';
import { CompletionList, useCompletion } from '#ui/completion';
import { TextField } from '#ui/text-field';
import { type Described, useSuggestions } from './use-suggestions.ts';

/** A description with completion from history, which also brings its category. */
export function DescriptionInput(props: {
  draft: Described;
  change: (fields: { description: string; category?: string; refund?: boolean }) => void;
  error: string | undefined;
  optional?: boolean;
}) {
  const { draft, change, error, optional = false } = props;
  const [isOpen, setOpen] = useState(false);
  const options = useSuggestions(draft, isOpen && draft.description !== '');
  const { open, onKeyDown, field, list } = useCompletion({
    isOpen,
    setOpen,
    options,
    pick: ({ description, category, refund }) =>
      change({ description, ...(category !== null && { category, refund }) }),
  });
  return (
    <chakra.div position="relative" onKeyDown={onKeyDown}>
      <TextField
        label={terms.DESCRIPTION}
        name="description"
        value={draft.description}
        error={error}
        optional={optional}
        {...field}
        onChange={(event) => {
          change({ description: event.currentTarget.value });
          open();
        }}
      />
      <CompletionList
        list={list}
        label={texts.SUGGESTIONS}
        textOf={({ description }) => description}
        aside={({ category, ...entry }) => category !== null && refunds.categoryOf({ ...entry, category })}
        reveal
      />
    </chakra.div>
  );
}
