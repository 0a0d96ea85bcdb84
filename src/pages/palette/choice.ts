/** What the palette offers, and which of it a typed text finds. Pure; it does not know where choices come from. */
import { searchedText } from '#domain/search-text';

export const KINDS = ['action', 'screen', 'account', 'budget', 'category', 'transaction'] as const;

export type Kind = (typeof KINDS)[number];

export interface Choice {
  kind: Kind;
  /** Tells choices of one kind apart. */
  id: string;
  label: string;
  /** Said beside the label, and not searched. */
  detail?: string;
  run: () => void;
}

/** Of each kind but accounts, so that a frequent word does not hide the other kinds. */
const MOST_OF_KIND = 5;

/** Before anything is typed, only these kinds show. */
const SHOWN_AT_ONCE: ReadonlySet<Kind> = new Set(['action', 'screen', 'account']);

/**
 * The choices whose label contains the text, in the order of their kinds. Of a kind, those that begin with the text
 * come first. Transactions come as the search found them, so they are not searched again here.
 */
export function foundChoices(choices: readonly Choice[], text: string): Choice[] {
  const key = searchedText(text);
  return KINDS.flatMap((kind) => {
    const ofKind = choices.filter((choice) => choice.kind === kind);
    if (kind === 'transaction') return ofKind;
    if (key === '') return SHOWN_AT_ONCE.has(kind) ? ofKind : [];
    const places = ofKind.map((choice) => ({ choice, place: searchedText(choice.label).indexOf(key) }));
    const found = places.filter(({ place }) => place >= 0).sort((a, b) => Number(a.place > 0) - Number(b.place > 0));
    return found.slice(0, kind === 'account' ? undefined : MOST_OF_KIND).map(({ choice }) => choice);
  });
}
