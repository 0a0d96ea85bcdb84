import { OTHERS, RECENT } from '#texts/recent-choices';
import type { Choice } from './found-choices.ts';

/** Among so few, everything is in sight anyway. */
const FEW = 6;

/** What was used lately comes first, the last used on top; the others follow in their order, under their headings. */
export function recentFirst(choices: readonly Choice[], recent: readonly string[]): Choice[] {
  const shown =
    choices.length > FEW ? recent.flatMap((value) => choices.find((choice) => choice.value === value) ?? []) : [];
  const heading = shown.length > 0 ? OTHERS : null;
  return [
    ...shown.map((choice) => ({ ...choice, group: RECENT })),
    ...choices
      .filter((choice) => !shown.includes(choice))
      .map((choice) => ({ ...choice, group: choice.group ?? heading })),
  ];
}
