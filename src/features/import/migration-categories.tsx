import { chakra } from '@chakra-ui/react';
import { choiceNamed, UNCATEGORIZED } from '#domain/books/categories';
import * as texts from '#texts/import/migration';
import * as terms from '#texts/terms';
import { SelectField } from '#ui/select-field';
import { categoryKey, MAKE } from '../../import/worker/category-choices.ts';
import type { ChosenCategory } from '../../import/worker/migration-messages.ts';
import type { OfferedCategory } from './use-offered-categories.ts';

/** What each category of the export becomes. */
export function MigrationCategories(props: {
  categories: readonly ChosenCategory[];
  offered: readonly OfferedCategory[];
  onChoose: (key: string, choice: string) => void;
}) {
  const { categories, offered, onChoose } = props;
  const made = categories.filter(({ choice }) => choice === MAKE).length;
  if (categories.length === 0) return null;
  return (
    <chakra.details>
      <chakra.summary cursor="pointer" minHeight="11" fontSize="sm" fontWeight="medium" py="3">
        {texts.CATEGORIES}:{' '}
        <chakra.span color="fg.muted" fontWeight="normal">
          {texts.categoryCounts(made, categories.length - made)}
        </chakra.span>
      </chakra.summary>
      <chakra.p color="fg.muted" fontSize="xs" mb="2">
        {texts.CATEGORIES_HINT}
      </chakra.p>
      <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap="2">
        {categories.map((one) => {
          const { type, name } = one.found;
          const key = categoryKey(type, name);
          return (
            <li key={key}>
              <MigrationCategory chosen={one} offered={offered} onChoose={(choice) => onChoose(key, choice)} />
            </li>
          );
        })}
      </chakra.ul>
    </chakra.details>
  );
}

function MigrationCategory(props: {
  chosen: ChosenCategory;
  offered: readonly OfferedCategory[];
  onChoose: (choice: string) => void;
}) {
  const { chosen, offered, onChoose } = props;
  const { found, choice, cannotBeMade } = chosen;
  const { type, name, group, count } = found;
  const word = type === 'income' ? terms.INCOME : terms.EXPENSE;
  const ofType = offered.filter((one) => one.type === type);
  const names = ofType.map((one) => one.name);
  const canBeMade = !cannotBeMade && !names.some((one) => one.toLowerCase() === name.toLowerCase());
  return (
    <chakra.div
      display="grid"
      gap="1"
      columnGap="2"
      alignItems="center"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
    >
      <chakra.p minWidth="0" overflowWrap="anywhere">
        {name}
        <chakra.span display="block" color="fg.muted" fontSize="xs">
          {`${word} · ${texts.usedBy(count)}`}
        </chakra.span>
      </chakra.p>
      <SelectField
        label={texts.becomes(name, word)}
        labelHidden
        value={choice}
        options={[
          ...(canBeMade ? [{ value: MAKE, label: texts.makeCategory(name, group) }] : []),
          { value: UNCATEGORIZED, label: UNCATEGORIZED },
          ...names.filter((one) => one !== UNCATEGORIZED).map((one) => ({ value: one, label: one })),
        ]}
        onChange={({ currentTarget: { value } }) => onChoose(choiceNamed(ofType, value).categoryId ?? value)}
      />
    </chakra.div>
  );
}
