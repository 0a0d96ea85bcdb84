import { chakra } from '@chakra-ui/react';
import type { CategoryChoice } from '#domain/books/categories';
import { understoodAmount } from '#domain/money/money';
import type { TransactionType } from '#domain/rows';
import { type LineInput, lineProblems } from '#domain/transactions/entered-lines';
import * as choosing from '#texts/books/category-choice';
import * as terms from '#texts/terms';
import * as texts from '#texts/transactions/lines';
import * as sentences from '#texts/transactions/split-form';
import * as transactions from '#texts/transactions/transactions';
import { AmountField } from '#ui/amount-field';
import { Button } from '#ui/button';
import { Combobox } from '#ui/combobox';
import { IconButton } from '#ui/icon-button';
import { XIcon } from '#ui/icons';
import { TextField } from '#ui/text-field';
import { draftMessages, NO_CATEGORY } from './transaction-draft.ts';
import { useCategoryList } from './use-category-list.ts';

const Row = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: {
      base: 'minmax(0, 1fr) minmax(0, 7.5rem) auto',
      md: 'minmax(0, 3fr) 8rem minmax(0, 2fr) auto',
    },
    gap: '2',
    alignItems: 'start',
    '& > .note': { gridColumn: { base: '1 / -1', md: 'auto' }, gridRow: { base: '2', md: 'auto' } },
    '& > .rest': { gridColumn: '1 / -1' },
  },
});

/** One line of a split: category, amount, note. `checked`: what is wrong is said at the fields. */
export function LineFields(props: {
  line: LineInput;
  accountId: string;
  type: TransactionType;
  number: number;
  categories: readonly CategoryChoice[];
  /** The cents that no line has yet; null while there is no amount. */
  left: number | null;
  checked: boolean;
  edit: (id: string, fields: Partial<LineInput>) => void;
  onRest: () => void;
  onRemove: () => void;
}) {
  const { line, accountId, type, number, categories, left, checked, edit, onRest, onRemove } = props;
  const { id, category, amount, note } = line;
  const found = checked ? lineProblems(line) : {};
  const errors = draftMessages({
    ...(found.category && { category: found.category }),
    ...(found.amount && { amount: found.amount }),
  });
  const list = useCategoryList({
    accountId,
    type,
    choices: categories,
    last: category,
    choose: (chosen) => edit(id, { makes: undefined, typedCategory: undefined, ...chosen }),
  });
  const sum = understoodAmount(amount);
  return (
    <Row data-line={id} role="group" aria-label={sentences.line(number)}>
      <Combobox
        label={sentences.ofLine(number, terms.CATEGORY)}
        labelHidden
        placeholder={transactions.CHOOSE}
        value={category}
        error={errors.category}
        hint={line.makes && <output>{choosing.IS_NEW}</output>}
        text={line.typedCategory}
        onText={(text) => edit(id, { ...NO_CATEGORY, typedCategory: text })}
        {...list}
      />
      <AmountField
        label={sentences.ofLine(number, terms.AMOUNT)}
        labelHidden
        value={amount}
        error={errors.amount}
        hint={sum && <output>{sum}</output>}
        onChange={(event) => edit(id, { amount: event.currentTarget.value })}
      />
      <div className="note">
        <TextField
          label={sentences.ofLine(number, texts.NOTE)}
          labelHidden
          placeholder={texts.NOTE}
          maxLength={500}
          value={note}
          onChange={(event) => edit(id, { note: event.currentTarget.value })}
        />
      </div>
      <IconButton label={sentences.removeLine(number)} onClick={onRemove}>
        <XIcon aria-hidden />
      </IconButton>
      {left !== null && left !== 0 && (
        <div className="rest">
          <Button variant="plain" size="inline" aria-label={sentences.giveRest(number)} onClick={onRest}>
            {texts.REST}
          </Button>
        </div>
      )}
    </Row>
  );
}
