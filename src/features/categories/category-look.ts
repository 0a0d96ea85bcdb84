/** How a category looks beside its name. Nothing of it is stored: it follows from the name alone. */
import type { ComponentType } from 'react';
import {
  BanknoteIcon,
  BusIcon,
  ClapperboardIcon,
  EllipsisIcon,
  GiftIcon,
  GraduationCapIcon,
  HandCoinsIcon,
  HeartPulseIcon,
  HouseIcon,
  LaptopIcon,
  TrendingUpIcon,
  UtensilsIcon,
  ZapIcon,
} from '#ui/icons';

type Icon = ComponentType<{ size: number }>;

/** The colours of the palette that marks may have (`mark.teal`, …). */
export type Hue = 'teal' | 'blue' | 'violet' | 'rose' | 'ochre' | 'olive' | 'sky' | 'slate';

/** A category of the specification has an icon, any other its first letter. */
export type CategoryLook = { hue: Hue; icon: Icon } | { hue: Hue; letter: string };

const BUILT_IN: Readonly<Record<string, { hue: Hue; icon: Icon }>> = {
  food: { hue: 'ochre', icon: UtensilsIcon },
  transportation: { hue: 'blue', icon: BusIcon },
  housing: { hue: 'teal', icon: HouseIcon },
  utilities: { hue: 'sky', icon: ZapIcon },
  entertainment: { hue: 'violet', icon: ClapperboardIcon },
  healthcare: { hue: 'rose', icon: HeartPulseIcon },
  education: { hue: 'olive', icon: GraduationCapIcon },
  'other expenses': { hue: 'slate', icon: EllipsisIcon },
  salary: { hue: 'teal', icon: BanknoteIcon },
  freelance: { hue: 'sky', icon: LaptopIcon },
  investments: { hue: 'blue', icon: TrendingUpIcon },
  gifts: { hue: 'rose', icon: GiftIcon },
  'other income': { hue: 'slate', icon: HandCoinsIcon },
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
