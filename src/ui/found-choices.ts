/** Which choices of a list fit what somebody typed, and in which order. */

export interface Choice {
  value: string;
  label: string;
  /** The heading under which it stands. Choices of one heading stand together. */
  group?: string | null | undefined;
  /** Said behind it. */
  aside?: string | undefined;
  /** Only who points at it takes it: it comes after all others, and no key takes it unasked. */
  onPurpose?: true | undefined;
}

/** Text without what does not matter when texts are compared. */
export type Fold = (text: string) => string;

/** How well a label fits: as a whole, from its beginning, from the beginning of a word, or anywhere. */
function rank(label: string, words: string): number {
  if (label === words) return 0;
  if (label.startsWith(words)) return 1;
  return label.includes(` ${words}`) ? 2 : 3;
}

const isOnPurpose = ({ choice }: { choice: Choice }) => Number(choice.onPurpose === true);

/** All choices as they stand, or those that contain each typed word, the best first and without their headings. */
export function foundChoices(choices: readonly Choice[], typed: string, fold: Fold): readonly Choice[] {
  const words = fold(typed).trim();
  if (words === '') return choices;
  return choices
    .map((choice) => ({ choice, label: fold(choice.label) }))
    .filter(({ label }) => words.split(/\s+/).every((word) => label.includes(word)))
    .map(({ choice, label }) => ({ choice, rank: rank(label, words) }))
    .sort((one, other) => isOnPurpose(one) - isOnPurpose(other) || one.rank - other.rank)
    .map(({ choice: { group, ...choice } }) => choice);
}

/** The choice that is typed in full: letter by letter, or else without what does not matter. */
export function typedChoice(choices: readonly Choice[], typed: string, fold: Fold): Choice | undefined {
  const words = fold(typed).trim();
  if (words === '') return undefined;
  return choices.find(({ label }) => label === typed) ?? choices.find(({ label }) => fold(label) === words);
}

/** The choices under their headings, in the order in which these come. */
export function underHeadings(choices: readonly Choice[]): { group: string | null; choices: Choice[] }[] {
  const groups = Map.groupBy(choices, ({ group }) => group ?? null);
  return [...groups].map(([group, some]) => ({ group, choices: some }));
}
