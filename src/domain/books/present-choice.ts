import type { CategoryAsChosen, CategoryChoice } from './categories.ts';

/**
 * The offered category that was chosen, also under a new name: by id, else by name, else by a
 * former name. Undefined when it is not offered.
 */
export function presentChoice<Choice extends CategoryChoice>(
  choices: readonly Choice[],
  { category, categoryId }: CategoryAsChosen,
): Choice | undefined {
  return (
    choices.find(({ id }) => id !== null && id === categoryId) ??
    choices.find(({ name }) => name === category) ??
    choices.find(({ former }) => former?.includes(category))
  );
}
