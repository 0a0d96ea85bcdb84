import { newId } from '#store/database/new-id';
import * as texts from '#texts/transactions/lines';
import { Button } from '#ui/button';
import { NO_CATEGORY, type TransactionDraft } from './transaction-draft.ts';

/** Divides the amount over lines. The first one keeps the category that was chosen before, but that of a refund. */
export function SplitButton({
  draft: { category, categoryId, makes, typedCategory, refund },
  change,
  ...style
}: {
  draft: Pick<TransactionDraft, 'category' | 'categoryId' | 'makes' | 'typedCategory' | 'refund'>;
  change: (fields: Pick<TransactionDraft, 'lines'>) => void;
  mt?: string;
  alignSelf?: string;
}) {
  const split = () => {
    const first = refund ? NO_CATEGORY : { category, categoryId, makes, typedCategory };
    const lines = [first, NO_CATEGORY].map((chosen) => ({ ...EMPTY, id: newId(), ...chosen }));
    change({ lines });
  };
  return (
    <Button variant="outline" title={texts.SPLIT_EXPLAINED} onClick={split} {...style}>
      {texts.SPLIT}
    </Button>
  );
}

const EMPTY = { amount: '', note: '' };
