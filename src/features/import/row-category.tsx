import { useState } from 'react';
import { checkCategoryName, choiceNamed, findCategory } from '#domain/books/categories';
import { saysNoCategory } from '#domain/transactions/chosen-category';
import type { MadeCategory } from '#store/commands/imports/import-carry-out';
import { NEEDS_NAME } from '#texts/import/import';
import * as texts from '#texts/import/import-categories';
import * as terms from '#texts/terms';
import * as refunds from '#texts/transactions/refunds';
import { SelectField } from '#ui/select-field';
import { TextField } from '#ui/text-field';
import type { PlannedRow } from '../../import/worker/planned-rows.ts';
import type { RowChange } from '../../import/worker/row-changes.ts';
import type { OfferedCategory } from './use-offered-categories.ts';

/** Values of the choice that are no names of categories: no name of one has a line break. */
const OTHER = '\n';
const NEW = 'new\n';
const REFUND = 'refund\n';

interface RowCategoryProps {
  row: PlannedRow;
  categories: readonly OfferedCategory[];
  made: readonly MadeCategory[];
  mayMake: boolean;
  onChange: (change: RowChange) => void;
}

/**
 * The category of a row: one that is there or, where the user may make one, one that is made with the import. Of the
 * other type it says that money came back.
 */
export function RowCategory({ row, categories: all, made, mayMake, onChange }: RowCategoryProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const { type, category, makes, refund } = row;
  const categories = all.filter((one) => one.type === type);
  const others = all.filter((one) => one.type !== type && one.id !== null);
  const fresh = mayMake ? newNames({ row, categories, made }) : [];
  const isNew = makes === true && fresh.includes(category);
  const standing = categories.map(({ name }) => name);
  const names = isNew || refund ? standing : [...new Set([category, ...standing])];
  const back = [...new Set([...(refund ? [category] : []), ...others.map(({ name }) => name)])];
  const chosen = refund ? `${REFUND}${category}` : isNew ? `${NEW}${category}` : category;

  const choose = (name: string) => {
    const known = findCategory(categories, type, name);
    onChange(
      known
        ? { ...choiceNamed(categories, known.name), makes: undefined, refund: undefined }
        : { category: name, categoryId: undefined, makes: true, refund: undefined },
    );
  };
  const onSelect = (value: string) => {
    setTyped(value === OTHER ? '' : null);
    if (value.startsWith(REFUND)) {
      onChange({ ...choiceNamed(others, value.slice(REFUND.length)), makes: undefined, refund: true });
    } else if (value !== OTHER) choose(value.startsWith(NEW) ? value.slice(NEW.length) : value);
  };
  const onType = (text: string) => {
    setTyped(text);
    const name = nameIn(text);
    if (name !== null) choose(name);
  };

  return (
    <>
      <SelectField
        label={terms.CATEGORY}
        value={typed === null ? chosen : OTHER}
        options={[
          ...names.map((name) => ({ value: name, label: name })),
          ...fresh.map((name) => ({ value: `${NEW}${name}`, label: texts.newCategory(name) })),
          ...back.map((name) => ({ value: `${REFUND}${name}`, label: refunds.inCategory(type, name) })),
          ...(mayMake ? [{ value: OTHER, label: texts.NEW_CATEGORY }] : []),
        ]}
        onChange={({ currentTarget: { value } }) => onSelect(value)}
      />
      {typed !== null && (
        <TextField
          label={texts.NAME_OF_CATEGORY}
          value={typed}
          error={nameIn(typed) === null ? NEEDS_NAME : null}
          onChange={({ currentTarget: { value } }) => onType(value)}
        />
      )}
    </>
  );
}

/** The names that the file and the plan have and that are no categories yet. */
function newNames({ row, categories, made }: Pick<RowCategoryProps, 'row' | 'categories' | 'made'>): string[] {
  const { type, category, makes, preview } = row;
  const ofPlan = made.filter((one) => one.type === type).map(({ name }) => name);
  const named = [...(makes ? [category] : []), preview.row.category ?? '', ...ofPlan];
  return [...new Set(named)].filter((name) => nameIn(name) !== null && !findCategory(categories, type, name));
}

/** The name of a category that can be made; null for none. */
function nameIn(text: string): string | null {
  const checked = checkCategoryName(text);
  return checked.ok && !saysNoCategory(checked.name) ? checked.name : null;
}
