import { chakra } from '@chakra-ui/react';
import { formatDate } from '#domain/dates/dates';
import type { TransactionType } from '#domain/rows';
import type { MadeCategory } from '#store/commands/imports/import-carry-out';
import * as texts from '#texts/import/import';
import * as terms from '#texts/terms';
import { ChoiceField } from '#ui/choice-field';
import { isOpen, type PlannedRow } from '../../import/worker/planned-rows.ts';
import type { RowChange } from '../../import/worker/row-changes.ts';
import { RowCategory } from './row-category.tsx';
import type { OfferedCategory } from './use-offered-categories.ts';

const TYPES: readonly { value: TransactionType; label: string }[] = [
  { value: 'expense', label: terms.EXPENSE },
  { value: 'income', label: terms.INCOME },
];

const KINDS = [
  { value: 'new', label: texts.NO_TRANSFER },
  { value: 'transfer', label: texts.A_TRANSFER },
] as const;

const IDENTITIES = [
  { value: 'link', label: texts.IS_SAME },
  { value: 'new', label: texts.IS_NEW },
] as const;

const CORRECTIONS = [
  { value: 'correct', label: texts.CORRECT },
  { value: 'new', label: texts.IS_NEW },
] as const;

const NO_CATEGORY = { category: undefined, categoryId: undefined, makes: undefined, refund: undefined };

/** What of a row can be changed before it comes in, and all words of the file. */
export function RowFields(props: {
  row: PlannedRow;
  categories: readonly OfferedCategory[];
  /** Categories that rows of the plan make. */
  made: readonly MadeCategory[];
  /** Whether the user may make categories for this account. */
  mayMake: boolean;
  onChange: (change: RowChange) => void;
}) {
  const { row, categories, made, mayMake, onChange } = props;
  const { preview, choice, type } = row;
  const { row: read, state, mayLink, mayCorrect, otherSide, lines } = preview;
  const isPlain =
    isOpen(preview) &&
    !['link', 'correct', 'transfer'].includes(choice) &&
    !lines &&
    !read.opening &&
    !row.side?.transferId;
  const words = [texts.lineOf(read.line), read.text, read.payee, read.bankId].filter(Boolean);
  return (
    <chakra.div display="flex" flexDirection="column" gap="3" ps={{ base: '2', sm: '2.75rem' }} pb="3" pt="1">
      {state === 'same' && mayLink && choice !== 'leave' && (
        <ChoiceField
          label={texts.WHAT_IT_IS}
          value={choice}
          options={IDENTITIES}
          onChange={(next) => onChange({ choice: next })}
        />
      )}
      {mayCorrect && choice !== 'leave' && (
        <ChoiceField
          label={texts.WHAT_IT_IS}
          value={choice}
          options={CORRECTIONS}
          onChange={(next) => onChange({ choice: next })}
        />
      )}
      {otherSide && choice !== 'leave' && (
        <div>
          <ChoiceField
            label={texts.WHAT_IT_IS}
            value={choice}
            options={KINDS}
            onChange={(next) => onChange({ choice: next, ...(next === 'transfer' && { type: undefined }) })}
          />
          <chakra.p color="fg.muted" fontSize="xs" mt="1.5" overflowWrap="anywhere">
            {texts.otherSide(
              otherSide.accountName,
              otherSide.row.description || otherSide.row.category,
              formatDate(otherSide.row.date),
            )}
          </chakra.p>
        </div>
      )}
      {isPlain && (
        <>
          <ChoiceField
            label={terms.TYPE}
            hideLabel
            value={type}
            options={TYPES}
            onChange={(next) => onChange({ ...NO_CATEGORY, type: next })}
          />
          <RowCategory row={row} categories={categories} made={made} mayMake={mayMake} onChange={onChange} />
        </>
      )}
      <chakra.p color="fg.muted" fontSize="xs" overflowWrap="anywhere">
        {words.join(' · ')}
      </chakra.p>
    </chakra.div>
  );
}
