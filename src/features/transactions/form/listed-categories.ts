import type { CategoryChoice } from '#domain/books/categories';
import { groupsOf } from '#domain/books/category-groups';
import type { TransactionType } from '#domain/rows';
import * as refundTexts from '#texts/transactions/refunds';
import type { Choice } from '#ui/found-choices.ts';
import { recentFirst } from '#ui/recent-first.ts';

/** A category in the list of a form. A refund has one of the other type. */
interface Listed {
  name: string;
  refund: boolean;
}

/** No name has a line break. */
const REFUND = '\n';

/** What stands for the category in the list; empty for none. */
export function listValue({ name, refund }: Listed): string {
  return refund ? REFUND + name : name;
}

/** The category that stands so in the list. */
export function listedAs(value: string): Listed {
  return value.startsWith(REFUND) ? { name: value.slice(REFUND.length), refund: true } : { name: value, refund: false };
}

/**
 * The categories as a form lists them: the recent ones, then those under their groups, then those of the other type,
 * for a refund. `first` and `last` stand for what is no category of the account; one that is archived or gone comes
 * last.
 */
export function listedCategories(props: {
  type: TransactionType;
  choices: readonly CategoryChoice[];
  others: readonly CategoryChoice[];
  recent: readonly string[];
  first?: string | undefined;
  last: string;
}): Choice[] {
  const { type, choices, others, recent, first } = props;
  const last = listedAs(props.last);
  const refunds = others.filter(({ id }) => id !== null).map(({ name }) => name);
  if (last.refund && !refunds.includes(last.name)) refunds.push(last.name);
  const offered = new Set(choices.map(({ name }) => name));
  const own = groupsOf(choices).flatMap(({ group, categories }) =>
    categories.map(({ name }) => ({ value: name, label: name, group })),
  );
  const alone = (name: string | undefined) =>
    name === undefined || name === '' || offered.has(name) ? [] : [{ value: name, label: name }];
  return [
    ...alone(first),
    ...recentFirst(own, recent),
    ...refunds.map((name) => ({
      value: listValue({ name, refund: true }),
      label: refundTexts.inCategory(type, name),
      group: refundTexts.HEADINGS[type],
      onPurpose: true as const,
    })),
    ...(last.refund || last.name === first ? [] : alone(last.name)),
  ];
}
