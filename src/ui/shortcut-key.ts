/**
 * The key of a shortcut as its Latin letter, small also with caps lock. On a keyboard of another script it is the
 * letter that stands in the same place of a Latin one. Other keys are as the browser names them.
 */
export function shortcutKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (!/^\p{L}$/u.test(key)) return key;
  if (/^\p{Script=Latin}$/u.test(key)) return key.toLowerCase();
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}
