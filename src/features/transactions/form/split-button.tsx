import { newId } from '#store/database/new-id';
import * as texts from '#texts/lines';
import { Button } from '#ui/button';
import type { TransactionDraft } from './transaction-draft.ts';

/** Divides the amount over lines. The first one keeps the category that was chosen before. */
export function SplitButton({
  category,
  change,
  ...style
}: Pick<TransactionDraft, 'category'> & {
  change: (fields: Pick<TransactionDraft, 'lines'>) => void;
  mt?: string;
  alignSelf?: string;
}) {
  const split = () => change({ lines: [category, ''].map((name) => ({ ...EMPTY, id: newId(), category: name })) });
  return (
    <Button variant="outline" title={texts.SPLIT_EXPLAINED} onClick={split} {...style}>
      {texts.SPLIT}
    </Button>
  );
}

const EMPTY = { amount: '', note: '' };
