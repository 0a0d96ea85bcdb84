/** How a category looks beside its name. Nothing of it is stored: it follows from the name alone. */

/** The colours of the palette that marks may have (`mark.teal`, …). */
export type Hue = 'teal' | 'blue' | 'violet' | 'rose' | 'ochre' | 'olive' | 'sky' | 'slate';

/** A category of the specification has an icon, any other its first letter. */
export type CategoryLook = { hue: Hue; icon: string; letter?: never } | { hue: Hue; icon?: never; letter: string };

const BUILT_IN: Readonly<Record<string, { hue: Hue; icon: string }>> = {
  food: { hue: 'ochre', icon: 'utensils' },
  transportation: { hue: 'blue', icon: 'bus' },
  housing: { hue: 'teal', icon: 'house' },
  utilities: { hue: 'sky', icon: 'zap' },
  entertainment: { hue: 'violet', icon: 'clapperboard' },
  healthcare: { hue: 'rose', icon: 'heart-pulse' },
  education: { hue: 'olive', icon: 'graduation-cap' },
  'other expenses': { hue: 'slate', icon: 'ellipsis' },
  salary: { hue: 'teal', icon: 'banknote' },
  freelance: { hue: 'sky', icon: 'laptop' },
  investments: { hue: 'blue', icon: 'trending-up' },
  gifts: { hue: 'rose', icon: 'gift' },
  'other income': { hue: 'slate', icon: 'hand-coins' },
};

const HUES: readonly Hue[] = ['violet', 'ochre', 'blue', 'rose', 'teal', 'olive', 'sky'];

/** The same name looks the same in every account and on every device, however it is cased. */
export function categoryLook(name: string): CategoryLook {
  const key = name.trim().toLowerCase();
  if (Object.hasOwn(BUILT_IN, key)) return BUILT_IN[key] ?? { hue: 'slate', letter: '' };
  const [first = ''] = key;
  return { hue: HUES[spread(key) % HUES.length] ?? 'slate', letter: first.toUpperCase() };
}

/** A number that differs between similar names (FNV-1a). */
function spread(text: string): number {
  let sum = 0x811c9dc5;
  for (const char of text) sum = Math.imul(sum ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return sum;
}
