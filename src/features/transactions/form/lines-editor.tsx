import { chakra } from '@chakra-ui/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { followed } from '#domain/books/categories';
import { MOST_LINES } from '#domain/money/lines';
import { formatMoney } from '#domain/money/money';
import type { LineInput } from '#domain/transactions/entered-lines';
import { leftOfTyped, withRest } from '#domain/transactions/typed-lines';
import { newId } from '#store/database/new-id';
import * as texts from '#texts/transactions/lines';
import * as sentences from '#texts/transactions/split-form';
import { Button } from '#ui/button';
import { Group } from '#ui/group';
import { PlusIcon } from '#ui/icons';
import { LineFields } from './line-fields.tsx';
import { NO_CATEGORY, type TransactionDraft } from './transaction-draft.ts';
import { useCategoryChoices } from './use-category-choices.ts';

/**
 * The lines of a split. What is left to assign stays in sight while the lines scroll; a button gives it to a line. With
 * one line left, or on the last button, the transaction is whole again.
 */
export function LinesEditor(props: {
  draft: Pick<TransactionDraft, 'accountId' | 'type' | 'amount'>;
  lines: readonly LineInput[];
  /** The user has just divided the amount, and goes on in the lines. */
  isNew: boolean;
  error: string | undefined;
  change: (fields: Pick<TransactionDraft, 'lines'>) => void;
}) {
  const { draft, lines, isNew, error, change } = props;
  const { choices, accountId } = useCategoryChoices(draft.accountId, draft.type);
  const left = leftOfTyped(draft.amount, lines);
  const { listRef, focusLine } = useLineFocus(lines, { isNew, ready: accountId !== null });
  const latest = useRef(lines);
  latest.current = lines;
  const edit = useCallback(
    (id: string, fields: Partial<LineInput>) =>
      change({ lines: latest.current.map((line) => (line.id === id ? { ...line, ...fields } : line)) }),
    [change],
  );
  // When the category of a line is renamed, the line follows.
  const before = useRef(choices);
  useEffect(() => {
    const next = lines.map((line) => followed(before.current, choices, line));
    before.current = choices;
    if (next.some(Boolean)) change({ lines: lines.map((line, at) => ({ ...line, ...next[at] })) });
  }, [choices, lines, change]);
  const add = () => {
    const line = { id: newId(), ...NO_CATEGORY, amount: '', note: '' };
    change({ lines: [...lines, line] });
    focusLine(line.id);
  };
  const remove = (id: string) => {
    const at = lines.findIndex((line) => line.id === id);
    const others = lines.filter((line) => line.id !== id);
    change({ lines: others });
    focusLine(others[Math.min(at, others.length - 1)]?.id ?? null);
  };
  const giveRest = (id: string) => {
    if (left === null) return;
    change({ lines: withRest(lines, id, left) });
    // The button goes as soon as nothing is left.
    focusLine(id, 'amount');
  };
  const makeWhole = () => {
    const form = listRef.current?.closest('form');
    flushSync(() => change({ lines: null }));
    form?.querySelector<HTMLElement>('[name="category"]')?.focus();
  };
  return (
    <Group label={texts.LINES} ref={listRef}>
      <chakra.div display="flex" flexDirection="column" gap="2">
        {lines.map((line, at) => (
          <LineFields
            key={line.id}
            line={line}
            accountId={draft.accountId}
            type={draft.type}
            number={at + 1}
            categories={choices}
            left={left}
            // Wrong fields are marked once the lines were refused.
            checked={error !== undefined}
            edit={edit}
            onRest={() => giveRest(line.id)}
            onRemove={() => remove(line.id)}
          />
        ))}
        <chakra.div display="flex" flexWrap="wrap" gap="2">
          <Button variant="outline" size="sm" onClick={add} disabled={lines.length >= MOST_LINES}>
            <PlusIcon aria-hidden />
            {texts.ADD_LINE}
          </Button>
          <Button variant="ghost" size="sm" onClick={makeWhole}>
            {texts.DO_NOT_SPLIT}
          </Button>
        </chakra.div>
        <Left left={left} error={error} />
      </chakra.div>
    </Group>
  );
}

/** The first control of a line, or its amount. */
type Field = keyof typeof FIELDS;

const FIELDS = { category: '[role=combobox]', amount: 'input:not([role=combobox])' };

/**
 * What is left to assign, in sight at the lower edge while the lines scroll behind it. Something left is no fault until
 * the lines were refused; too much is.
 */
function Left({ left, error }: { left: number | null; error: string | undefined }) {
  const isWrong = left !== null && (left < 0 || (left > 0 && error !== undefined));
  return (
    <chakra.div
      position="sticky"
      bottom="0"
      py="2"
      bg="surface"
      css={{ 'dialog &': { bg: 'raised' } }}
      borderTopWidth="1px"
      borderColor="line"
      fontSize="sm"
      fontVariantNumeric="tabular-nums"
    >
      <chakra.output display="block" fontWeight="medium" color={isWrong ? 'danger' : 'fg.muted'}>
        {leftInWords(left)}
      </chakra.output>
      {error && (
        <chakra.p color="danger" role="alert">
          {error}
        </chakra.p>
      )}
    </chakra.div>
  );
}

function leftInWords(left: number | null): string {
  if (left === null) return texts.NO_AMOUNT_YET;
  if (left === 0) return texts.ALL_ASSIGNED;
  return left > 0 ? sentences.left(formatMoney(left)) : sentences.tooMuch(formatMoney(-left));
}

/**
 * Puts the focus into a line once it is shown: a new one, one that has changed, or one beside a line that is gone. It
 * waits until the lines are `ready`: a list without its categories would lose what is typed at once.
 */
function useLineFocus(lines: readonly LineInput[], { isNew, ready }: { isNew: boolean; ready: boolean }) {
  const listRef = useRef<HTMLDivElement>(null);
  const [first] = useState(() => (isNew && lines[0]?.id) || null);
  const wanted = useRef<{ id: string | null; field: Field }>({ id: first, field: 'category' });
  useEffect(() => {
    const { id, field } = wanted.current;
    if (!ready || id === null || !lines.some((line) => line.id === id)) return;
    wanted.current = { id: null, field };
    // The user may be in another field of the lines by the time that the categories are there.
    if (id === first && listRef.current?.contains(document.activeElement)) return;
    listRef.current?.querySelector<HTMLElement>(`[data-line="${id}"] ${FIELDS[field]}`)?.focus();
  }, [lines, ready, first]);
  const focusLine = (id: string | null, field: Field = 'category') => {
    wanted.current = { id, field };
  };
  return { listRef, focusLine };
}
