/** The fields that can be changed in several transactions at once, with their controls. */
import type { ComponentType } from 'react';
import { type CategoryAsChosen, choiceNamed } from '#domain/books/categories';
import { presentChoice } from '#domain/books/present-choice';
import { cleanText, LONGEST_DESCRIPTION, LONGEST_NOTES, requiredTextProblem } from '#domain/entered-text';
import type { TransactionType } from '#domain/rows';
import { foldText } from '#domain/search-text';
import type { BulkChange } from '#domain/transactions/bulk-change';
import * as terms from '#texts/terms';
import * as texts from '#texts/transactions/bulk';
import * as refunds from '#texts/transactions/refunds';
import * as transactions from '#texts/transactions/transactions';
import { Combobox } from '#ui/combobox';
import { SelectField } from '#ui/select-field';
import { TextField } from '#ui/text-field';
import { AccountChooser } from '../../../session/accounts/account-chooser.tsx';
import { useAddableAccounts } from '../../../session/accounts/use-addable-accounts.ts';
import { WrittenDateField } from '../../dates/written-date-field.tsx';
import { useChoicesByType } from '../form/use-category-choices.ts';

interface ControlProps {
  /** What was chosen or typed. */
  text: string;
  onText: (text: string) => void;
  /** The account of the list. */
  accountId: string;
  /** The types of the rows that can take a category. */
  types: ReadonlySet<TransactionType>;
  error: string | null;
}

interface BulkField {
  field: BulkChange['field'];
  label: string;
  Control: ComponentType<ControlProps>;
  /** The change that the text means, a date as YYYY-MM-DD; null for none. */
  read: (text: string) => BulkChange | null;
}

const CATEGORY: BulkField = {
  field: 'category',
  label: terms.CATEGORY,
  Control: CategoryControl,
  read: (text) => (text === '' ? null : { field: 'category', ...readChoice(text) }),
};

const DESCRIPTION: BulkField = {
  field: 'description',
  label: terms.DESCRIPTION,
  Control: (props) => (
    <TextControl {...props} name="description" label={terms.DESCRIPTION} longest={LONGEST_DESCRIPTION} />
  ),
  read: (text) => {
    const description = cleanText(text);
    return requiredTextProblem(description, LONGEST_DESCRIPTION) ? null : { field: 'description', description };
  },
};

const NOTES: BulkField = {
  field: 'notes',
  label: terms.NOTES,
  Control: (props) => <TextControl {...props} name="notes" label={terms.NOTES} longest={LONGEST_NOTES} />,
  read: (text) => {
    const notes = cleanText(text);
    return requiredTextProblem(notes, LONGEST_NOTES) ? null : { field: 'notes', notes };
  },
};

const ACCOUNT: BulkField = {
  field: 'accountId',
  label: terms.ACCOUNT,
  Control: AccountControl,
  read: (accountId) => (accountId === '' ? null : { field: 'accountId', accountId }),
};

const DATE: BulkField = {
  field: 'date',
  label: terms.DATE,
  Control: ({ text, onText, error }) => (
    <WrittenDateField label={terms.DATE} name="date" value={text} error={error} onText={onText} />
  ),
  read: (date) => (date === '' ? null : { field: 'date', date }),
};

const STATUS: BulkField = {
  field: 'status',
  label: terms.STATUS,
  Control: ({ text, onText, error }) => (
    <SelectField
      label={terms.STATUS}
      name="status"
      placeholder={transactions.CHOOSE}
      value={text}
      error={error}
      options={(['cleared', 'open'] as const).map((value) => ({ value, label: terms.STATUSES[value] }))}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  ),
  read: (status) => (status === 'open' || status === 'cleared' ? { field: 'status', status } : null),
};

const REFUND: BulkField = {
  field: 'refund',
  label: refunds.REFUND,
  Control: ({ text, onText, error }) => (
    <SelectField
      label={refunds.REFUND}
      name="refund"
      placeholder={transactions.CHOOSE}
      value={text}
      error={error}
      options={[refunds.YES, refunds.NO].map((value) => ({ value, label: value }))}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  ),
  read: (text) => (text === '' ? null : { field: 'refund', refund: text === refunds.YES }),
};

export const BULK_FIELDS = [CATEGORY, DESCRIPTION, NOTES, ACCOUNT, DATE, STATUS, REFUND] as const;

/** A text of at most `longest` UTF-16 units. */
function TextControl(props: ControlProps & { name: string; label: string; longest: number }) {
  const { text, onText, error, name, label, longest } = props;
  return (
    <TextField
      label={label}
      name={name}
      value={text}
      error={error}
      maxLength={longest}
      autoComplete="off"
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}

/** A choice as text: `type`, the id or `-`, and the name. */
function textOf(type: TransactionType, { category, categoryId }: CategoryAsChosen): string {
  return `${type} ${categoryId ?? '-'} ${category}`;
}

function readChoice(text: string): CategoryAsChosen & { type: TransactionType } {
  const [type, id = '-', ...name] = text.split(' ');
  const categoryId = id === '-' ? null : id;
  return { type: type === 'income' ? 'income' : 'expense', category: name.join(' '), categoryId };
}

/** Only categories that some of the rows can take. Of both types, the type decides which of the rows change. */
function CategoryControl({ text, onText, accountId, types, error }: ControlProps) {
  const choices = useChoicesByType(accountId);
  const offered = (['expense', 'income'] as const)
    .filter((type) => types.has(type))
    .flatMap((type) => choices[type].map(({ name }) => ({ type, name, value: `${type} ${name}` })));
  const chosen = text === '' ? null : readChoice(text);
  const name = chosen && (presentChoice(choices[chosen.type], chosen)?.name ?? chosen.category);
  return (
    <Combobox
      label={terms.CATEGORY}
      name="category"
      placeholder={transactions.CHOOSE}
      value={chosen ? `${chosen.type} ${name}` : ''}
      error={error}
      choices={offered.map(({ type, name, value }) => ({
        value,
        label: types.size > 1 ? texts.ofType(name, TYPE_NAMES[type]) : name,
      }))}
      fold={foldText}
      onText={() => onText('')}
      onChoose={(value) => {
        const one = offered.find((offer) => offer.value === value);
        onText(one ? textOf(one.type, choiceNamed(choices[one.type], one.name)) : '');
      }}
    />
  );
}

const TYPE_NAMES = { expense: terms.EXPENSE, income: terms.INCOME };

function AccountControl({ text, onText, error }: ControlProps) {
  const accounts = useAddableAccounts()?.accounts ?? [];
  return (
    <AccountChooser
      label={terms.ACCOUNT}
      name="account"
      accounts={accounts}
      value={text}
      error={error}
      onChoose={onText}
    />
  );
}
