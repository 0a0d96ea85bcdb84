import type { CategoryChoice } from '#domain/books/categories';
import { groupsOf } from '#domain/books/category-groups';
import * as texts from '#texts/books/category-choice';
import type { Choice } from '#ui/found-choices.ts';

/** Among so few, everything is in sight anyway. */
const FEW = 6;

/**
 * The categories as a form lists them: the recent ones, then the others under their groups. `first` and `last` are
 * names that are no categories of the account; a category that is archived or gone comes last.
 */
export function listedCategories(props: {
  choices: readonly CategoryChoice[];
  recent: readonly string[];
  first?: string | undefined;
  last?: string | undefined;
}): Choice[] {
  const { choices, recent, first, last } = props;
  const offered = new Set(choices.map(({ name }) => name));
  const shown = choices.length > FEW ? recent.filter((name) => offered.has(name)) : [];
  const rest = groupsOf(choices.filter(({ name }) => !shown.includes(name)));
  const alone = (name: string | undefined) =>
    name === undefined || name === '' || offered.has(name) ? [] : [{ value: name, label: name }];
  const heading = shown.length > 0 ? texts.OTHERS : null;
  return [
    ...alone(first),
    ...shown.map((name) => ({ value: name, label: name, group: texts.RECENT })),
    ...rest.flatMap(({ group, categories }) =>
      categories.map(({ name }) => ({ value: name, label: name, group: group ?? heading })),
    ),
    ...(last === first ? [] : alone(last)),
  ];
}
