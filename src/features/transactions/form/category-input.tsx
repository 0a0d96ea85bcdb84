import { chakra } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import { onDemand } from '#ui/on-demand';
import { CategorySelect } from './category-select.tsx';
import { SplitButton } from './split-button.tsx';
import type { DraftErrors, TransactionDraft } from './transaction-draft.ts';

/** Loaded when somebody divides an amount. */
const LinesEditor = onDemand(async () => ({ default: (await import('./lines-editor.tsx')).LinesEditor }));

/**
 * Where the money went: one category, or the lines of a split. The button divides it, and the lines have one back.
 * Quick entry, which preselects, has the button below the fields that its user goes through.
 */
export function CategoryInput(props: {
  draft: Parameters<typeof LinesEditor>[0]['draft'] &
    Pick<TransactionDraft, 'category' | 'categoryId' | 'makes' | 'typedCategory' | 'lines' | 'refund'>;
  errors: DraftErrors;
  change: (fields: Partial<Pick<TransactionDraft, 'category' | 'categoryId' | 'makes' | 'lines' | 'refund'>>) => void;
  /** What the user has when they choose nothing. */
  preselected?: { shown: string; always: string };
  /** The button stands elsewhere. */
  splitElsewhere?: boolean;
}) {
  const { draft, errors, change, preselected, splitElsewhere = false } = props;
  // A form that opens with lines has its focus elsewhere.
  const [wasWhole, setWasWhole] = useState(!draft.lines);
  if (!draft.lines && !wasWhole) setWasWhole(true);
  if (draft.lines) {
    const editor = (
      <LinesEditor draft={draft} lines={draft.lines} isNew={wasWhole} error={errors.lines} change={change} />
    );
    // A form that opens with lines waits for them as a whole. It would grow below the pointer of who presses soon.
    return wasWhole ? <Suspense>{editor}</Suspense> : editor;
  }
  return (
    <chakra.div display="flex" alignItems="flex-start" gap="2">
      <chakra.div flex="1" minWidth="0">
        <CategorySelect
          accountId={draft.accountId}
          type={draft.type}
          value={draft.category}
          categoryId={draft.categoryId}
          makes={draft.makes}
          refund={draft.refund}
          typed={draft.typedCategory}
          error={errors.category}
          change={change}
          preselected={preselected?.shown}
          always={preselected?.always}
        />
      </chakra.div>
      {!preselected && !splitElsewhere && <SplitButton draft={draft} change={change} mt="1.6875rem" />}
    </chakra.div>
  );
}
