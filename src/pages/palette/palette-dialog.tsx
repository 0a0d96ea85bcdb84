import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import * as texts from '#texts/pages/palette';
import { Dialog } from '#ui/dialog';
import { TextField } from '#ui/text-field';
import { VisuallyHidden } from '#ui/visually-hidden';
import type { Choice } from './choice.ts';
import { useChoices } from './use-choices.ts';

/**
 * Finds accounts, budgets, categories, screens, transactions and actions by a part of their name. The focus stays in
 * the field: arrow keys mark a result, and Enter or a click runs it.
 */
export default function PaletteDialog({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const listId = useId();
  const [text, setText] = useState('');
  const [marked, setMarked] = useState(0);
  const { choices, failed } = useChoices(text, onKeys);
  const current = Math.min(marked, choices.length - 1);
  const optionId = (index: number) => `${listId}-${index}`;

  useEffect(() => {
    document.getElementById(`${listId}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, current]);

  const choose = (choice: Choice) => {
    onClose();
    choice.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const choice = choices[current];
    if (!choice) return;
    if (event.key === 'ArrowDown') setMarked((current + 1) % choices.length);
    else if (event.key === 'ArrowUp') setMarked((current === 0 ? choices.length : current) - 1);
    else if (event.key === 'Enter') choose(choice);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog open title={texts.TITLE} onClose={onClose}>
      <chakra.div onKeyDown={onKeyDown}>
        <TextField
          label={texts.FIELD}
          name="find"
          value={text}
          autoComplete="off"
          data-autofocus
          role="combobox"
          aria-expanded={choices.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={choices.length > 0 ? optionId(current) : undefined}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setMarked(0);
          }}
        />
      </chakra.div>
      <chakra.div id={listId} role="listbox" aria-label={texts.RESULTS} mt="3" minHeight="16rem">
        {choices.map((choice, index) => (
          <Option
            key={`${choice.kind} ${choice.id}`}
            id={optionId(index)}
            choice={choice}
            isFirst={choices[index - 1]?.kind !== choice.kind}
            isMarked={index === current}
            onChoose={() => choose(choice)}
          />
        ))}
      </chakra.div>
      <chakra.p role="status" color="fg.muted" _empty={{ display: 'none' }}>
        {choices.length === 0 ? texts.NOTHING : <VisuallyHidden>{texts.count(choices.length)}</VisuallyHidden>}
      </chakra.p>
      {failed && (
        <chakra.p color="fg.muted" fontSize="sm">
          {texts.SEARCH_FAILED}
        </chakra.p>
      )}
    </Dialog>
  );
}

interface OptionProps {
  id: string;
  choice: Choice;
  /** The first of its kind has the kind's name above it. */
  isFirst: boolean;
  isMarked: boolean;
  onChoose: () => void;
}

function Option({ id, choice, isFirst, isMarked, onChoose }: OptionProps) {
  return (
    <>
      {isFirst && (
        <chakra.div role="presentation" color="fg.muted" fontSize="xs" fontWeight="medium" px="3" pt="3" pb="1">
          {texts.GROUPS[choice.kind]}
        </chakra.div>
      )}
      <chakra.div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={isMarked}
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="space-between"
        columnGap="3"
        minHeight="11"
        px="3"
        py="1"
        borderRadius="sm"
        cursor="pointer"
        bg={isMarked ? 'sunken' : undefined}
        boxShadow={isMarked ? 'inset 3px 0 0 {colors.accent}' : undefined}
        _hover={{ bg: 'sunken' }}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onChoose}
      >
        <chakra.span overflowWrap="anywhere">{choice.label}</chakra.span>
        {choice.detail && (
          <chakra.span color="fg.muted" fontSize="sm" className="tabular">
            {choice.detail}
          </chakra.span>
        )}
      </chakra.div>
    </>
  );
}
