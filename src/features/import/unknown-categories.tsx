import { chakra } from '@chakra-ui/react';
import { checkCategoryName, findCategory, UNCATEGORIZED } from '#domain/books/categories';
import { sameName } from '#domain/entered-text';
import { saysNoCategory } from '#domain/transactions/chosen-category';
import * as texts from '#texts/import/import-categories';
import { Button } from '#ui/button';
import type { PlannedRow } from '../../import/worker/planned-rows.ts';
import type { KeptChanges } from './use-changes.ts';
import type { OfferedCategory } from './use-offered-categories.ts';

/** The categories of the file that are not here, to be made all at once. */
export function UnknownCategories(props: {
  rows: readonly PlannedRow[];
  offered: readonly OfferedCategory[];
  changes: KeptChanges;
}) {
  const { rows, offered, changes } = props;
  const unknown = Map.groupBy(
    rows.filter((row) => isUnknown(row, offered)),
    ({ type, preview }) => `${type} ${preview.row.category}`,
  );
  if (unknown.size === 0) return null;
  const all = [...unknown.values()].flat();
  const areMade = all.every(({ makes }) => makes);
  const make = () => {
    for (const some of unknown.values()) {
      const category = some[0]?.preview.row.category ?? '';
      changes.change(
        some.map(({ preview }) => preview.key),
        { category, categoryId: undefined, makes: true },
      );
    }
  };
  const makeNone = () =>
    changes.change(
      all.map(({ preview }) => preview.key),
      { category: undefined, categoryId: undefined, makes: undefined },
    );
  return (
    <chakra.p color="fg.muted" fontSize="sm">
      {texts.unknownCategories(unknown.size)}{' '}
      <Button variant="plain" size="inline" onClick={areMade ? makeNone : make}>
        {areMade ? texts.MAKE_NONE : texts.MAKE_CATEGORIES}
      </Button>
    </chakra.p>
  );
}

/** Whether nothing but the file tells the category of the row, and it is no category here. */
function isUnknown({ preview, choice, type, makes }: PlannedRow, offered: readonly OfferedCategory[]): boolean {
  const { row, why, lines } = preview;
  const name = row.category ?? '';
  // Most files name no category, and 100,000 names take a moment to check.
  if (name === '' || choice !== 'new' || lines || row.opening || !(why === null || makes)) return false;
  const isName = checkCategoryName(name).ok && !saysNoCategory(name) && !sameName(name, UNCATEGORIZED);
  return isName && !findCategory(offered, type, name);
}
